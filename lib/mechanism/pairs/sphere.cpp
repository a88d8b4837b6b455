#include "mechanism/pairs/sphere.hpp"

#include <Eigen/Geometry>
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

void contacts(const primitive::Sphere& active, const primitive::Sphere& passive, const Pose& pose,
              Contacts& out) {
  const double k = pose.origin.norm();
  const Eigen::Vector3d n = k > 0.0 ? Eigen::Vector3d(pose.origin / k) : Eigen::Vector3d(-1.0, 0.0, 0.0);
  out.add({active.radius + passive.radius - k, n, passive.radius * n});
}

void contacts(const primitive::Sphere& active, const primitive::Torus& passive, const Pose& pose,
              Contacts& out) {
  const Radial at(pose.origin);
  const Wall circle = nearest_of_circle(passive.radius, at.x, at.r);
  ContactPoint contact = of_ball(active.radius + passive.tube, pose.origin, at, circle);
  contact.point += passive.tube * contact.normal;
  out.add(contact);
}

void contacts(const primitive::Sphere& active, const primitive::Segment& passive, const Pose& pose,
              Contacts& out) {
  const Eigen::Vector3d& p = pose.origin;
  const Eigen::Vector3d way = passive.to - passive.from;
  const Eigen::Vector3d foot =
      passive.from + std::clamp(way.dot(p - passive.from) / way.squaredNorm(), 0.0, 1.0) * way;
  const double k = (p - foot).norm();
  const Eigen::Vector3d n = k > 0.0 ? Eigen::Vector3d((p - foot) / k) : way.unitOrthogonal();
  out.add({active.radius + passive.radius - k, n, foot + passive.radius * n});
}

}  // namespace hilspace::mechanism::pairs
