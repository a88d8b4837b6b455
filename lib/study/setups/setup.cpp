#include "study/setups/setup.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "contact/law.hpp"
#include "hybrid/shares.hpp"
#include "study/notation/expression.hpp"

namespace hilspace::study {
namespace {

using namespace instruments;

const contact::NamedLaw& law_of(const ParameterValues& values) { return named_law(values["contact.law"_id]); }

contact::Material material(const Study& study, double index) {
  return study.materials[static_cast<std::size_t>(index)].material;
}

double radius(const ParameterValues& values) {
  if (!std::isnan(values["contact.radius"_id])) return values["contact.radius"_id];  // the target is flat
  return contact::effective_radius(values["contact.chaser_radius"_id], values["contact.target_radius"_id]);
}

/// Data of one instrument in one scenario.
struct Source {
  const InstrumentData& data;
  Instrument instrument;
  const ParameterValues& values;

  double operator[](InstrumentKey key) const { return values[id_of(instrument, key)]; }
};

void fill(LowPassSetup& setup, const Source& from) {
  const bool shorthand = from.data.shorthand;
  setup = low_pass_setup(low_pass_of(from.instrument, shorthand),
                         shorthand ? from["damping"] : from["low_pass.damping"], from.values);
}

void fill(QuantizerSetup& setup, const Source& from) {
  setup.resolution = from.data.shorthand ? from["resolution"] : from["quantizer.resolution"];
}

void fill(TransportDelaySetup& setup, const Source& from) { setup.delay = from["transport_delay.delay"]; }

void fill(SampleHoldSetup& setup, const Source& from) { setup.rate = from["sample_hold.rate"]; }

void fill(NoiseSetup& setup, const Source& from) {
  setup = noise_setup({from["noise.std"], from["noise.psd"], from["noise.bandwidth"], from["noise.damping"],
                       or_else(from["noise.sample_time"], 1.0 / from.values["rig.rate"_id])});
}

void fill(BiasSetup& setup, const Source& from) { setup.value = from["bias.value"]; }

void fill(DeadBandSetup& setup, const Source& from) { setup.threshold = from["dead_band.threshold"]; }

void fill(SaturationSetup& setup, const Source& from) {
  setup = {or_else(from["saturation.min"], setup.min), or_else(from["saturation.max"], setup.max)};
}

void fill(CalibrationSetup& setup, const Source& from) { setup.curve = from.data.calibration; }

void fill(TransferFunctionSetup& setup, const Source& from) { setup.sections = from.data.transfer_function; }

/// The alternative of StageSetup at index `kind`.
template <std::size_t... I>
StageSetup filled(StageKind kind, const Source& from, std::index_sequence<I...>) {
  StageSetup setup;
  const auto make = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
    if (kind == J) fill(setup.emplace<J>(), from);
  };
  (make(std::integral_constant<std::size_t, I>{}), ...);
  return setup;
}

}  // namespace

const contact::NamedLaw& named_law(double value) {
  const auto place = static_cast<std::size_t>(value);
  return contact::kLaws[place < contact::kLaws.size()
                            ? place
                            : static_cast<std::size_t>(contact::Law::hunt_crossley)];
}

double damping_number(const Study& study, const ParameterValues& values) {
  const auto place = static_cast<std::size_t>(values["contact.law"_id]);
  const double restitution = values["contact.restitution"_id];
  if (place < contact::kLaws.size()) return contact::damping_number(contact::kLaws[place].law, restitution);
  std::string complaint;
  const auto chi =
      evaluate(study.laws[place - contact::kLaws.size()].damping_number, "c", restitution, complaint);
  return chi && std::isfinite(*chi) ? *chi : kNone;
}

contact::ForceCurve force_curve(const Study& study, double law) {
  const auto place = static_cast<std::size_t>(law);
  if (place < contact::kLaws.size()) return {};
  return {study.laws[place - contact::kLaws.size()].pieces};
}

double penetration_limit(const Study& study, const ParameterValues& values) {
  const auto curve = force_curve(study, values["contact.law"_id]);
  return or_else(values["numerics.penetration_limit"_id],
                 curve.present() ? curve.end() : std::numeric_limits<double>::infinity());
}

NoiseSetup noise_setup(const NoiseValues& values) {
  NoiseSetup setup;
  setup.bandwidth = or_else(values.bandwidth, 0.0);
  setup.damping = or_else(values.damping, setup.damping);
  const bool white = !(setup.bandwidth > 0.0);
  setup.sample_time = or_else(values.sample_time, 1.0 / (10.0 * setup.bandwidth));
  // The noise bandwidth of the low-pass is w/(4 zeta); that of the train itself 1/(its sample time).
  const double variance_of_psd =
      white ? values.psd / setup.sample_time
            : values.psd * (2.0 * std::numbers::pi * setup.bandwidth) / (4.0 * setup.damping);
  setup.std = or_else(values.std, std::sqrt(variance_of_psd));
  return setup;
}

LowPassSetup low_pass_setup(const LowPassIds& speed, double damping, const ParameterValues& values) {
  const auto [total_delay, lag, bandwidth, natural_frequency] = speed;
  LowPassSetup setup{or_else(values[natural_frequency], 0.0), damping};
  if (values[total_delay] > 0.0) setup.natural_frequency = 4.0 / values[total_delay];
  if (values[lag] > 0.0) setup.natural_frequency = 2.0 * damping / values[lag];
  if (values[bandwidth] > 0.0) setup.natural_frequency = 2.0 * std::numbers::pi * values[bandwidth];
  return setup;
}

double exponent(contact::Law law, const ParameterValues& values) {
  const bool linear = contact::kLaws[static_cast<std::size_t>(law)].damping == contact::Damping::viscosity;
  return or_else(values["contact.exponent"_id], linear ? 1.0 : 1.5);
}

double stiffness(const Study& study, const ParameterValues& values) {
  if (!std::isnan(values["contact.stiffness"_id])) return values["contact.stiffness"_id];
  if (!std::isnan(values["contact.reference_force"_id]))
    return values["contact.reference_force"_id] /
           std::pow(values["contact.reference_penetration"_id], exponent(law_of(values).law, values));
  return contact::hertz_stiffness(material(study, values["contact.chaser_material"_id]),
                                  material(study, values["contact.target_material"_id]), radius(values));
}

double hertz_radius(const ParameterValues& values) {
  return std::isnan(values["contact.chaser_material"_id]) ? kNone : radius(values);
}

contact::LawSetup law_setup(const Study& study, const ParameterValues& values) {
  const auto& law = law_of(values);
  contact::LawSetup setup;
  setup.law = law.law;
  setup.curve = force_curve(study, values["contact.law"_id]);
  setup.exponent = setup.curve.present() ? 1.0 : exponent(law.law, values);
  setup.stiffness = setup.curve.present() ? 1.0 : stiffness(study, values);
  switch (law.damping) {
    case contact::Damping::none:
      break;
    case contact::Damping::restitution:
      setup.damping_number = damping_number(study, values);
      break;
    case contact::Damping::viscosity:
      setup.viscosity = values["contact.damping"_id];
      break;
    case contact::Damping::plastic:
      setup.damping_per_stiffness = values["contact.damping_per_stiffness"_id];
      setup.permanent_deformation = values["contact.permanent_deformation"_id];
      setup.compaction_rate = or_else(values["contact.compaction_rate"_id], setup.compaction_rate);
      setup.retreat = or_else(values["contact.retreat"_id], setup.retreat);
      break;
  }
  return setup;
}

StageSetup stage_setup(const Study& study, Instrument instrument, StageKind kind,
                       const ParameterValues& values) {
  const Source source{study.instruments[static_cast<std::size_t>(instrument)], instrument, values};
  return filled(kind, source, std::make_index_sequence<kStages.size()>{});
}

compensation::CompensatorSetup compensator_setup(const ParameterValues& values) {
  compensation::CompensatorSetup setup;
  setup.position = static_cast<compensation::Position>(or_else(values["compensator.position"_id], 0.0));
  setup.force = static_cast<compensation::Force>(or_else(values["compensator.force"_id], 0.0));
  setup.order = static_cast<int>(or_else(values["compensator.order"_id], setup.order));
  setup.lag = values["compensator.lag"_id];
  setup.lag_error = or_else(values["compensator.lag_error"_id], setup.lag_error);
  setup.model_error = or_else(values["compensator.model_error"_id], setup.model_error);
  setup.damping = or_else(values["compensator.damping"_id], setup.damping);
  setup.rate = or_else(values["compensator.rate"_id], setup.rate);
  setup.filter = 2.0 * std::numbers::pi * or_else(values["compensator.filter"_id], 0.0);
  setup.ports = static_cast<int>(or_else(values["compensator.ports"_id], setup.ports));
  return setup;
}

double compliance_stiffness(const Study& study, const ParameterValues& values) {
  if (study.springs.empty()) return values["compliance.stiffness"_id];
  const auto reading = static_cast<hybrid::ComplianceReading>(or_else(values["compliance.reading"_id], 0.0));
  return stiffness_along(study.springs, or_else(values["compliance.normal_angle"_id], 0.0), reading)
      .value_or(kNone);
}

hybrid::HybridSetup hybrid_setup(const Study& study, const ParameterValues& values,
                                 const models::AxialSetup& its) {
  hybrid::HybridSetup setup;
  const double real = compliance_stiffness(study, values);
  setup.is_real = !std::isnan(real);
  setup.is_computed = !std::isnan(values["virtual.source"_id]);
  if (setup.is_real) {
    setup.real_stiffness = real;
    setup.real_damping = or_else(values["compliance.damping"_id], 0.0);
  }
  if (!setup.is_computed) return setup;
  setup.source = static_cast<hybrid::Source>(values["virtual.source"_id]);
  if (setup.source == hybrid::Source::measured)
    setup.measurement_delay = or_else(values["virtual.measurement_delay"_id], 0.0);
  setup.rate = or_else(values["virtual.rate"_id], 0.0);
  const hybrid::Wanted wanted{its.contact.stiffness, its.contact.viscosity};
  const double stiffness = values["virtual.stiffness"_id], damping = values["virtual.damping"_id];
  setup.virtual_stiffness = stiffness == rows::kFill ? filling_stiffness(wanted, setup) : stiffness;
  setup.virtual_damping = damping;
  if (damping == rows::kFill) setup.virtual_damping = filling_damping(wanted, setup);
  if (damping == rows::kCorrected)
    setup.virtual_damping =
        corrected_damping(wanted, setup, hybrid::lags_of(setup, its.actuator, its.force_sensor));
  return setup;
}

ChainSetup chain_setup(const Study& study, Instrument instrument, const ParameterValues& values) {
  ChainSetup chain;
  for (const StageKind kind : study.instruments[static_cast<std::size_t>(instrument)].stages)
    chain.add(stage_setup(study, instrument, kind, values));
  return chain;
}

}  // namespace hilspace::study
