#include "study/setups/spatial_setup.hpp"

#include <algorithm>
#include <cmath>

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
  if (study.mechanism == mechanism::MechanismKind::features) {
    setup.assembly = study.features.assembly.get();
    setup.link = study.features.link;
    setup.start_at = study.features.start_at;
    setup.docked_at = study.features.docked_at;
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

instruments::ChainSetup chain_setup(SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values) {
  const auto own = [&](SpatialKey key) { return values[of_component(instrument, key, component)]; };
  const auto whole = [&](SpatialKey key) { return values[of_whole(instrument, key, half_of(component))]; };
  instruments::ChainSetup chain;

  const auto of_its_own = low_pass_of_component(instrument, component);
  const auto ids = any_given(of_its_own, values) ? of_its_own : low_pass_of_whole(instrument);
  if (any_given(ids, values))
    chain.add(low_pass_setup(ids, or_else(own("damping"), whole("damping")), values));

  const double resolution = or_else(own("resolution"), whole("resolution"));
  if (!std::isnan(resolution)) chain.add(instruments::QuantizerSetup{resolution});
  return chain;
}

}  // namespace hilspace::study
