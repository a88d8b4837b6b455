#include "simulate/collocation/smooth/smooth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <variant>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "instruments/transfer_function.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

using namespace instruments;

static_assert(kMostTaps == compensation::Compensator<double>::kPast + 1);

/// A chain without its delays, and what is known of its poles.
struct LinearChain {
  Cascade<double> cascade;
  std::size_t sections = 0;
  double delay = 0.0, lag = 0.0;  // s; the lag behind a ramp without the delay
  double gain = 1.0;
  double offset = 0.0;  // of what it shows, unit of its signal
  double slowest = std::numeric_limits<double>::infinity(),
         quickest = 0.0;  // 1/s, least decay and largest magnitude of its poles
  double least_damping = std::numeric_limits<double>::infinity();
  bool fits = true;

  void add(double c0, double c1, double n0, double n1, double n2) {
    cascade.sections[sections++] = {1.0, c0, c1, n0, n1, n2};
    // The poles of s^2 + c1 s + c0, or of s + c1.
    const bool oscillates = c0 != 0.0;
    const double square = 0.25 * c1 * c1 - c0;
    const double aside = square > 0.0 ? std::sqrt(square) : 0.0;
    const double slow = !oscillates ? c1 : square > 0.0 ? c0 / (0.5 * c1 + aside) : 0.5 * c1;
    const double quick = !oscillates ? c1 : square > 0.0 ? 0.5 * c1 + aside : std::sqrt(c0);
    fits = fits && slow > 0.0 && std::isfinite(quick);
    if (square < 0.0) least_damping = std::min(least_damping, 0.5 * c1 / std::sqrt(c0));
    slowest = std::min(slowest, slow);
    quickest = std::max(quickest, quick);
  }

  void operator()(const LowPassSetup& its) {
    const double w = its.natural_frequency;
    if (w > 0.0) {
      add(w * w, 2.0 * its.damping * w, w * w, 0.0, 0.0);
      lag += 2.0 * its.damping / w;
    }
  }
  void operator()(const TransportDelaySetup& its) { delay += its.delay; }
  void operator()(const BiasSetup& its) { offset += its.value; }
  void operator()(const TransferFunctionSetup& its) {
    for (const Section& section : its.sections) {
      const auto normal = instruments::normal(section);
      const auto& [a0, a1, a2] = section.denominator;
      const auto& [b0, b1, b2] = section.numerator;
      gain *= b0 / a0;
      offset *= b0 / a0;
      lag += a1 / a0 - b1 / b0;
      if (normal.lags)
        add(normal.c0, normal.c1, normal.n0, normal.n1, normal.n2);
      else
        cascade.sections[sections++] = {1.0, 0.0, 0.0, 0.0, 0.0, normal.n2};
    }
  }
  template <class Other>
  void operator()(const Other&) {
    fits = false;
  }

  /// Shows y + t y' in the place of y.
  void add_lead(double t) {
    const auto smooth = [](const CascadeSection<double>& its) { return its.present > 0.0 && its.n2 == 0.0; };
    const auto its = std::ranges::find_if(cascade.sections, smooth);
    fits = fits && its != cascade.sections.end();
    if (!fits) return;
    its->n2 = t * its->n1;
    its->n1 += t * its->n0;
  }
};

LinearChain linear(const ChainSetup& chain) {
  LinearChain its;
  for (const StageSetup& stage : chain.all()) std::visit(its, stage);
  its.fits = its.fits && std::isfinite(its.lag) && its.gain > 0.0 && std::isfinite(its.gain);
  return its;
}

/// Excess of poles over zeros, without delays.
double smoothing(const LinearChain& chain) {
  double sum = 0.0;
  for (const auto& its : chain.cascade.sections) {
    if (!(its.present > 0.0) || its.n2 != 0.0) continue;
    sum += its.n1 != 0.0 ? 1.0 : 2.0;
  }
  return sum;
}

Settling<double> settling_of(const LinearChain& chain) {
  constexpr double kTimeConstants =
      14.0;  // of a simple pole a millionth is left, of two equal ones a hundred thousandth
  return {chain.quickest > 0.0 ? 1.0 / chain.quickest : 0.0, kTimeConstants / chain.slowest};
}

/// Whether the force of the law jumps at the onset.
bool jumps(const contact::LawSetup& law) {
  return contact::kLaws[static_cast<std::size_t>(law.law)].damping == contact::Damping::viscosity;
}

/// Nothing, or what is linear and continuous.
bool acts_linearly(const compensation::CompensatorSetup& setup) {
  using enum compensation::Position;
  const bool is_of_command = setup.position == none || setup.position == lead || setup.position == polynomial;
  return is_of_command &&
         (setup.force == compensation::Force::none || setup.force == compensation::Force::lead);
}

/// The command of the interface, and by how many derivatives of the force it is rougher than the motion.
struct Command {
  Lead<double> lead;
  Taps<double> taps;  // of no loop delay
  std::size_t count = 1;
  double ahead = 0.0;  // s, on the ramp
  double derivatives = 0.0;
};
Command command_of(const compensation::Compensator<double>& its) {
  using enum compensation::Position;
  Command command;
  if (its.form.position == none || its.first == 0.0) return command;
  command.ahead = its.first;
  if (its.form.position == lead) {
    command.lead = {its.first, its.second};
    command.derivatives = its.second != 0.0 ? 2.0 : 1.0;
    return command;
  }
  command.count = 0;
  for (std::size_t j = 0; j < kMostTaps && its.weights[j] != 0.0; ++j)
    command.taps[command.count++] = {its.weights[j], static_cast<double>(j) * its.first};
  for (std::size_t j = command.count; j < kMostTaps; ++j) command.taps[j].weight = 0.0;
  return command;
}

}  // namespace

std::optional<SmoothPair<double>> start_smooth(const models::AxialSetup& setup) {
  const contact::LawSetup& law = setup.contact;
  const auto damping = contact::kLaws[static_cast<std::size_t>(law.law)].damping;
  const bool is_known = damping == contact::Damping::none || damping == contact::Damping::restitution ||
                        damping == contact::Damping::viscosity;
  if (!acts_linearly(setup.compensator) || setup.hybrid.present() || !is_known || law.curve.present())
    return std::nullopt;
  const LinearChain actuator = linear(setup.actuator);
  LinearChain sensor = linear(setup.force_sensor);
  if (sensor.offset != 0.0) return std::nullopt;  // pushes as long as the run lasts
  Command command;
  if (setup.compensator.present()) {
    if (!models::is_realisable(setup)) return std::nullopt;
    const auto lags = compensation::lags_of(setup.compensator, setup.actuator, setup.force_sensor);
    command = command_of(compensation::Compensator<double>(setup.compensator, lags, {}));
    if (lags.force != 0.0) sensor.add_lead(lags.force);
  }
  if (!actuator.fits || !sensor.fits) return std::nullopt;
  // Where the interface is rougher than the force, collocation has no polynomial that follows it.
  if (smoothing(actuator) + smoothing(sensor) < command.derivatives) return std::nullopt;
  // Behind the contact the sensor is followed in a few pieces, each of them longer than the one before.
  constexpr double kLeastDamping = 0.3, kWidest = 300.0;
  if (sensor.least_damping < kLeastDamping || sensor.quickest > kWidest * sensor.slowest) return std::nullopt;
  const double ramp_rate = actuator.gain * setup.approach_velocity;
  const double lag = actuator.lag + actuator.delay - command.ahead - actuator.offset / ramp_rate;
  const bool is_perfect = actuator.sections + sensor.sections == 0 && actuator.delay + sensor.delay == 0.0 &&
                          actuator.offset == 0.0;
  if (!std::isfinite(lag) || is_perfect) return std::nullopt;  // rk4 gives both models the same bits
  SmoothPair<double> pair;
  pair.plan = usual_plan(jumps(law), command.count, setup.compensator.present());
  SmoothSetup<double>& given = pair.given;
  given.inverse_mass = 1.0 / models::reduced_mass(setup);
  given.approach = setup.approach_velocity;
  given.ramp_rate = ramp_rate;
  given.lag = lag;
  given.sensor_delay = sensor.delay;
  given.taps = command.taps;
  for (auto& tap : given.taps) tap.delay += actuator.delay + sensor.delay;
  given.lead = command.lead;
  given.law = {law.stiffness, law.exponent, law.damping_number / given.ramp_rate, law.viscosity};
  given.docking_damping = law.damping_number / setup.approach_velocity;
  given.tensile = law.law == contact::Law::kelvin_voigt_tensile ? 1.0 : 0.0;
  given.sensor_gain = sensor.gain;
  given.actuator = actuator.cascade;
  given.sensor = sensor.cascade;
  given.of_actuator = settling_of(actuator);
  given.of_sensor = settling_of(sensor);
  given.expected = models::contact_duration(setup);
  if (!std::isnormal(given.expected)) return std::nullopt;
  return pair;
}

SmoothPair<double> start_check(const SmoothPair<double>& pair) {
  SmoothPair<double> check;
  check.plan = check_plan(pair.plan);
  check.given = pair.given;
  return check;
}

std::vector<std::size_t> pack_order(std::span<const SmoothPair<double>> pairs) {
  const auto work = [&](std::size_t k) {
    const auto& given = pairs[k].given;
    const auto sections = [](const Cascade<double>& its) {
      return std::ranges::count_if(its.sections, [](const auto& section) { return section.present > 0.0; });
    };
    return std::tuple(sections(given.actuator), sections(given.sensor), given.taps[0].delay > 0.0,
                      given.law.exponent, given.taps[0].delay / given.expected);
  };
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, work);
  return order;
}

bool is_solved(const SmoothPair<double>& pair, double penetration_limit, double time_limit) {
  const auto& tallies = pair.metrics;
  const double depth = larger(tallies.penetration.peak_docking, tallies.penetration.peak_hil);
  const double end = larger(tallies.docking.end, tallies.hil.end);
  return pair.holds > 0.0 && depth <= penetration_limit && end <= time_limit;
}

metrics::Row finish(const SmoothPair<double>& pair, const models::AxialSetup& setup) {
  metrics::PairMetrics<double> tallies = pair.metrics;
  tallies.docking.peak_potential = pair.given.law.potential(tallies.penetration.peak_docking);
  tallies.hil.peak_potential = pair.given.law.potential(tallies.penetration.peak_hil);
  const auto end = [](double velocity) {
    return metrics::ModelEnd{Outcome::ok, RunEnd::separated, velocity, {}};
  };
  const Ends ends =
      checked({end(pair.velocity_docking), end(pair.velocity_hil)}, false, setup.approach_velocity);
  return metrics::row(tallies, ends.docking, ends.hil, models::reduced_mass(setup), setup.approach_velocity,
                      tallies.docking.end / static_cast<double>(pair.plan.pieces));
}

}  // namespace hilspace::simulate
