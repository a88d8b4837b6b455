#include "study/setups/spatial_setup.hpp"

#include <algorithm>
#include <cmath>

#include "mechanism/assembly.hpp"
#include "study/setups/ready_made.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

bool any_given(const LowPassIds& ids, const ParameterValues& values) {
  return std::ranges::any_of(ids, [&](Id id) { return !std::isnan(values[id]); });
}

/// Values of one component of an instrument in one scenario: its own, else the whole instrument's.
struct SixSource {
  SpatialInstrument instrument;
  std::size_t component;
  const ParameterValues& values;

  double own(SpatialKey key) const { return values[of_component(instrument, key, component)]; }
  double whole(SpatialKey key) const { return values[of_whole(instrument, key, half_of(component))]; }
  double operator[](SpatialKey key) const { return or_else(own(key), whole(key)); }
};

/// How strong the noise is. Of its two spellings the component's own counts, whichever it is.
double strength_of_noise(const SixSource& from, SpatialKey key) {
  const bool is_own = !std::isnan(from.own("noise.std")) || !std::isnan(from.own("noise.psd"));
  return is_own ? from.own(key) : from.whole(key);
}
bool is_noisy(const SixSource& from) {
  return strength_of_noise(from, "noise.std") > 0.0 || strength_of_noise(from, "noise.psd") > 0.0;
}
instruments::NoiseSetup noise_of(const SixSource& from) {
  return noise_setup({strength_of_noise(from, "noise.std"), strength_of_noise(from, "noise.psd"),
                      from["noise.bandwidth"], from["noise.damping"], from["noise.sample_time"]});
}

}  // namespace

models::SpacecraftSetup spacecraft_setup(const Study& study, Body body, const ParameterValues& values) {
  if (const auto& shaped = study.shaped[static_cast<std::size_t>(body)]; !shaped.shapes.empty())
    return shaped.whole;
  const auto value = [&](BodyKey key) { return values[id_of(body, key)]; };
  models::SpacecraftSetup setup;
  setup.mass = value("mass");
  setup.inertia = {value("inertia.xx"), value("inertia.xy"), value("inertia.xz"),  //
                   value("inertia.xy"), value("inertia.yy"), value("inertia.yz"),  //
                   value("inertia.xz"), value("inertia.yz"), value("inertia.zz")};
  setup.port[0] = body == Body::chaser ? value("center_to_port") : -value("center_to_port");
  return setup;
}

mechanism::Setup mechanism_setup(const Study& study, const ParameterValues& values) {
  mechanism::Setup setup;
  setup.kind = study.mechanism;
  setup.tip_radius = values["contact.radius"_id];
  if (study.mechanism == mechanism::MechanismKind::plane) return setup;
  if (mechanism::is_of_features(study.mechanism)) {
    setup.kind = mechanism::MechanismKind::features;
    setup.assembly = study.features.assembly;
    setup.link = study.features.link;
    setup.hard = study.features.hard;
    setup.start_at = study.features.start_at;
    setup.docked_at = study.features.docked_at;
    if (!mechanism::is_ready_made(study.mechanism) ||
        std::ranges::equal(dimensions(study.mechanism, values), study.features.dimensions))
      return setup;
    const auto own = ready_made(study.mechanism, values);
    setup.assembly = std::make_shared<const mechanism::Assembly>(
        mechanism::Assembly::of(own.features, own.pairs, own.latches, own.link && own.link->on_target));
    setup.link = own.link;
    return setup;
  }
  setup.cylinder_radius = values["drogue.cylinder_radius"_id];
  setup.cylinder_length = values["drogue.cylinder_length"_id];
  setup.frustum_length = values["drogue.frustum_length"_id];
  setup.half_angle =
      or_else(values["drogue.half_angle"_id],
              std::atan2(values["drogue.mouth_radius"_id] - setup.cylinder_radius, setup.frustum_length));
  return setup;
}

std::optional<instruments::StageSetup> stage_setup(const Study& study, SpatialInstrument instrument,
                                                   std::size_t component, StageKind kind,
                                                   const ParameterValues& values) {
  const SixSource source{instrument, component, values};
  const auto name = instruments::kStages[kind].name;
  if (name == "low_pass") {
    const auto of_its_own = low_pass_of_component(instrument, component);
    const auto ids = any_given(of_its_own, values) ? of_its_own : low_pass_of_whole(instrument);
    if (any_given(ids, values)) return low_pass_setup(ids, source["damping"], values);
  } else if (name == "quantizer") {
    if (const double its = source["resolution"]; !std::isnan(its)) return instruments::QuantizerSetup{its};
  } else if (name == "transport_delay") {
    // One of 0 is none, and leaves the plain chain that is fast.
    if (const double its = source["transport_delay.delay"]; its > 0.0)
      return instruments::TransportDelaySetup{its};
  } else if (name == "sample_hold") {
    if (const double its = source["sample_hold.rate"]; !std::isnan(its))
      return instruments::SampleHoldSetup{its};
  } else if (name == "noise") {
    if (is_noisy(source)) return noise_of(source);
  } else if (name == "bias") {
    if (const double its = source["bias.value"]; !std::isnan(its) && its != 0.0)
      return instruments::BiasSetup{its};
  } else if (name == "dead_band") {
    if (const double its = source["dead_band.threshold"]; its > 0.0) return instruments::DeadBandSetup{its};
  } else if (name == "saturation") {
    const double min = source["saturation.min"], max = source["saturation.max"];
    if (instruments::SaturationSetup its; !std::isnan(min) || !std::isnan(max))
      return instruments::SaturationSetup{or_else(min, its.min), or_else(max, its.max)};
  } else if (name == "calibration") {
    const auto curve = study.spatial_stages[static_cast<std::size_t>(instrument)].curve_of(component);
    if (!curve.empty()) return instruments::CalibrationSetup{curve};
  } else if (name == "transfer_function") {
    const auto sections = study.spatial_stages[static_cast<std::size_t>(instrument)].sections_of(component);
    if (!sections.empty()) return instruments::TransferFunctionSetup{sections};
  }
  return std::nullopt;
}

std::optional<Mat3> compliance_matrix(const Study& study, const ParameterValues& values) {
  if (!study.springs.empty()) return hybrid::stiffness_of(study.springs);
  Vec3 along{values["compliance.stiffness_along.x"_id], values["compliance.stiffness_along.y"_id],
             values["compliance.stiffness_along.z"_id]};
  if (std::isnan(along[0])) along.fill(values["compliance.stiffness"_id]);
  if (std::isnan(along[0])) return std::nullopt;
  return Mat3{along[0], 0.0, 0.0, 0.0, along[1], 0.0, 0.0, 0.0, along[2]};
}

hybrid::SpatialSetup spatial_hybrid_setup(const Study& study, const ParameterValues& values,
                                          const models::SixDofSetup& its) {
  using hybrid::Share;
  hybrid::SpatialSetup setup;
  const auto springs = compliance_matrix(study, values);
  setup.its.is_real = springs.has_value();
  setup.its.is_computed = !std::isnan(values["virtual.source"_id]);
  setup.wanted = {its.contact.stiffness, its.contact.viscosity};
  if (springs) {
    setup.springs = *springs;
    setup.reading = static_cast<hybrid::ComplianceReading>(or_else(values["compliance.reading"_id], 0.0));
    setup.its.real_damping = or_else(values["compliance.damping"_id], 0.0);
  }
  if (!setup.its.is_computed) return setup;
  setup.its.source = static_cast<hybrid::Source>(values["virtual.source"_id]);
  if (setup.its.source == hybrid::Source::measured)
    setup.its.measurement_delay = or_else(values["virtual.measurement_delay"_id], 0.0);
  setup.its.rate = or_else(values["virtual.rate"_id], 0.0);
  setup.stiffness_along = {values["virtual.stiffness_along.x"_id], values["virtual.stiffness_along.y"_id],
                           values["virtual.stiffness_along.z"_id]};
  setup.damping_along = {values["virtual.damping_along.x"_id], values["virtual.damping_along.y"_id],
                         values["virtual.damping_along.z"_id]};
  setup.torsional_damping = {or_else(values["virtual.torsional_damping.x"_id], 0.0),
                             or_else(values["virtual.torsional_damping.y"_id], 0.0),
                             or_else(values["virtual.torsional_damping.z"_id], 0.0)};
  const double stiffness = values["virtual.stiffness"_id], damping = values["virtual.damping"_id];
  const bool stiff_along = !std::isnan(setup.stiffness_along[0]),
             damped_along = !std::isnan(setup.damping_along[0]);
  if (!stiff_along) setup.stiffness_along = {};
  if (!damped_along) setup.damping_along = {};
  setup.stiffness = stiff_along ? Share::along_axes : stiffness == rows::kFill ? Share::fill : Share::value;
  setup.damping = damped_along                  ? Share::along_axes
                  : damping == rows::kFill      ? Share::fill
                  : damping == rows::kCorrected ? Share::corrected
                                                : Share::value;
  if (setup.stiffness == Share::value) setup.its.virtual_stiffness = stiffness;
  if (setup.damping == Share::value) setup.its.virtual_damping = damping;
  setup.lags = hybrid::lags_of(setup.its, its.robot[0], its.wrench_sensor[0]);
  return setup;
}

instruments::ChainSetup chain_setup(const Study& study, SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values) {
  instruments::ChainSetup chain;
  for (const StageKind kind : study.spatial_chains[static_cast<std::size_t>(instrument)])
    if (const auto stage = stage_setup(study, instrument, component, kind, values)) chain.add(*stage);
  return chain;
}

}  // namespace hilspace::study
