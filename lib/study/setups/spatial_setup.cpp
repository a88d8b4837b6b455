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

instruments::ChainSetup chain_setup(const Study& study, SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values) {
  const auto value = [&](SpatialKey key) {
    return or_else(values[of_component(instrument, key, component)],
                   values[of_whole(instrument, key, half_of(component))]);
  };
  instruments::ChainSetup chain;
  for (const StageKind kind : study.spatial_chains[static_cast<std::size_t>(instrument)]) {
    if (kind == kLowPass) {
      const auto of_its_own = low_pass_of_component(instrument, component);
      const auto ids = any_given(of_its_own, values) ? of_its_own : low_pass_of_whole(instrument);
      if (any_given(ids, values)) chain.add(low_pass_setup(ids, value("damping"), values));
    } else if (kind == kQuantizer) {
      if (const double its = value("resolution"); !std::isnan(its))
        chain.add(instruments::QuantizerSetup{its});
    } else if (kind == kTransportDelay) {
      // One of 0 is none, and leaves the plain chain that is fast.
      if (const double its = value("transport_delay.delay"); its > 0.0)
        chain.add(instruments::TransportDelaySetup{its});
    } else if (const double its = value("sample_hold.rate"); !std::isnan(its)) {
      chain.add(instruments::SampleHoldSetup{its});
    }
  }
  return chain;
}

}  // namespace hilspace::study
