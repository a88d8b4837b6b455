#pragma once
// Expectation: predicted extension and force of a scenario's run, which Safety compares with the sensors.
//
//   extension   x = zero + G(z) u - F/k          u  command written, G  amplifier and piezo,
//                                                F/k  yielding of the actuator under the force
//   force       F = K p^n (1 + D p') + b p',     p = x - touch - F/k_f > 0, seen through the force sensor
//
//   zero  as measured at rest        touch  air gap + offset        p  penetration, m
//
// Tolerances: a share of the specimens' stiffness, a shift of the gap either way, and a share of the rate p'
// in the damping terms. v0, the rate at which the contact begins, is that of the model of command and plant
// anywhere within the gap's tolerance. Fields in SI. Made by arming/expect.hpp.

#include <array>
#include <cstddef>

#include "contact/force_curve.hpp"
#include "instruments/setup.hpp"

namespace hilspace::rig {

/// Permitted deviations of rig and specimens from their files.
struct Tolerances {
  double stiffness = 0.1;       // of the specimens, share
  double damping = 0.3;         // of the specimens' damping rate, share
  double gap = 2e-6;            // m, of the air gap
  double actuator = 0.05;       // share of its predicted motion
  double position = 5e-6;       // m, of the position: noise, hysteresis
  double force = 12.0;          // N, of the force: noise, drift
  double position_zero = 1e-6;  // m, of the position at rest
  double force_zero = 5.0;      // N, of the force at rest
  double margin = 1.1;          // factor on the twin's largest force, for the force limit
  double energy = 1.5;          // factor on the energy that the twin's testbed adds to the contact
  double time = 50e-6;          // s, permitted delay of a signal
};

struct Expectation {
  bool known = false;  // false: no expectation, e.g. in open loop

  // Extension.
  std::array<instruments::Section, 4> actuator{};  // command, 1 -> extension, m
  std::size_t actuator_sections = 0;
  double compliance = 0.0;  // 1/k, m/N

  // Force.
  double touch = 0.0;                  // m
  double stiffness = 0.0;              // K, N/m^n
  double exponent = 1.5;               // n
  contact::ForceCurve curve{};         // in place of p^n, where present; owned by the study
  double damping_number = 0.0;         // chi
  double damping_per_stiffness = 0.0;  // b'/K, s/m; D = b'/K + chi/v0
  double viscosity = 0.0;              // b, N s/m
  bool plastic = false;                // plastic specimens: the force may be lower on rebound
  double approach = 0.0;               // m/s
  double frame_compliance = 0.0;       // 1/k_f, m/N
  std::array<instruments::Section, 2> force_sensor{};
  std::size_t force_sensor_sections = 0;

  double reduced_mass = 1.0;  // m, kg
  Tolerances tolerances;
  double leap = 5e-6;  // m, by which the position's deviation may change in a cycle: noise, never calibration
  bool judges_force =
      true;  // false: what the specimens give is not known yet, and judged by the limits alone
};

}  // namespace hilspace::rig
