#include "mechanism/androgynous.hpp"

#include <cmath>
#include <numbers>

#include "mechanism/parts.hpp"

namespace hilspace::mechanism {
namespace {

FeatureSetup petal(const AndrogynousSetup& setup) {
  FeatureSetup made = feature("petal", Side::both, true, FeatureType::petal);
  made.repeat = 3;
  made.radius = setup.petal_radius;
  made.height = setup.petal_height;
  made.half_angle = setup.petal_half_angle;
  made.half_width = {setup.petal_half_width_base, setup.petal_half_width_top};
  return made;
}

FeatureSetup pad(const AndrogynousSetup& setup) {
  FeatureSetup made = feature("pad", Side::chaser, true, FeatureType::point);
  const double half_step = std::numbers::pi / setup.pads;
  made.at = {0.0, setup.pad_radius * std::cos(half_step), setup.pad_radius * std::sin(half_step)};
  made.repeat = static_cast<std::size_t>(setup.pads);
  return made;
}

LatchSetup pawl(const AndrogynousSetup& setup) {
  LatchSetup made;
  made.name = "pawl";
  made.type = LatchType::rotary;
  made.on_link = true;
  made.catches = "edge";
  made.repeat = 3;
  made.hinge = {setup.hinge_h, setup.hinge_rho};
  made.tip = {setup.tip_h, setup.tip_rho};
  made.root = {setup.root_h, setup.root_rho};
  made.heel = {setup.heel_h, setup.heel_rho};
  made.bore_depth = setup.bore_depth;
  made.preload = setup.pawl_preload;
  made.rate = setup.pawl_rate;
  made.travel = setup.pawl_travel;
  made.stop = setup.pawl_stop;
  return made;
}

}  // namespace

Parts androgynous(const AndrogynousSetup& setup) {
  FeatureSetup edge = feature("edge", Side::both, true, FeatureType::edge);
  edge.radius = setup.edge_radius;
  const FeatureSetup face = feature("face", Side::target, false, FeatureType::plane);
  return {{petal(setup), edge, pad(setup), face},
          {{"petal", "edge", {}}, {"edge", "petal", {}}, {"pad", "face", {}}},
          {pawl(setup)},
          link_on(setup)};
}

}  // namespace hilspace::mechanism
