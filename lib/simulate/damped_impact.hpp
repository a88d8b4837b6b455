#pragma once
// Impact with a damper in the computer, behind two low-passes with holds: the HIL model reduced to what the design of
// a damper needs, for the many runs that a study's designs take.
//
//   m d'' = -(S + b d'),   S = [hold] low-pass(F(a, a')),  a = low-pass([hold] d)     b acts while a > 0, on a held d'
//
// It begins as the axial model does, at d = 0 on the ramp. Steps end at samples, and where the contact begins and ends or
// the force turns, found within the step.

#include <optional>

#include "contact/law_setup.hpp"
#include "instruments/setup.hpp"

namespace hilspace::simulate {

/// A low-pass, w = 0: none, and a hold ahead of it (actuator) or behind it (sensor), rate 0: none.
struct HeldLowPass {
  instruments::LowPassSetup low_pass{};
  instruments::SampleHoldSetup hold{};
};

struct DampedImpact {
  double mass = 1.0;      // reduced, kg
  double velocity = 1.0;  // of the approach, m/s
  contact::LawSetup contact{};
  HeldLowPass actuator, force_sensor;
  instruments::SampleHoldSetup computer{};  // samples d' for the damper
  double step = 0.0;                        // s

  /// Rate of the bodies afterwards, m/s; empty: they do not part within so many steps.
  std::optional<double> velocity_after(double damping) const;
};

}  // namespace hilspace::simulate
