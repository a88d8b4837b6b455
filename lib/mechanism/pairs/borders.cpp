#include "mechanism/pairs/borders.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "mechanism/pairs/segment.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Border& active, const primitive::Border& passive, const Pose& pose,
              Contacts& out) {
  constexpr double kParallel = 1e-24;  // of the square of the sine
  const Eigen::Vector3d a = pose.point(active.from), u = pose.direction(active.to - active.from);
  const Eigen::Vector3d v = passive.to - passive.from, gap = a - passive.from;
  Eigen::Vector3d n = u.cross(v);
  const double square = n.squaredNorm(), turned = n.dot(passive.side);
  if (square <= kParallel * u.squaredNorm() * v.squaredNorm() || turned == 0.0) return;
  // gap + s u - t v is along n
  const double s = v.cross(gap).dot(n) / square, t = u.cross(gap).dot(n) / square;
  if (s < 0.0 || s > 1.0 || t < 0.0 || t > 1.0) return;
  n *= (turned > 0.0 ? 1.0 : -1.0) / std::sqrt(square);
  out.add({-n.dot(gap), n, passive.from + t * v});
}

double gap(const primitive::Border& active, const primitive::Border& passive, const Pose& pose) {
  Contacts nearest;
  contacts(primitive::Segment{active.from, active.to}, primitive::Segment{passive.from, passive.to}, pose,
           nearest);
  return -nearest[0].penetration;
}

}  // namespace hilspace::mechanism::pairs
