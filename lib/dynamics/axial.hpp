#pragma once
// Two free bodies on one axis, in their relative coordinate.
//
//   d = x_chaser - x_target - gap,   m d'' = -F,   1/m = 1/m1 + 1/m2
//
//   d   relative displacement, m: 0 when the bodies touch, positive when they overlap
//   F   force on each body, N, pushing them apart     m1, m2  masses of chaser and target, kg
//
// F acts on both bodies with opposite sign, so momentum is conserved by construction.
// Source: Bondoky 4.29 to 4.31, 5.1 to 5.3.

#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace::dynamics {

template <class S>
struct Axial {
  static constexpr std::size_t kInnerStates = 0;  // of motion within the bodies (four_masses.hpp)

  S inverse_mass = S(0.0);  // 1/m, 1/kg

  HILSPACE_INLINE S acceleration(S force, const S* = nullptr) const { return -(force * inverse_mass); }
  HILSPACE_INLINE void derivative(S, const S*, S*) const {}

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.inverse_mass, other.inverse_mass);
  }
};

inline double inverse_reduced_mass(double chaser_mass, double target_mass) {
  return 1.0 / chaser_mass + 1.0 / target_mass;
}

}  // namespace hilspace::dynamics
