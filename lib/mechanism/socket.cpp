#include "mechanism/socket.hpp"

#include <numbers>

namespace hilspace::mechanism {

std::vector<Vec2> cone_profile(double socket_radius, double socket_depth, double mouth_radius,
                               double mouth_depth) {
  return {{0.0, 0.0}, {0.0, socket_radius}, {-socket_depth, socket_radius}, {-mouth_depth, mouth_radius}};
}

LatchSetup plungers_in(const std::string& caught, const PlungerSet& setup) {
  LatchSetup made;
  made.name = "plunger";
  made.type = LatchType::plunger;
  made.on_link = true;
  made.catches = caught;
  made.rotation = {std::numbers::pi / setup.count, 0.0, 0.0};
  made.repeat = static_cast<std::size_t>(setup.count);
  made.tip_at = {setup.x, setup.tip, 0.0};
  made.direction = {0.0, 1.0, 0.0};
  made.groove = {setup.groove_front, setup.groove_rear};
  made.half_thickness = setup.half_thickness;
  made.preload = setup.preload;
  made.rate = setup.rate;
  made.travel = setup.travel;
  made.stop = setup.stop;
  return made;
}

}  // namespace hilspace::mechanism
