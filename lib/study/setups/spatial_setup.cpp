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
  using enum BodyKey;
  models::SpacecraftSetup setup;
  setup.mass = value(mass);
  setup.inertia = {value(inertia_xx), value(inertia_xy), value(inertia_xz),  //
                   value(inertia_xy), value(inertia_yy), value(inertia_yz),  //
                   value(inertia_xz), value(inertia_yz), value(inertia_zz)};
  setup.port[0] = body == Body::chaser ? value(center_to_port) : -value(center_to_port);
  return setup;
}

mechanism::Setup mechanism_setup(const Study& study, const ParameterValues& values) {
  mechanism::Setup setup;
  setup.kind = study.mechanism;
  setup.tip_radius = values[Id::contact_radius];
  if (study.mechanism == mechanism::Kind::plane) return setup;
  setup.cylinder_radius = values[Id::drogue_cylinder_radius];
  setup.cylinder_length = values[Id::drogue_cylinder_length];
  setup.frustum_length = values[Id::drogue_frustum_length];
  setup.half_angle =
      or_else(values[Id::drogue_half_angle],
              std::atan2(values[Id::drogue_mouth_radius] - setup.cylinder_radius, setup.frustum_length));
  return setup;
}

instruments::ChainSetup chain_setup(SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values) {
  const auto own = [&](SpatialKey key) { return values[of_component(instrument, key, component)]; };
  const auto whole = [&](SpatialKey key) { return values[of_whole(instrument, key, component)]; };
  instruments::ChainSetup chain;

  const auto of_its_own = low_pass_of_component(instrument, component);
  const auto ids = any_given(of_its_own, values) ? of_its_own : low_pass_of_whole(instrument);
  if (any_given(ids, values))
    chain.add(low_pass_setup(ids, or_else(own(SpatialKey::damping), whole(SpatialKey::damping)), values));

  const double resolution = or_else(own(SpatialKey::resolution), whole(SpatialKey::resolution));
  if (!std::isnan(resolution)) chain.add(instruments::QuantizerSetup{resolution});
  return chain;
}

}  // namespace hilspace::study
