#include "models/axial_setup.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/axial.hpp"

namespace hilspace::models {
namespace {

/// Time in which a filter reacts, 1/w; 0 without one.
double time_scale(const InstrumentSetup& instrument) {
  return instrument.natural_frequency > 0.0 ? 1.0 / instrument.natural_frequency : 0.0;
}

/// What a scenario may cost unless its study says otherwise: a few seconds.
constexpr double kMostSteps = 1e7;

/// Rounded down to five significant bits, so that the last bits of a library's pow() hardly ever reach
/// results.
double coarsened(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::floor(mantissa * 32.0), exponent - 5);
}

}  // namespace

double reduced_mass(const AxialSetup& setup) {
  return 1.0 / dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass);
}

double hertz_duration(const AxialSetup& setup) {
  const double v = setup.approach_velocity;
  const double depth = std::pow(1.25 * reduced_mass(setup) * v * v / setup.stiffness, 0.4);
  return 2.9432749 * depth / v;
}

double automatic_step(const AxialSetup& setup) {
  // A strongly damped contact brakes within a fraction chi^(-2/5) of the elastic one's duration.
  const double contact = hertz_duration(setup) / (400.0 * (1.0 + 0.5 * std::pow(setup.damping_number, 0.4)));
  double step = contact;
  for (const auto& instrument : {setup.actuator, setup.force_sensor})
    if (instrument.natural_frequency > 0.0) step = std::min(step, 0.4 * time_scale(instrument));
  return coarsened(step);
}

double automatic_time_limit(const AxialSetup& setup) {
  // A strongly damped contact ends creeping, at about v0/chi out of a depth that falls with chi^(-2/5).
  const double contact = hertz_duration(setup) * (1.0 + std::pow(setup.damping_number, 0.6));
  double settling = 0.0;
  for (const auto& instrument : {setup.actuator, setup.force_sensor})
    settling += time_scale(instrument) / std::min(instrument.damping, 1.0);
  const double step = setup.step > 0.0 ? setup.step : automatic_step(setup);
  return coarsened(std::min(50.0 * (contact + settling), kMostSteps * step));
}

AxialSetup resolved(AxialSetup setup) {
  if (setup.step == 0.0) setup.step = automatic_step(setup);
  if (setup.time_limit == 0.0) setup.time_limit = automatic_time_limit(setup);
  return setup;
}

}  // namespace hilspace::models
