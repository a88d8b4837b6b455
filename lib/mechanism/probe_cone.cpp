#include "mechanism/probe_cone.hpp"

#include "mechanism/socket.hpp"

namespace hilspace::mechanism {

Parts probe_cone(const ProbeConeSetup& setup) {
  FeatureSetup head = feature("head", Side::chaser, true, FeatureType::sphere);
  head.radius = setup.head_radius;
  FeatureSetup rod = feature("rod", Side::chaser, true, FeatureType::segment);
  rod.from = {-setup.rod_length, 0.0, 0.0};
  rod.radius = setup.rod_radius;
  FeatureSetup cone = feature("cone", Side::target, false, FeatureType::revolution);
  cone.profile = cone_profile(setup.socket_radius, setup.socket_depth, setup.mouth_radius, setup.mouth_depth);
  FeatureSetup rim = feature("socket rim", Side::target, false, FeatureType::edge);
  rim.at = {-setup.socket_depth, 0.0, 0.0};
  rim.radius = setup.socket_radius;
  FeatureSetup mouth = feature("mouth", Side::target, false, FeatureType::edge);
  mouth.at = {-setup.mouth_depth, 0.0, 0.0};
  mouth.radius = setup.mouth_radius;
  return {{head, rod, cone, rim, mouth},
          {{"head", "cone", {}}, {"rod", "socket rim", {}}, {"rod", "mouth", {}}},
          {plungers_in(cone.name, {setup.plungers, 0.0, setup.plunger_tip, setup.plunger_half_thickness,
                                   setup.groove_front, setup.groove_rear, setup.plunger_preload,
                                   setup.plunger_rate, setup.plunger_travel, setup.plunger_stop})},
          link_on(setup)};
}

}  // namespace hilspace::mechanism
