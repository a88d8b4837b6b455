#include "mechanism/berthing.hpp"

#include "mechanism/socket.hpp"

namespace hilspace::mechanism {
namespace {

FeatureSetup on_head(const std::string& name, FeatureType type) {
  return feature(name, Side::chaser, true, type);
}
FeatureSetup on_body(const std::string& name, FeatureType type, double count) {
  FeatureSetup made = feature(name, Side::chaser, false, type);
  made.repeat = static_cast<std::size_t>(count);
  return made;
}
FeatureSetup rim(const std::string& name, double depth, double radius) {
  FeatureSetup made = feature(name, Side::target, false, FeatureType::edge);
  made.at = {-depth, 0.0, 0.0};
  made.radius = radius;
  return made;
}

FeatureSetup flank(const BerthingSetup& setup) {
  FeatureSetup made = on_head("flank", FeatureType::segment);
  made.from = {-setup.base_place, setup.base_radius, 0.0};
  made.to = {0.0, setup.nose_radius, 0.0};
  made.repeat = static_cast<std::size_t>(setup.flanks);
  return made;
}

}  // namespace

Parts berthing(const BerthingSetup& setup) {
  FeatureSetup nose = on_head("nose", FeatureType::sphere);
  nose.radius = setup.nose_radius;
  FeatureSetup base = on_head("base", FeatureType::torus);
  base.at = {-setup.base_place, 0.0, 0.0};
  base.radius = setup.base_radius;
  base.tube = setup.base_tube;
  FeatureSetup roller = on_body("roller", FeatureType::sphere, setup.rollers);
  roller.at = {-setup.roller_place, setup.roller_circle, 0.0};
  roller.radius = setup.roller_radius;
  FeatureSetup rod = on_body("limit rod", FeatureType::segment, setup.limit_rods);
  rod.from = {-setup.limit_place - setup.limit_length, setup.limit_circle, 0.0};
  rod.to = {-setup.limit_place, setup.limit_circle, 0.0};
  rod.radius = setup.limit_radius;
  FeatureSetup end = on_body("limit end", FeatureType::sphere, setup.limit_rods);
  end.at = rod.to;
  end.radius = setup.limit_radius;
  FeatureSetup cone = feature("cone", Side::target, false, FeatureType::revolution);
  cone.profile = cone_profile(setup.socket_radius, setup.socket_depth, setup.mouth_radius, setup.mouth_depth);
  return {{nose, flank(setup), base, roller, rod, end, cone,
           rim("socket rim", setup.socket_depth, setup.socket_radius),
           rim("mouth", setup.mouth_depth, setup.mouth_radius)},
          {{"nose", "cone", {}},
           {"base", "cone", {}},
           {"flank", "socket rim", {}},
           {"roller", "cone", {}},
           {"limit end", "cone", {}},
           {"limit rod", "mouth", {}}},
          {plungers_in(cone.name,
                       {setup.plungers, -setup.plunger_place, setup.plunger_tip, setup.plunger_half_thickness,
                        setup.groove_front, setup.groove_rear, setup.plunger_preload, setup.plunger_rate,
                        setup.plunger_travel, setup.plunger_stop})},
          link_on(setup)};
}

}  // namespace hilspace::mechanism
