#include "mechanism/plunger.hpp"

#include "mechanism/pairs/radial.hpp"

namespace hilspace::mechanism {

Pushed push(const Plunger& plunger, const PlungerCatch& met, const Pose& pose, bool held) {
  const Eigen::Vector3d out = pose.direction(plunger.direction), rest = pose.point(plunger.tip);
  const auto tip = [&](double s) -> Eigen::Vector3d { return rest - s * out; };
  const auto wall = [&](const pairs::Radial& at) { return met.surface.nearest(met.chain, at.x, at.r); };
  const auto overlap = [&](double s) { return -wall(pairs::Radial(tip(s))).distance; };
  Pushed now;
  now.tip = rest.x();
  const double at_rest = overlap(0.0);
  if (!held && at_rest <= 0.0) return now;
  if (!find_travel(overlap, at_rest, plunger.spring.most, now.s)) {
    now.how = Pushed::How::blocked;
    return now;
  }
  now.point = tip(now.s);
  now.tip = now.point.x();
  const pairs::Radial at(now.point);
  const Wall here = wall(at);
  now.normal = at.vector(here.axial, here.radial);
  now.lever = -now.normal.dot(out);
  now.way = -out;
  now.how = now.lever > 0.0 ? Pushed::How::pushed : Pushed::How::blocked;
  if (now.how == Pushed::How::pushed) now.force = plunger.spring.force(now.s) / now.lever;
  return now;
}

double rest_overlap(const Plunger& plunger, const PlungerCatch& met, const Pose& pose) {
  const pairs::Radial at(pose.point(plunger.tip));
  return -met.surface.nearest(met.chain, at.x, at.r).distance;
}

std::array<ContactPoint, 2> hold(const Plunger& plunger, const PlungerCatch& met, const Pose& pose) {
  const Eigen::Vector3d half(plunger.half_thickness, 0.0, 0.0);
  const Eigen::Vector3d rear = pose.point(plunger.tip - half), front = pose.point(plunger.tip + half);
  const Eigen::Vector3d ahead(1.0, 0.0, 0.0);
  const double of_rear = met.edge - rear.x(), of_front = front.x() - met.end;
  return {ContactPoint{of_rear, ahead, rear + of_rear * ahead},
          ContactPoint{of_front, -ahead,
                       std::isfinite(of_front) ? Eigen::Vector3d(front - of_front * ahead) : front}};
}

double slip_margin(const Plunger& plunger, const PlungerCatch& met, const Pose& pose) {
  const pairs::Radial tip(pose.point(plunger.tip));
  return std::fmax(tip.x - met.edge, -met.surface.nearest(met.chain, tip.x, tip.r).distance);
}

}  // namespace hilspace::mechanism
