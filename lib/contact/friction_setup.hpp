#pragma once
// Coefficients of dry friction; the law: friction.hpp.

namespace hilspace::contact {

struct FrictionSetup {
  double stiction = 0.0;             // mu0, >= 0
  double sliding = 0.0;              // mu1, >= 0; both 0: no friction
  double stribeck_velocity = 0.015;  // vS, m/s, > 0
  double creep_velocity = 1e-4;      // v1, m/s, > 0
  friend bool operator==(const FrictionSetup&, const FrictionSetup&) = default;
};

}  // namespace hilspace::contact
