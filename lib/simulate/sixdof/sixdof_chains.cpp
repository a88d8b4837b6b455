#include "simulate/sixdof/sixdof_chains.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "mechanism/assembly.hpp"
#include "metrics/catalogue.hpp"
#include "simulate/hybrid_facts.hpp"
#include "simulate/noise_limit.hpp"

namespace hilspace::simulate {

using models::kComponents;
using models::SixDofSetup;

namespace {

/// Whether a chain needs more than a low-pass and a quantizer behind it.
bool is_general(const instruments::ChainSetup& chain) {
  const auto stages = chain.all();
  std::size_t at = 0;
  if (at < stages.size() && std::holds_alternative<instruments::LowPassSetup>(stages[at])) ++at;
  if (at < stages.size() && std::holds_alternative<instruments::QuantizerSetup>(stages[at])) ++at;
  return at < stages.size();
}

/// Streams of noise: of what lies on the docking axis those of the axial model's two instruments
/// (simulate/pair_run.cpp); of the others some that nothing else has (study/setups/phases.hpp).
std::uint64_t noise_stream(SixInstrument instrument, std::size_t component) {
  constexpr std::uint64_t kOthers = 16;
  if (instrument == SixInstrument::target_sensor) return kOthers + 2 * kComponents + component;
  const auto its = static_cast<std::uint64_t>(instrument);
  return component == 0 ? its : kOthers + 2 * component + its;
}

/// How long after a push its output has settled to a few hundredths: as a low-pass of damping 0.7 has in 4/w. s
double settling(const instruments::ChainSetup& chain) {
  constexpr double kTimeConstants = 4.0 * 0.7;
  double longest = 0.0;
  for (const auto& stage : chain.all()) {
    if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage);
        its != nullptr && its->natural_frequency > 0.0)
      longest = std::max(longest, 4.0 / its->natural_frequency);
    if (const auto* its = std::get_if<instruments::TransferFunctionSetup>(&stage))
      for (const auto& [numerator, a] : its->sections) {
        const double half = 0.5 * a[1] / a[2], turn = half * half - a[0] / a[2];
        const double slowest = a[2] == 0.0 ? a[0] / a[1] : turn > 0.0 ? half - std::sqrt(turn) : half;
        if (a[1] != 0.0 && slowest > 0.0) longest = std::max(longest, kTimeConstants / slowest);
      }
  }
  return longest;
}

}  // namespace

models::PlainSix plain_instruments(const models::SixChains& setups, double slow, double slow_places,
                                   bool resolve) {
  models::PlainSix instruments;
  for (std::size_t i = 0; i < kComponents; ++i) {
    instruments::LowPassSetup low_pass;
    instruments::QuantizerSetup quantizer;
    for (const auto& stage : setups[i].all()) {
      if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage)) low_pass = *its;
      if (const auto* its = std::get_if<instruments::QuantizerSetup>(&stage)) quantizer = *its;
    }
    instruments.chains[i].low_pass() = instruments::LowPass<double>(low_pass);
    auto& quantum = instruments.chains[i].quantizer() = instruments::PhasedQuantizer<double>(quantizer);
    quantum.slow = slow * (models::is_linear(i) ? slow_places : 1.0) * quantizer.resolution;
    if (resolve) quantum.resolve_always();
  }
  return instruments;
}

template <class Six>
Six general_instruments(const models::SixChains& setups, const models::RandomKey& key,
                        SixInstrument instrument, double slow, double slow_places, bool resolve) {
  Six instruments;
  for (std::size_t i = 0; i < kComponents; ++i) {
    instruments.chains[i] =
        typename Six::One(setups[i], RandomStream(key.seed, key.index, noise_stream(instrument, i)));
    instruments.chains[i].resolve_up_to(slow * (models::is_linear(i) ? slow_places : 1.0));
    if (resolve) instruments.chains[i].resolve_always();
  }
  return instruments;
}
template models::GeneralSix general_instruments(const models::SixChains&, const models::RandomKey&,
                                                SixInstrument, double, double, bool);
template models::FilteredSix general_instruments(const models::SixChains&, const models::RandomKey&,
                                                 SixInstrument, double, double, bool);

double random_reach(const SixDofSetup& setup) {
  double places = 0.0, angles = 0.0;
  for (std::size_t i = 0; i < kComponents; ++i) {
    instruments::ChainSetup chain = setup.robot[i];
    for (auto& stage : chain.all())
      if (auto* bias = std::get_if<instruments::BiasSetup>(&stage)) bias->value = 0.0;
    const double its = models::FilteredSix::One(chain, RandomStream(0, 0, 0)).residual();
    (models::is_linear(i) ? places : angles) += its * its;
  }
  const bool has_extent = setup.mechanism.kind == mechanism::MechanismKind::features;
  return std::sqrt(places) + (has_extent ? setup.mechanism.assembly->length() : 0.0) * std::sqrt(angles);
}

void fill_compensator(const SixDofSetup& setup, models::ComponentCompensators& each,
                      compensation::Compensator<double>& along) {
  const compensation::Impact impact{models::reduced_mass(setup), setup.approach_velocity, setup.contact};
  const bool leads = setup.compensator.force == compensation::Force::lead;
  auto of_components = setup.compensator, of_normal = setup.compensator;
  of_components.force = leads ? compensation::Force::lead : compensation::Force::none;
  of_normal.position = compensation::Position::none;
  if (leads) of_normal.force = compensation::Force::none;
  for (std::size_t i = 0; i < kComponents; ++i)
    each[i] = compensation::Compensator<double>(
        of_components, compensation::lags_of(setup.compensator, setup.robot[i], setup.wrench_sensor[i]),
        impact);
  along = compensation::Compensator<double>(of_normal, {}, impact);
}

models::GeneralSix measurement_of(const SixDofSetup& setup) {
  const auto& its = setup.hybrid.its;
  instruments::ChainSetup chain;
  if (its.source == hybrid::Source::measured && its.measurement_delay > 0.0)
    chain.add(instruments::TransportDelaySetup{its.measurement_delay});
  if (its.rate > 0.0) chain.add(instruments::SampleHoldSetup{its.rate});
  models::SixChains all;
  all.fill(chain);
  return general_instruments<models::GeneralSix>(all, {}, SixInstrument::robot, 1.0, 1.0, false);
}

bool needs_general(const SixDofSetup& setup) {
  return setup.compensator.present() || setup.hybrid.present() ||
         std::ranges::any_of(setup.robot, is_general) || std::ranges::any_of(setup.wrench_sensor, is_general);
}

bool needs_filters(const SixDofSetup& setup) {
  const auto has_filter = [](const instruments::ChainSetup& chain) {
    return instruments::has_sections(instruments::kinds(chain));
  };
  return std::ranges::any_of(setup.robot, has_filter) || std::ranges::any_of(setup.wrench_sensor, has_filter);
}

double ahead(const SixDofSetup& setup) {
  if (setup.compensator.position == compensation::Position::none) return 0.0;
  double longest = 0.0;
  for (std::size_t i = 0; i < kComponents; ++i)
    longest = std::max(
        longest,
        compensation::lags_of(setup.compensator, setup.robot[i], setup.wrench_sensor[i]).position.first);
  return longest;
}

bool displaces(const SixDofSetup& setup) {
  return std::ranges::any_of(setup.robot, [](const instruments::ChainSetup& chain) {
    return std::ranges::any_of(chain.all(), [](const instruments::StageSetup& stage) {
      return std::holds_alternative<instruments::NoiseSetup>(stage) ||
             std::holds_alternative<instruments::BiasSetup>(stage) ||
             std::holds_alternative<instruments::DeadBandSetup>(stage) ||
             std::holds_alternative<instruments::SaturationSetup>(stage) ||
             std::holds_alternative<instruments::CalibrationSetup>(stage) ||
             std::holds_alternative<instruments::TransferFunctionSetup>(stage);
    });
  });
}

bool slow_down(SixDofSetup& setup) {
  bool any = false;
  for (auto* chains : {&setup.robot, &setup.wrench_sensor})
    for (auto& chain : *chains) any = slow_down(chain, setup.step) || any;
  return any;
}

double shortest_delay(const SixDofSetup& setup) {
  double shortest = HUGE_VAL;
  for (const auto* chains : {&setup.robot, &setup.wrench_sensor})
    for (const auto& chain : *chains)
      for (const auto& stage : chain.all())
        if (const auto* its = std::get_if<instruments::TransportDelaySetup>(&stage); its && its->delay > 0.0)
          shortest = std::min(shortest, its->delay);
  if (const double late = setup.hybrid.its.measurement_delay; late > 0.0) shortest = std::min(shortest, late);
  return shortest;
}

std::size_t states_before(const instruments::ChainSetup& chain, std::size_t kind, std::size_t filter) {
  std::size_t states = 0;
  for (const auto& stage : chain.all()) {
    if (stage.index() == kind) return states;
    if (std::holds_alternative<instruments::LowPassSetup>(stage))
      states += instruments::LowPass<double>::kStates;
    if (std::holds_alternative<instruments::TransportDelaySetup>(stage))
      states += instruments::TransportDelay<double>::kStates;
    if (std::holds_alternative<instruments::TransferFunctionSetup>(stage)) states += filter;
  }
  return states;
}

void scale_filter(const instruments::TransferFunctionSetup& filter, double amplitude,
                  std::optional<double> rate, double* scale) {
  for (const instruments::Section& section : filter.sections) {
    const auto its = instruments::normal(section);
    const double its_rate = rate.value_or(amplitude * std::sqrt(std::abs(its.c0)));
    scale[0] = its.oscillates ? std::abs(its.z_held) * amplitude : 0.0;
    scale[1] = its.oscillates ? std::abs(its.z_held) * its_rate : std::abs(its.rate_held) * amplitude;
    // A gain of 0 leaves what the free motion shows.
    const double gain = its.held > 0.0 ? its.held : its.most;
    amplitude *= gain;
    if (rate) *rate *= gain;
    scale += 2;
  }
}

double natural_frequency(const instruments::ChainSetup& chain) {
  for (const auto& stage : chain.all())
    if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage)) return its->natural_frequency;
  return 0.0;
}

ElasticPeak elastic_peak(const models::SixDofSetup& setup) {
  const double depth =
      contact::elastic_depth(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
  return {depth, contact::elastic_force(setup.contact, depth)};
}

metrics::HybridFacts facts_of(const SixDofSetup& setup) {
  if (!setup.hil || !setup.hybrid.present()) return {};
  return hybrid_facts(models::straight_hit(setup), metrics::kUndefined);
}

double fine_step(const SixDofSetup& setup) {
  return setup.solver == models::Solver::reference ? setup.step : setup.step / models::kFineSteps;
}

double closing(const SixDofSetup& setup) {
  bool ideal = setup.robot_coupling == models::kUncoupled && setup.wrench_coupling == models::kUncoupled;
  double settled = 0.0, latency = 0.0;
  for (std::size_t i = 0; i < kComponents; ++i) {
    ideal = ideal && models::is_ideal(setup.robot[i]) && models::is_ideal(setup.wrench_sensor[i]);
    if (!models::is_linear(i)) continue;
    settled = std::max(settled, settling(setup.robot[i]));
    double late = 0.0;
    for (const auto* chain : {&setup.robot[i], &setup.wrench_sensor[i]})
      for (const auto& stage : chain->all()) {
        if (const auto* its = std::get_if<instruments::TransportDelaySetup>(&stage)) late += its->delay;
        if (const auto* its = std::get_if<instruments::SampleHoldSetup>(&stage))
          late += its->rate > 0.0 ? 1.0 / its->rate : 0.0;
      }
    latency = std::max(latency, late);
  }
  if (const auto& its = setup.hybrid.its; its.is_computed) {
    ideal = ideal && !(its.measurement_delay > 0.0) && !(its.rate > 0.0);
    latency += its.measurement_delay + (its.rate > 0.0 ? 1.0 / its.rate : 0.0);
  }
  return ideal ? 0.0 : std::min(20e-3, std::max(0.5e-3, 3.0 * settled)) + latency;
}

}  // namespace hilspace::simulate
