#pragma once
// Point contact laws: penetration, rate and coefficients in, normal force out.
//
//   F = k d^(3/2) (1 + chi(c) v / v0)   for d > 0,   0 otherwise, and never tensile (F >= 0)
//
//   d    penetration, m, positive when the bodies overlap        F   force on each body, N, pushing apart
//   v    its rate, m/s, positive while approaching               k   Hertz stiffness, N/m^(3/2)
//   v0   rate at the start of this contact, m/s, > 0             c   projected restitution, in (0, 1]
//
// The laws of this family differ in the damping number chi alone:
//
//   hertz    chi = 0                       elastic
//   flores   chi = 8/5 (1 - c)/c           Flores et al., Bondoky 4.27
//
// so the restitution c' that comes out depends on chi alone, for any k, mass and rate:
//   ln((1 + chi)/(1 - chi c')) = chi (1 + c').
// chi = 0 gives c' = 1. In the ideal docking model the law is never tensile by itself; seen through
// instruments, whose position lags, it can be: hence the clamp. Source: Bondoky 4.2, 4.28, 5.4.

#include <array>
#include <optional>
#include <string_view>

#include "core/scalar.hpp"

namespace hilspace::contact {

enum class Law { hertz, flores };

struct NamedLaw {
  std::string_view name;
  Law law;
  std::string_view formula;  // of chi
  std::string_view source;
};
inline constexpr std::array kLaws{
    NamedLaw{"hertz", Law::hertz, "0", "Bondoky 4.2"},
    NamedLaw{"flores", Law::flores, "8/5 (1 - c)/c", "Bondoky 4.27"},
};

/// The damping number chi of a law at projected restitution c in (0, 1].
double damping_number(Law law, double restitution);

/// One kernel for the whole family.
template <class S>
struct HuntCrossley {
  S stiffness;  // k
  S damping;    // chi / v0, s/m: latched at the start of each contact

  HILSPACE_INLINE S force(S penetration, S rate) const {
    const S d = larger(penetration, S(0.0));
    const S elastic = stiffness * (d * square_root(d));
    return larger(elastic * press(rate), S(0.0));
  }

  /// dF/dt in N/s, where F > 0: `moving` is how fast the penetration really changes (0 while a quantizer
  /// holds it), `rate` what the law is told, `acceleration` the derivative of `rate`.
  HILSPACE_INLINE S force_rate(S penetration, S moving, S rate, S acceleration) const {
    const S d = larger(penetration, S(0.0));
    const S root = square_root(d);
    return stiffness * (S(1.5) * root * moving * press(rate) + d * root * damping * acceleration);
  }

  /// What the damping leaves of the elastic force: F > 0 where this is, and d > 0.
  HILSPACE_INLINE S press(S rate) const { return S(1.0) + damping * rate; }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.stiffness, other.stiffness);
    visit(self.damping, other.damping);
  }
};

}  // namespace hilspace::contact
