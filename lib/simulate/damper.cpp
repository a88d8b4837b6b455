#include "simulate/damper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compensation/testbed_model.hpp"
#include "contact/law.hpp"
#include "simulate/damped_impact.hpp"
#include "simulate/simulate.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

/// A chain as low-pass and hold, either of which it may lack; nothing where it has more. `hold_first`: the hold is ahead
/// of the low-pass, where that makes a difference.
std::optional<HeldLowPass> as_held_low_pass(const instruments::ChainSetup& chain, bool hold_first) {
  HeldLowPass its;
  bool has_hold = false, has_low_pass = false;
  for (const auto& stage : chain.all()) {
    const auto* low_pass = std::get_if<instruments::LowPassSetup>(&stage);
    const auto* hold = std::get_if<instruments::SampleHoldSetup>(&stage);
    const bool in_order = low_pass != nullptr ? hold_first || !has_hold : !hold_first || !has_low_pass;
    if ((low_pass == nullptr && hold == nullptr) || !in_order) return std::nullopt;
    if (low_pass != nullptr) its.low_pass = *low_pass;
    if (hold != nullptr) its.hold = *hold;
    has_low_pass = has_low_pass || low_pass != nullptr;
    has_hold = has_hold || hold != nullptr;
  }
  return its;
}

/// The reduced model of that scenario, if it has one: low-passes and holds, an interface that does not jump, and a
/// contact without a history.
std::optional<DampedImpact> reduced(const models::AxialSetup& setup) {
  const auto actuator = as_held_low_pass(setup.actuator, true),
             sensor = as_held_low_pass(setup.force_sensor, false);
  if (!actuator || !sensor || setup.contact.law == contact::Law::viscoplastic) return std::nullopt;
  if (actuator->hold.rate > 0.0 && !(actuator->low_pass.natural_frequency > 0.0)) return std::nullopt;
  // Samples make the low-passes swing, which only a step shorter than these follows.
  double step = setup.step;
  if (actuator->hold.rate > 0.0 || sensor->hold.rate > 0.0)
    for (const auto* its : {&*actuator, &*sensor})
      if (its->low_pass.natural_frequency > 0.0) step = std::min(step, 0.5 / its->low_pass.natural_frequency);
  return DampedImpact{models::reduced_mass(setup),
                      setup.approach_velocity,
                      setup.contact,
                      *actuator,
                      *sensor,
                      {setup.compensator.rate, setup.compensator.phase},
                      step};
}

/// The restitution of the docking model, to 40 bits, so that the last ones of a library's functions do not matter.
double restitution_of(const models::AxialSetup& setup) {
  const double exact =
      contact::restitution(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
  return std::ldexp(std::round(std::ldexp(exact, 40)), -40);
}

/// How much faster the HIL model leaves than the docking model, as a share of the approach; infinite if it fails.
double excess(models::AxialSetup setup, double damping) {
  if (const auto impact = reduced(setup))
    if (const auto after = impact->velocity_after(damping))
      return -restitution_of(setup) - *after / setup.approach_velocity;
  setup.compensator.damping = damping;
  auto pair = start_compensated(setup);
  run_rk4(pair, {}, kNeverStop);
  const auto docking = pair.docking.end(), hil = pair.hil.end();
  if (docking.outcome != Outcome::ok) return std::numeric_limits<double>::quiet_NaN();
  if (hil.outcome != Outcome::ok) return std::numeric_limits<double>::infinity();
  return (docking.velocity - hil.velocity) / setup.approach_velocity;
}

}  // namespace

std::optional<double> damping_by_restitution(const models::AxialSetup& setup) {
  constexpr double kTolerance = 5e-6;  // of the restitution
  constexpr int kMostRuns = 30;
  auto its = setup;
  const auto known = compensation::known_instruments(setup.compensator, setup.actuator, setup.force_sensor);
  its.actuator = known.actuator;
  its.force_sensor = known.force_sensor;
  its.contact.stiffness *= 1.0 + setup.compensator.model_error;
  its.compensator = {compensation::Position::none, compensation::Force::damper};
  its.compensator.rate = setup.compensator.rate;
  its.compensator.phase = setup.compensator.phase;

  const double mass = models::reduced_mass(its);
  const double depth = contact::elastic_depth(its.contact, mass, its.approach_velocity);
  const double tangent = its.contact.curve.present()
                             ? contact::elastic_force(its.contact, depth) / depth
                             : its.contact.stiffness * std::pow(depth, its.contact.exponent - 1.0);
  double low = 0.0, at_low = excess(its, low);
  if (at_low <= kTolerance) return low;
  // What the lag takes of a linear contact, k tau, is near; rounded, so that the last bits of pow() do not matter.
  const double near = tangent * (models::lag(its.actuator) + models::lag(its.force_sensor));
  if (!(near > 0.0 && std::isfinite(near))) return std::nullopt;
  double high = std::ldexp(std::round(std::ldexp(near, 4 - std::ilogb(near))), std::ilogb(near) - 4);
  double at_high = at_low;
  for (int i = 0; i < kMostRuns && !(at_high < 0.0); ++i) {
    at_high = excess(its, high);
    if (std::isnan(at_high)) return std::nullopt;
    if (at_high < 0.0) break;
    low = high;
    at_low = at_high;
    high *= 1.5;
  }
  if (!(at_high < 0.0)) return std::nullopt;
  // False position after Illinois; halves while an end is a failed run.
  for (int i = 0; i < kMostRuns && high - low > 1e-9 * high; ++i) {
    const double middle =
        std::isinf(at_low) ? 0.5 * (low + high) : (low * at_high - high * at_low) / (at_high - at_low);
    const double at_middle = excess(its, middle);
    if (std::abs(at_middle) <= kTolerance) return middle;
    if (at_middle > 0.0) {
      low = middle;
      at_low = at_middle;
      at_high *= 0.5;
    } else {
      high = middle;
      at_high = at_middle;
      if (std::isfinite(at_low)) at_low *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace hilspace::simulate
