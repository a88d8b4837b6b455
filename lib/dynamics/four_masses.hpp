#pragma once
// Two spacecraft of two masses each on one axis, in relative coordinates; the front masses m2 and m3 touch.
//
//   chaser  m1 --(k, c)-- m2   contact   m3 --(k, c)-- m4  target
//
//   d = x2 - x3   s = x1 - x2   u = x3 - x4    each 0 at the first touch, where no spring is loaded, m
//
//   d'' = -F (1/m2 + 1/m3) + S/m2 + T/m3 + g     S = k s + c s' of the chaser's spring, N
//   s'' = F/m2 - S (1/m1 + 1/m2)                 T = k u + c u' of the target's spring, N
//   u'' = F/m3 - T (1/m3 + 1/m4)                 g  acceleration of both chaser masses, m/s^2
//
//   V = d' + m1/(m1 + m2) s' + m4/(m3 + m4) u'   velocity of the centres of mass towards each other, m/s
//
// F is the force on the front masses, N, pushing them apart. Without a rear mass a spacecraft is one body: its
// spring has no length to change. An infinite mass is fixed.
// Source: impact chapters 4.2.3, figure 4-5; docs/theory-impact.md.

#include <cmath>
#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace::dynamics {

/// One of the two, with the coefficients of its spring; all 0 for one body.
template <class S>
struct SprungMass {
  S inverse_front = S(0.0);    // 1/(front mass), 1/kg
  S inverse_reduced = S(0.0);  // 1/front + 1/rear, 1/kg
  S rear_share = S(0.0);       // rear/(front + rear)
  S stiffness = S(0.0);        // k, N/m
  S damping = S(0.0);          // c, N s/m

  /// Force of the spring that is shortened by x[0] at a rate of x[1].
  HILSPACE_INLINE S force(const S* x) const { return stiffness * x[0] + damping * x[1]; }
  HILSPACE_INLINE S acceleration(S contact_force, const S* x) const {
    return contact_force * inverse_front - force(x) * inverse_reduced;
  }
  HILSPACE_INLINE S stored(const S* x) const { return S(0.5) * stiffness * (x[0] * x[0]); }
  HILSPACE_INLINE S kinetic(const S* x) const {
    return inverse_reduced > S(0.0) ? S(0.5) * (x[1] * x[1]) / inverse_reduced : S(0.0);
  }
  HILSPACE_INLINE S damped_power(const S* x) const { return damping * (x[1] * x[1]); }
};

/// `rear` = 0: one body. Masses may be infinite, stiffness and damping not.
inline SprungMass<double> sprung_mass(double front, double rear, double stiffness, double damping) {
  if (!(rear > 0.0)) return {};
  const double share = std::isinf(rear) ? 1.0 : rear / (front + rear);
  return {1.0 / front, 1.0 / front + 1.0 / rear, share, stiffness, damping};
}

template <class S>
struct FourMasses {
  static constexpr std::size_t kInnerStates = 4;  // s, s', u, u'

  S inverse_mass = S(0.0);  // 1/m2 + 1/m3, 1/kg
  SprungMass<S> chaser, target;
  S drive = S(0.0);       // g, m/s^2
  S whole_mass = S(0.0);  // mc mt/(mc + mt), kg

  HILSPACE_INLINE S acceleration(S force, const S* inner) const {
    return -(force * inverse_mass) + chaser.force(inner) * chaser.inverse_front +
           target.force(inner + 2) * target.inverse_front + drive;
  }
  HILSPACE_INLINE void derivative(S force, const S* inner, S* rate) const {
    rate[0] = inner[1];
    rate[1] = chaser.acceleration(force, inner);
    rate[2] = inner[3];
    rate[3] = target.acceleration(force, inner + 2);
  }

  /// Of the centres of mass, from d and from d'.
  HILSPACE_INLINE S whole_displacement(S d, const S* inner) const {
    return d + chaser.rear_share * inner[0] + target.rear_share * inner[2];
  }
  HILSPACE_INLINE S whole_velocity(S rate, const S* inner) const {
    return rate + chaser.rear_share * inner[1] + target.rear_share * inner[3];
  }
  /// Of all four masses about their common centre, J
  HILSPACE_INLINE S kinetic(S rate, const S* inner) const {
    const S v = whole_velocity(rate, inner);
    return S(0.5) * whole_mass * (v * v) + chaser.kinetic(inner) + target.kinetic(inner + 2);
  }
  /// In the springs, J
  HILSPACE_INLINE S stored(const S* inner) const { return chaser.stored(inner) + target.stored(inner + 2); }
  /// Into the dampers, W
  HILSPACE_INLINE S damped_power(const S* inner) const {
    return chaser.damped_power(inner) + target.damped_power(inner + 2);
  }
};

}  // namespace hilspace::dynamics
