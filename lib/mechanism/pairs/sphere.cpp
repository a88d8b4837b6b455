#include "mechanism/pairs/sphere.hpp"

#include <algorithm>

#include "mechanism/pairs/radial.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Sphere& active, const Revolution& passive, const Pose& pose, Contacts& out) {
  const Radial at(pose.origin);
  for (std::size_t chain = 0; chain < passive.chains(); ++chain)
    out.add(of_ball(active.radius, pose.origin, at, passive.nearest(chain, at.x, at.r)));
}

void contacts(const primitive::Sphere& active, const primitive::Plane&, const Pose& pose, Contacts& out) {
  const Eigen::Vector3d& p = pose.origin;
  out.add({active.radius + p.x(), {-1.0, 0.0, 0.0}, {0.0, p.y(), p.z()}});
}

void contacts(const primitive::Sphere& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out) {
  const Radial at(pose.origin);
  out.add(of_ball(active.radius, pose.origin, at, nearest_of_circle(passive.radius, at.x, at.r)));
}

void contacts(const primitive::Sphere& active, const primitive::Pad& passive, const Pose& pose,
              Contacts& out) {
  const Eigen::Vector3d& p = pose.origin;
  const double y = 0.5 * passive.width, z = 0.5 * passive.height;
  const Eigen::Vector3d foot(0.0, std::clamp(p.y(), -y, y), std::clamp(p.z(), -z, z));
  if (foot.y() == p.y() && foot.z() == p.z()) return out.add({active.radius + p.x(), {-1.0, 0.0, 0.0}, foot});
  const double k = (p - foot).norm();
  out.add({active.radius - k, (p - foot) / k, foot});
}

}  // namespace hilspace::mechanism::pairs
