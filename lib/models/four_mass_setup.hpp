#pragma once
// Setup of one scenario of two spacecraft of two masses each, as plain numbers in SI, and what impact theory says
// of it. The equations: dynamics/four_masses.hpp.
//
//   mu  = m2 m3/(m2 + m3), of the masses that touch     m = mc mt/(mc + mt), of the spacecraft
//   e_I = mu/m, the ratio of effective masses           e  restitution of the contact between m2 and m3
//
//   U+ = (1 - (1 + e) e_I) U-                  of the centres of mass, over the first impact
//   l  = (1 + e) U- mu/(m3 w) D,  w^2 = k/mu_t   greatest travel of the target's spring: the longest latch that the
//                                                impact can push aside
//   D  = exp(-z acos(z)/sqrt(1 - z^2)),  z = c/(2 mu_t w); with acosh and z^2 - 1 where z > 1, 1/e at z = 1
//
//   u(t) = (1 + e) U- mu/(m3 w_d) exp(-z w t) sin(w_d t) = l_latch    at t_B: the latch is open between its two roots
//
// All hold for a contact much stiffer than the springs: then these do not act while it lasts.
// Source: impact chapters (68) to (84), (104) to (107), (109); docs/theory-impact.md.

#include "models/axial_setup.hpp"

namespace hilspace::models {

/// What is behind the front mass of a spacecraft, and its spring.
struct RearSetup {
  double mass = 0.0;       // kg; 0: the spacecraft is one body; infinite: fixed
  double stiffness = 0.0;  // N/m, > 0 if there is a rear mass
  double damping = 0.0;    // N s/m, >= 0
  friend bool operator==(const RearSetup&, const RearSetup&) = default;
};

struct FourMassSetup {
  AxialSetup impact;  // of the front masses, which are its chaser and its target; that of a wall is infinite
  RearSetup chaser, target;
  double acceleration = 0.0;  // of both chaser masses towards the target, m/s^2
  double latch_travel = 0.0;  // m; 0: no latch
  bool first_impact =
      true;  // whether the impact ends where the front masses first part, or goes on until the
             // centres of mass move apart as well
  friend bool operator==(const FourMassSetup&, const FourMassSetup&) = default;
};

/// m, kg
double whole_mass(const FourMassSetup& setup);

struct ImpactTheory {
  double ratio;           // e_I
  double velocity_after;  // U+, m/s
  double travel_limit;    // l, m; NaN without a target's rear mass
  // t_B, s after the impact: the target's spring passes the latch's travel, and is back there. NaN without a latch, or
  // where it does not get there.
  double open_from, open_until;
};
ImpactTheory impact_theory(const FourMassSetup& setup);
/// D of a damping ratio: what damping leaves of the greatest travel of a spring that is struck.
double damped_share(double damping_ratio);

/// The setup with step and time_limit filled in; they stay 0 where the numbers underflow.
FourMassSetup resolved(FourMassSetup setup);

}  // namespace hilspace::models
