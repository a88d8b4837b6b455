#pragma once
// An independent, deliberately plain simulation of the axial pair: no events, no held quantizers, one tiny
// fixed step, in a single function. Shares no code with the library.

namespace hilspace::test {

struct PlainCase {
  double chaser_mass, target_mass, velocity, stiffness, chi;
  double actuator_w, actuator_zeta, actuator_quantum;  // w = 0: no low-pass; quantum = 0: none
  double sensor_w, sensor_zeta, sensor_quantum;
  bool rate_of_bodies = false;  // the wrong wiring, in which the law takes the rate of the bodies
};

struct PlainResult {
  double force_peak_docking, penetration_peak_docking, duration_docking, velocity_docking;
  double force_peak_hil, penetration_peak_hil, duration_hil, velocity_hil;
  double force_e_imax, penetration_e_imax, force_e_hint_pct, penetration_e_hint_pct;
};

PlainResult plain_simulation(const PlainCase& c, double step);

}  // namespace hilspace::test
