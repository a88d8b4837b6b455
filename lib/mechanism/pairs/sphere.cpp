#include "mechanism/pairs/sphere.hpp"

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

}  // namespace hilspace::mechanism::pairs
