#pragma once
// Everything one axial scenario depends on, as plain numbers in SI. Read by models/axial.hpp.

#include <limits>

namespace hilspace::models {

/// A second-order low-pass followed by a quantizer; the neutral values make it ideal.
struct InstrumentSetup {
  double natural_frequency = 0.0;  // w, rad/s; 0: no low-pass
  double damping = 0.7;            // zeta, > 0
  double resolution = 0.0;         // R, m or N; 0: no quantizer

  friend bool operator==(const InstrumentSetup&, const InstrumentSetup&) = default;
};

struct AxialSetup {
  double chaser_mass = 0.0;        // m1, kg, > 0
  double target_mass = 0.0;        // m2, kg, > 0
  double approach_velocity = 0.0;  // v, m/s, closing speed at contact, > 0
  double stiffness = 0.0;          // k, N/m^(3/2), > 0
  double damping_number = 0.0;     // chi, >= 0 (contact/law.hpp)
  InstrumentSetup actuator;
  InstrumentSetup force_sensor;

  double step = 0.0;        // s; 0: automatic_step()
  double time_limit = 0.0;  // s of simulated time; 0: automatic_time_limit()
  double penetration_limit = std::numeric_limits<double>::infinity();  // m

  friend bool operator==(const AxialSetup&, const AxialSetup&) = default;
};

double reduced_mass(const AxialSetup& setup);
/// Duration of the undamped Hertz impact: 2.943 d/v with d = (5/4 m v^2/k)^(2/5). s
double hertz_duration(const AxialSetup& setup);
/// The largest step of the time grid that both models of the pair share. s
double automatic_step(const AxialSetup& setup);
/// Many times what an impact and its ring-down take, but no more than ten million full steps. s
double automatic_time_limit(const AxialSetup& setup);
/// The setup with step and time_limit filled in; they stay 0 where the numbers underflow.
AxialSetup resolved(AxialSetup setup);

}  // namespace hilspace::models
