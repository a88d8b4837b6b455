#include "simulate/pair_run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <variant>

#include "contact/law.hpp"
#include "models/ripple.hpp"
#include "simulate/damper.hpp"
#include "simulate/noise_limit.hpp"

namespace hilspace::simulate {
namespace {

using namespace instruments;

struct PlainSetup {
  LowPassSetup low_pass;
  QuantizerSetup quantizer;
};

/// A chain of a low-pass, optionally followed by a quantizer without a phase.
std::optional<PlainSetup> plain(const ChainSetup& chain) {
  PlainSetup setup;
  std::size_t i = 0;
  const auto stages = chain.all();
  if (i < stages.size() && std::holds_alternative<LowPassSetup>(stages[i]))
    setup.low_pass = std::get<LowPassSetup>(stages[i++]);
  if (i < stages.size() && std::holds_alternative<QuantizerSetup>(stages[i]))
    setup.quantizer = std::get<QuantizerSetup>(stages[i++]);
  if (i < stages.size() || !(setup.low_pass.natural_frequency > 0.0) || setup.quantizer.phase != 0.0)
    return std::nullopt;
  return setup;
}

models::PlainInstrument<double> plain_instrument(const ChainSetup& chain) {
  const PlainSetup setup = plain(chain).value();
  models::PlainInstrument<double> instrument;
  instrument.low_pass() = LowPass<double, false>(setup.low_pass);
  instrument.quantizer() = Quantizer<double>(setup.quantizer);
  return instrument;
}

/// Largest value that a chain's quantizer rounds to 0.
double quantizer_silence(const ChainSetup& chain) {
  for (const StageSetup& stage : chain.all())
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage))
      return PhasedQuantizer<double>(*quantizer).silence();
  return 0.0;
}

bool quantizes(const ChainSetup& chain) {
  return std::ranges::any_of(chain.all(), [](const StageSetup& stage) {
    const auto* quantizer = std::get_if<QuantizerSetup>(&stage);
    return quantizer != nullptr && quantizer->resolution > 0.0;
  });
}

/// Whether a stage shows no other values than those it is given, but for 0.
bool shows_what_it_gets(const StageSetup& stage) {
  if (const auto* bias = std::get_if<BiasSetup>(&stage)) return bias->value == 0.0;
  if (const auto* noise = std::get_if<NoiseSetup>(&stage)) return !(noise->std > 0.0);
  if (const auto* low_pass = std::get_if<LowPassSetup>(&stage)) return !(low_pass->natural_frequency > 0.0);
  return std::holds_alternative<TransportDelaySetup>(stage) ||
         std::holds_alternative<SampleHoldSetup>(stage) || std::holds_alternative<DeadBandSetup>(stage);
}

/// Whether a delay passes the jumps of the actuator's quantizer on to that of the sensor. Between two jumps
/// the force crosses few of its cells, so the mean over many cells does not represent its output.
bool meets_late_jumps(const models::AxialSetup& setup) {
  if (!quantizes(setup.actuator) || !quantizes(setup.force_sensor)) return false;
  bool late = false;
  for (const StageSetup& stage : setup.force_sensor.all()) {
    if (std::holds_alternative<QuantizerSetup>(stage)) return late;
    if (const auto* delay = std::get_if<TransportDelaySetup>(&stage)) late = delay->delay > 0.0;
    if (smooths(stage)) late = false;  // the low-pass smooths the jumps
  }
  return false;
}

/// Which quantizers count by jumps that their means leave out, with finer steps alike:
///   the actuator's before a low-pass    whose output hardly ripples, but its rate does, by up to (w R/v)^2/16 of v
///   both without any lag                levels of the force are those of a force that jumps
/// Not of cells so many that it is nothing.
struct ByJumps {
  bool actuator, sensor;
};
ByJumps counts_by_jumps(const models::AxialSetup& setup) {
  constexpr double kCellsOfFiner = 16.0;  // in a step of the finer run, a quarter of the full one
  bool jumps = false;
  for (const StageSetup& stage : setup.actuator.all()) {
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage))
      jumps = quantizer->resolution > 0.0 &&
              setup.approach_velocity * setup.step <= kCellsOfFiner * quantizer->resolution;
    if (jumps && smooths(stage)) return {true, false};
  }
  for (const StageSetup& stage : setup.force_sensor.all()) {
    if (smooths(stage)) break;
    const auto* quantizer = std::get_if<QuantizerSetup>(&stage);
    if (quantizer != nullptr && quantizer->resolution > 0.0) return {jumps, jumps};
  }
  return {false, false};
}

/// Whether a stage shows no level 0 where it is given 0, or another one near it.
bool moves_zero(const StageSetup& stage) {
  if (const auto* bias = std::get_if<BiasSetup>(&stage)) return bias->value != 0.0;
  if (const auto* dead_band = std::get_if<DeadBandSetup>(&stage)) return dead_band->threshold > 0.0;
  if (const auto* noise = std::get_if<NoiseSetup>(&stage)) return noise->std > 0.0;
  return std::holds_alternative<CalibrationSetup>(stage);
}

/// Largest slope of a calibration, without its sign.
double largest_slope(const CalibrationSetup& setup) {
  double largest = 0.0;
  for (std::size_t i = 1; i < setup.curve.size(); ++i) {
    const CurvePoint begin = setup.curve[i - 1], end = setup.curve[i];
    largest = std::max(largest, std::abs((end.output - begin.output) / (end.input - begin.input)));
  }
  return largest;
}

/// Moves a level of the actuator's quantizer as a stage behind it does: its distance from the next one, and the depth at
/// which a dead band closes.
void show_levels(contact::GeneralLaw<double>& law, const StageSetup& stage) {
  if (const auto* dead_band = std::get_if<DeadBandSetup>(&stage))
    law.band = std::max(law.band, dead_band->threshold);
  const auto* bias = std::get_if<BiasSetup>(&stage);
  if (bias != nullptr && law.band > 0.0) law.band = std::max(law.band + bias->value, 0.0);
  if (const auto* calibration = std::get_if<CalibrationSetup>(&stage)) {
    law.quantum *= largest_slope(*calibration);
    if (!(law.band > 0.0)) return;
    Calibration<double> curve(*calibration);
    const Signal<double> closes{law.band, 0.0, 0.0};
    curve.follow_ramp(closes, nullptr);
    law.band = std::max(curve.output(nullptr, closes).value, 0.0);
  }
}

/// Tells the law of a quantizer of the actuator where it matters between which of its levels the contact turns or ends.
void tell_levels(contact::GeneralLaw<double>& law, const models::AxialSetup& setup) {
  for (const StageSetup& stage : setup.actuator.all()) {
    if (const auto* quantizer = std::get_if<QuantizerSetup>(&stage)) {
      law.quantum = quantizer->resolution;
      law.off_grid = quantizer->phase != 0.0;
    } else if (smooths(stage)) {
      law.quantum = 0.0;  // it smooths the levels
    } else if (law.quantum > 0.0) {
      if (const auto* delay = std::get_if<TransportDelaySetup>(&stage)) law.late = delay->delay;
      law.off_grid = law.off_grid || moves_zero(stage);
      show_levels(law, stage);
    }
  }
  const bool turns = law.viscosity > 0.0 && !law.tensile;
  if (!law.off_grid && !turns && !law.viscoplastic) law.quantum = 0.0;
  if (!(law.quantum > 0.0)) {
    law.off_grid = false;
    law.band = 0.0;
  }
  law.tooth = setup.tooth;
}

/// Whether a transport delay, which no step exceeds, is so short that the contact alone takes too many steps.
bool delays_next_to_nothing(const models::AxialSetup& setup) {
  constexpr double kShare = 0.5;  // of the contact, which damping may shorten
  const double least = kShare * models::contact_duration(setup) / kMostSteps;
  for (const ChainSetup* chain : {&setup.actuator, &setup.force_sensor})
    for (const StageSetup& stage : chain->all())
      if (const auto* delay = std::get_if<TransportDelaySetup>(&stage))
        if (delay->delay > 0.0 && delay->delay < least) return true;
  return false;
}

template <class Pair>
void set_masses(Pair& run, const models::AxialSetup& setup) {
  run.docking.model.bodies.inverse_mass = run.hil.model.bodies.inverse_mass =
      dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass);
}

/// With masses, laws and instruments set.
template <class Pair>
void start(Pair& run, const models::AxialSetup& setup, double displacement) {
  run.metrics.half_mass = 0.5 * models::reduced_mass(setup);
  run.metrics.take_tooth(setup.tooth);
  run.docking.state = run.docking.model.start(displacement, setup.approach_velocity);
  run.hil.state = run.hil.model.start(displacement, setup.approach_velocity);
  run.time = displacement / setup.approach_velocity;
  run.step = setup.step;
  run.time_limit = setup.time_limit;
  run.penetration_limit = setup.penetration_limit;
  run.silence = quantizer_silence(setup.force_sensor);
  bound_time(run);
}

contact::Damping damping_of(const models::AxialSetup& setup) {
  return contact::kLaws[static_cast<std::size_t>(setup.contact.law)].damping;
}
/// Through a low-pass and a quantizer each, by nothing else.
bool is_plainly_observed(const models::AxialSetup& setup) {
  return setup.solver == models::Solver::rk4 && !setup.compensator.present() && !setup.hybrid.present() &&
         plain(setup.actuator) && plain(setup.force_sensor);
}
template <class Pair>
Pair plainly_started(const models::AxialSetup& setup, const decltype(Pair{}.docking.model.law) & law) {
  Pair run;
  set_masses(run, setup);
  run.docking.model.law = run.hil.model.law = law;
  run.hil.model.actuator = plain_instrument(setup.actuator);
  run.hil.model.sensor = plain_instrument(setup.force_sensor);
  start(run, setup, 0.0);
  return run;
}

/// Displacement before which the interface cannot touch: 0, unless the actuator can be ahead of the bodies.
/// Empty when it touches at any distance. `least`: the shortest way to go back, m; it depends on no step, or finer
/// steps would meet the samples of a computer at other places. `foresight`: how long before it a compensator knows
/// of the contact, s.
template <class Hil>
std::optional<double> start_displacement(Hil& model, double velocity, double least, double foresight) {
  const double reach = model.actuator.residual();
  double displacement = 0.0 - reach - foresight * velocity;  // 0 and not -0 where neither is
  for (int doublings = 0; doublings < 60; ++doublings, displacement = std::min(2.0 * displacement, -least)) {
    const auto y = model.start(displacement, velocity);
    const double shown = model.observe(y).penetration;
    if (shown + (displacement < 0.0 ? reach : 0.0) <= 0.0) return displacement;
  }
  return std::nullopt;
}

/// A pair of any law, with instruments of that type of chain and that compensator.
template <class Pair, class Chain>
Pair started(models::AxialSetup setup, const decltype(Pair{}.hil.model.compensator) & compensator,
             double foresight = 0.0) {
  const bool of_actuator = slow_down(setup.actuator, setup.step);
  const bool endless =
      slow_down(setup.force_sensor, setup.step) || of_actuator || delays_next_to_nothing(setup);
  Pair run;
  set_masses(run, setup);
  run.docking.model.law = run.hil.model.law =
      contact::general_law(setup.contact, contact::kSlowestShare * setup.approach_velocity);
  if (setup.hybrid.present())
    run.hil.model.law =
        contact::general_law(law_at_interface(setup), contact::kSlowestShare * setup.approach_velocity);
  if (setup.contact.retreat < 0.0) run.hil.model.law.retreat = models::ripple(setup);
  tell_levels(run.hil.model.law, setup);
  const auto [seed, index] = setup.random;
  run.hil.model.actuator = Chain(setup.actuator, RandomStream(seed, index, 0));
  run.hil.model.sensor = Chain(setup.force_sensor, RandomStream(seed, index, 1));
  run.hil.model.actuator.ask_levels(run.hil.model.law.quantum > 0.0);
  run.hil.model.actuator.take_tooth(setup.tooth);
  run.hil.model.sensor.take_tooth(setup.tooth);
  run.hil.model.sensor.let_coincide(2.0 * setup.tooth);  // a tooth of an error is halved beforehand
  run.hil.model.compensator = compensator;
  if constexpr (decltype(run.hil.model.virtual_part)::kPresent)
    run.hil.model.virtual_part =
        hybrid::VirtualPart<double>(setup.hybrid, setup.contact.law == contact::Law::kelvin_voigt_tensile);
  if (meets_late_jumps(setup)) run.hil.model.sensor.resolve_always();
  // Finer levels are their mean, and one of the runs for the numerical error shows by how much that is off.
  const double sampled = models::sampled_level(setup);
  if (sampled > 0.0 && (setup.tooth > 0.0 || !models::is_fine_level(setup, sampled)))
    run.hil.model.actuator.resolve_always();
  // One of the runs for the numerical error does, so that the error has it.
  if (setup.tooth > 0.0) {
    const ByJumps resolved = counts_by_jumps(setup);
    if (resolved.actuator) run.hil.model.actuator.resolve_always();
    if (resolved.sensor) run.hil.model.sensor.resolve_always();
  }
  // A thousandth of the contact, as a power of two: the last bits of a library's functions must not reach results.
  int exponent = 0;  // for which 0 and infinity have no ilogb
  std::frexp(models::contact_duration(setup), &exponent);
  const double share = std::ldexp(1.0, exponent - 11);  // s
  const double least = setup.approach_velocity * share;
  const auto displacement = start_displacement(run.hil.model, setup.approach_velocity, least, foresight);
  start(run, setup, displacement.value_or(0.0));
  run.silence = std::max(run.silence, run.hil.model.sensor.residual());
  if (!displacement) run.give_up(Outcome::start_overlap);
  if (endless) run.give_up(Outcome::work_limit);
  return run;
}

}  // namespace

double displayable(double bound, const ChainSetup& instrument) {
  const QuantizerSetup* quantizer = nullptr;
  for (const StageSetup& stage : instrument.all()) {
    if (const auto* its = std::get_if<QuantizerSetup>(&stage)) {
      quantizer = its->resolution > 0.0 ? its : nullptr;
    } else if (!shows_what_it_gets(stage)) {
      quantizer = nullptr;
    }
  }
  if (quantizer == nullptr) return bound;
  constexpr double kRounding = 1e-9;
  const double off = PhasedQuantizer<double>(*quantizer).after;
  return quantizer->resolution * std::floor((bound + off) / quantizer->resolution + kRounding) - off;
}

bool is_plain(const models::AxialSetup& setup) {
  const contact::Damping damping = damping_of(setup);
  return setup.contact.exponent == 1.5 &&
         (damping == contact::Damping::none || damping == contact::Damping::restitution) &&
         is_plainly_observed(setup);
}
bool is_linear(const models::AxialSetup& setup) {
  if (damping_of(setup) != contact::Damping::viscosity || !is_plainly_observed(setup)) return false;
  if (setup.contact.exponent != 1.0 || setup.contact.curve.present()) return false;
  const bool may_pull = setup.contact.law == contact::Law::kelvin_voigt_tensile;
  return may_pull || !(setup.contact.viscosity > 0.0) || !quantizes(setup.actuator);
}

PlainPair<double> start_plain(const models::AxialSetup& setup) {
  return plainly_started<PlainPair<double>>(setup, {setup.contact.stiffness, setup.contact.damping_number,
                                                    contact::kSlowestShare * setup.approach_velocity});
}
LinearPair<double> start_linear(const models::AxialSetup& setup) {
  return plainly_started<LinearPair<double>>(setup,
                                             {setup.contact.stiffness, setup.contact.viscosity,
                                              setup.contact.law == contact::Law::kelvin_voigt_tensile});
}

template <std::size_t kSections>
AnyPair<double, kSections> start_any(const models::AxialSetup& setup) {
  return started<AnyPair<double, kSections>, AnyChain<double, kSections>>(setup, {});
}

CompensatedPair<double> start_compensated(const models::AxialSetup& setup) {
  compensation::CompensatorSetup compensator = setup.compensator;
  const auto& [actuator, sensor] = std::tie(setup.actuator, setup.force_sensor);
  bool is_designed = true;
  if (compensator.force == compensation::Force::damper &&
      compensator.damping == compensation::kByRestitution) {
    const auto damping = damping_by_restitution(setup);
    is_designed = damping.has_value();
    compensator.damping = damping.value_or(0.0);
  }
  const auto lags = compensation::lags_of(compensator, actuator, sensor);
  // A prediction slows down before the contact that it sees coming.
  const double foresight =
      compensator.position == compensation::Position::predictor ? lags.position.first : 0.0;
  auto run = started<CompensatedPair<double>, AnyChain<double>>(
      setup,
      compensation::Compensator<double>(compensator, lags,
                                        {models::reduced_mass(setup), setup.approach_velocity, setup.contact},
                                        compensation::known_instruments(compensator, actuator, sensor)),
      foresight);
  // Studies are refused before; a search over a parameter may still come here.
  if (!is_designed || !models::is_realisable(setup)) run.give_up(Outcome::diverged);
  return run;
}

template AnyPair<double, 0> start_any(const models::AxialSetup&);
template AnyPair<double, kMostSections> start_any(const models::AxialSetup&);

}  // namespace hilspace::simulate
