#include "simulate/collocation/collocation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include "contact/law.hpp"
#include "simulate/collocation/docking_course.hpp"
#include "simulate/collocation/smooth/smooth.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

using namespace instruments;

/// Duration of an elastic contact with exponent 3/2 over its depth by the approach velocity (contact/law.cpp).
constexpr double kElasticDuration = 2.9433;

/// Dampings of low-passes. After the contact the sensor comes to rest within one piece: one that rings, or creeps, takes
/// longer, or more than a polynomial over that piece.
struct Range {
  double least, most;
};
constexpr Range kOfActuator{0.4, 1.2}, kOfSensor{0.55, 1.0};

struct Smooth {
  LowPassSetup low_pass;
  double quantum = 0.0;
};
std::optional<Smooth> smooth(const ChainSetup& chain, Range dampings) {
  Smooth found;
  bool has_low_pass = false;
  for (const StageSetup& stage : chain.all()) {
    if (const auto* low_pass = std::get_if<LowPassSetup>(&stage); low_pass != nullptr && !has_low_pass) {
      found.low_pass = *low_pass;
      has_low_pass = true;
    } else if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage);
               quantizer != nullptr && has_low_pass && quantizer->phase == 0.0) {
      found.quantum = quantizer->resolution;
    } else {
      return std::nullopt;
    }
  }
  const LowPassSetup& its = found.low_pass;
  const bool rings_down = its.damping >= dampings.least && its.damping <= dampings.most;
  return has_low_pass && its.natural_frequency > 0.0 && rings_down ? std::optional(found) : std::nullopt;
}

double square(const LowPassSetup& its) { return its.natural_frequency * its.natural_frequency; }
/// Behind a ramp, s.
double delay(const LowPassSetup& its) { return 2.0 * its.damping / its.natural_frequency; }
double drag(const LowPassSetup& its) { return 2.0 * its.damping * its.natural_frequency; }

/// Whether the sensor's quantum is fine enough to be known by its spread.
bool is_fine_force(double quantum, double force) {
  constexpr double kCoarse = 0.03;
  return quantum <= kCoarse * force;
}

/// Whether the sensor is one whose numbers are as good as is stated of them, for `auto`: no quantum of which the bodies
/// feel more than at the turn, neither in its steps nor while the force fades cell after cell (some 0.15 of the quantum
/// through its lag, against the impulse of the contact); and quick enough for the reading of what it adds.
bool is_well_known(const Smooth& sensor, double peak, double duration) {
  constexpr double kStep = 0.002, kFade = 2e-5, kPhase = 50.0;
  return sensor.quantum <= kStep * peak &&
         sensor.quantum * delay(sensor.low_pass) <= kFade * peak * duration &&
         sensor.low_pass.natural_frequency * duration >= kPhase;
}

/// Whether the motion hardly feels the actuator's quantum. What is not known of the velocity grows with the power 3/2 of
/// the quantum's share of the depth, and moves all later instants; errors of the testbed are a share of the lag. Beyond, rk4,
/// which then passes jump by jump, is as good and states its errors better.
bool is_fine_position(double quantum, double depth, double lag, double coarse) {
  constexpr double kOfLag = 0.05;
  const double share = quantum / depth;
  return share <= coarse && share * std::sqrt(share) <= kOfLag * lag;
}

/// The level of a largest force that is shown. For a check, with the force of the solve it judges: where both show the same
/// level, and an edge of it is as near to either as forces are unsure, the level behind that edge. Relative; about the median of
/// what forces are off by.
double shown_force(double force, double judged, const ChainSetup& sensor) {
  constexpr double kUnknownForce = 5e-6;
  const double level = displayable(force, sensor);
  if (!(judged > 0.0) || level != displayable(judged, sensor)) return level;
  for (const double its : {force, judged})
    for (const double aside : {kUnknownForce, -kUnknownForce})
      if (const double other = displayable(its * (1.0 + aside), sensor); other != level) return other;
  return level;
}

/// The actuator's quantum, of the depth. A chain that hardly lags, such as a delay, shows the interface every jump of the bodies' rate.
constexpr double kCoarse = 0.025, kCoarseBehindChain = 0.015;

/// A step of reading must follow what the sensor does behind a jump.
constexpr double kMostRings = 1000.0;

/// Nothing but a law of Hunt and Crossley's family with exponent 3/2 between the instruments.
bool is_of_the_kind(const models::AxialSetup& setup) {
  const contact::LawSetup& law = setup.contact;
  const auto damping = contact::kLaws[static_cast<std::size_t>(law.law)].damping;
  const bool is_of_the_family = damping == contact::Damping::none || damping == contact::Damping::restitution;
  return !setup.compensator.present() && !setup.hybrid.present() && law.exponent == 1.5 && is_of_the_family;
}

CollocationSetup<double> given_of(const models::AxialSetup& setup, const Smooth& actuator,
                                  const Smooth& sensor) {
  return {{1.0 / models::reduced_mass(setup), square(actuator.low_pass), drag(actuator.low_pass),
           square(sensor.low_pass), drag(sensor.low_pass)},
          setup.contact.stiffness,
          setup.contact.damping_number,
          setup.approach_velocity,
          actuator.quantum,
          sensor.quantum,
          0.0,
          0.0,
          0.0,
          0.0};
}

/// Whether the quanta are, behind an actuator of that lag, s. `coarse`: the largest share of the depth.
bool are_fine(const models::AxialSetup& setup, double quantum, double lag, const Smooth& sensor,
              double coarse) {
  const contact::LawSetup& law = setup.contact;
  const double chi = law.damping_number, mass = models::reduced_mass(setup);
  if (!(chi <= kMostDamping)) return false;
  const double depth = contact::elastic_depth(law, mass, setup.approach_velocity);
  // Of the docking model's contact, within 1 %.
  const double duration =
      kElasticDuration * depth / setup.approach_velocity * (1.0 + chi * (0.0684 + 0.0078 * chi));
  const double peak = law.stiffness * depth * std::sqrt(depth);
  if (!std::isnormal(duration) || !is_fine_force(sensor.quantum, peak)) return false;
  if (setup.solver == models::Solver::automatic && !is_well_known(sensor, peak, duration)) return false;
  return !(quantum > 0.0) ||
         (is_fine_position(quantum, depth, (lag + delay(sensor.low_pass)) / duration, coarse) &&
          sensor.low_pass.natural_frequency * duration <= kMostRings);
}

/// In which what rings or creeps in a chain has come down to 1 %, s.
double settling(const Cascade<double>& chain) {
  constexpr double kTimeConstants = 5.0;
  double longest = 0.0;
  for (const auto& its : chain.sections) {
    if (!(its.c1 > 0.0)) continue;
    const double square = 0.25 * its.c1 * its.c1 - its.c0, aside = square > 0.0 ? std::sqrt(square) : 0.0;
    const double decay = its.c0 == 0.0  ? its.c1
                         : square > 0.0 ? its.c0 / (0.5 * its.c1 + aside)
                                        : 0.5 * its.c1;
    longest = std::max(longest, kTimeConstants / decay);
  }
  return longest;
}

/// Linear stages, and behind them at most a quantizer.
struct Chained {
  ChainSetup chain;
  double quantum = 0.0;
};
std::optional<Chained> chained(const ChainSetup& chain) {
  Chained found;
  for (const StageSetup& stage : chain.all()) {
    if (found.quantum > 0.0) return std::nullopt;
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage);
        quantizer != nullptr && quantizer->phase == 0.0)
      found.quantum = quantizer->resolution;
    else if (std::holds_alternative<LowPassSetup>(stage) ||
             std::holds_alternative<TransferFunctionSetup>(stage) ||
             std::holds_alternative<TransportDelaySetup>(stage))
      std::visit([&found](const auto& its) { found.chain.add(its); }, stage);
    else
      return std::nullopt;
  }
  return found;
}

}  // namespace

std::optional<CollocationPair<double>> start_collocation(const models::AxialSetup& setup) {
  if (!is_of_the_kind(setup)) return std::nullopt;
  const auto actuator = smooth(setup.actuator, kOfActuator), sensor = smooth(setup.force_sensor, kOfSensor);
  if (!actuator || !sensor ||
      !are_fine(setup, actuator->quantum, delay(actuator->low_pass), *sensor, kCoarse))
    return std::nullopt;
  CollocationPair<double> pair;
  pair.given = given_of(setup, *actuator, *sensor);
  return pair;
}

std::optional<ChainedPair<double>> start_chained(const models::AxialSetup& setup) {
  if (!is_of_the_kind(setup)) return std::nullopt;
  const auto actuator = chained(setup.actuator);
  const auto sensor = smooth(setup.force_sensor, kOfSensor);
  if (!actuator || !sensor || !(actuator->quantum > 0.0 || sensor->quantum > 0.0)) return std::nullopt;
  models::AxialSetup without = setup;
  without.actuator = actuator->chain;
  without.force_sensor = {};
  without.force_sensor.add(sensor->low_pass);
  const auto linear = start_smooth(without);
  if (!linear || linear->given.ramp_rate != setup.approach_velocity || !(linear->given.lag > 0.0) ||
      !are_fine(setup, actuator->quantum, linear->given.lag, *sensor, kCoarseBehindChain))
    return std::nullopt;
  ChainedPair<double> pair;
  pair.given = {given_of(setup, {{}, actuator->quantum}, *sensor), linear->given.actuator, linear->given.lag,
                linear->given.taps[0].delay,
                std::min(settling(linear->given.actuator), linear->given.expected)};
  return pair;
}

std::optional<CollocationSetup<double>> collocation_setup(const models::AxialSetup& setup) {
  constexpr Range kAny{0.0, std::numeric_limits<double>::infinity()};
  const auto actuator = smooth(setup.actuator, kAny), sensor = smooth(setup.force_sensor, kAny);
  if (!is_of_the_kind(setup) || !actuator || !sensor) return std::nullopt;
  return given_of(setup, *actuator, *sensor);
}

namespace {
template <class Check, class Pair>
Check check_of(const Pair& pair) {
  Check check;
  check.given = pair.given;
  check.given.known = pair.metrics.hil.end - pair.metrics.hil.begin;
  check.given.deepest = pair.metrics.penetration.peak_hil;
  check.given.strongest = pair.metrics.force.peak_hil;
  check.given.most = pair.metrics.hil.peak_mechanical;
  return check;
}

template <Effort kEffort, class Setup>
bool is_solved_within(const PairReading<double, kEffort, Setup>& pair, double penetration_limit,
                      double time_limit) {
  const auto& tallies = pair.metrics;
  const double depth = larger(tallies.penetration.peak_docking, tallies.penetration.peak_hil);
  const double end = larger(tallies.docking.end, tallies.hil.end);
  return pair.holds > 0.0 && depth <= penetration_limit && end <= time_limit;
}

template <Effort kEffort, class Setup>
metrics::Row finished_row(const PairReading<double, kEffort, Setup>& pair, const models::AxialSetup& setup) {
  metrics::PairMetrics<double> tallies = pair.metrics;
  tallies.force.peak_hil = shown_force(tallies.force.peak_hil, pair.given.strongest, setup.force_sensor);
  tallies.penetration.peak_hil = displayable(tallies.penetration.peak_hil, setup.actuator);
  const auto& given = pair.given;
  const PieceLaw<double> law{given.stiffness, given.damping_number / given.approach};
  tallies.hil.peak_potential = law.potential(tallies.penetration.peak_hil);
  const auto end = [](double velocity) {
    return metrics::ModelEnd{Outcome::ok, RunEnd::separated, velocity, {}};
  };
  const Ends ends =
      checked({end(pair.velocity_docking), end(pair.velocity_hil)}, false, setup.approach_velocity);
  return metrics::row(tallies, ends.docking, ends.hil, models::reduced_mass(setup), setup.approach_velocity,
                      tallies.docking.end / static_cast<double>(kUsual.pieces));
}

}  // namespace

CollocationCheck<double> start_check(const CollocationPair<double>& pair) {
  return check_of<CollocationCheck<double>>(pair);
}
ChainedCheck<double> start_check(const ChainedPair<double>& pair) {
  return check_of<ChainedCheck<double>>(pair);
}

template <Effort kEffort>
bool is_solved(const SolvedPair<double, kEffort>& pair, double penetration_limit, double time_limit) {
  return is_solved_within(pair, penetration_limit, time_limit);
}
template <Effort kEffort>
bool is_solved(const SolvedChain<double, kEffort>& pair, double penetration_limit, double time_limit) {
  return is_solved_within(pair, penetration_limit, time_limit);
}
template <Effort kEffort>
metrics::Row finish(const SolvedPair<double, kEffort>& pair, const models::AxialSetup& setup) {
  return finished_row(pair, setup);
}
template <Effort kEffort>
metrics::Row finish(const SolvedChain<double, kEffort>& pair, const models::AxialSetup& setup) {
  return finished_row(pair, setup);
}

template bool is_solved(const CollocationPair<double>&, double, double);
template bool is_solved(const CollocationCheck<double>&, double, double);
template bool is_solved(const SolvedPair<double, kFine>&, double, double);
template bool is_solved(const ChainedPair<double>&, double, double);
template bool is_solved(const ChainedCheck<double>&, double, double);
template metrics::Row finish(const CollocationPair<double>&, const models::AxialSetup&);
template metrics::Row finish(const CollocationCheck<double>&, const models::AxialSetup&);
template metrics::Row finish(const SolvedPair<double, kFine>&, const models::AxialSetup&);
template metrics::Row finish(const ChainedPair<double>&, const models::AxialSetup&);
template metrics::Row finish(const ChainedCheck<double>&, const models::AxialSetup&);

}  // namespace hilspace::simulate
