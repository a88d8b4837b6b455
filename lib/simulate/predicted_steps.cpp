#include "simulate/predicted_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/law.hpp"

namespace hilspace::simulate {
namespace {

/// Quantizer cells that a half-sine signal enters slowly enough to be followed: at most one per full step, or all.
double cells(double peak, double resolution, double full_steps, bool all) {
  const double up = peak / resolution;
  if (all) return 2.0 * up;
  const double slow = std::min(1.0, full_steps / (std::numbers::pi * up));  // cosine of its phase
  return 2.0 * up * (1.0 - std::sqrt(1.0 - slow * slow));
}

/// Steps shortened by a chain, for a signal that rises to a peak and falls again. `all`: every crossing of its quantizer.
double jumps(const instruments::ChainSetup& chain, double peak, double duration, double full_steps,
             bool all = false) {
  double count = 0.0;
  for (const auto& stage : chain.all()) {
    if (const auto* quantizer = std::get_if<instruments::QuantizerSetup>(&stage)) {
      if (quantizer->resolution > 0.0) count += cells(peak, quantizer->resolution, full_steps, all);
    } else if (const auto* hold = std::get_if<instruments::SampleHoldSetup>(&stage)) {
      count += hold->rate * duration;
    } else if (const auto* noise = std::get_if<instruments::NoiseSetup>(&stage)) {
      if (noise->std > 0.0) count += duration / noise->sample_time;
    }
  }
  return count;
}

}  // namespace

double predicted_steps(const models::AxialSetup& setup) {
  const contact::LawSetup& law = setup.contact;
  const double mass = models::reduced_mass(setup);
  const double depth = contact::elastic_depth(law, mass, setup.approach_velocity);
  const double force = contact::elastic_force(law, depth);
  const double duration = 3.0 * depth / setup.approach_velocity;  // about that of an elastic impact
  const double steps = duration / setup.step;
  const double sampled = models::sampled_level(setup);
  const bool all = sampled > 0.0 && !models::is_fine_level(setup, sampled);
  return steps + jumps(setup.actuator, depth, duration, steps, all) +
         jumps(setup.force_sensor, force, duration, steps);
}

}  // namespace hilspace::simulate
