#include "dynamics/rigid_body.hpp"

#include <cmath>
#include <utility>

#include "dynamics/principal_axes.hpp"

namespace hilspace::dynamics {

RigidBody rigid_body(double mass, const Eigen::Matrix3d& inertia) {
  RigidBody body;
  body.mass = mass;
  body.inertia = inertia;
  auto [moments, axes] = principal(inertia);
  const Eigen::Vector3d inverse = moments.cwiseInverse();
  body.inverse_inertia = axes * inverse.asDiagonal() * axes.transpose();

  body.middle = inverse[1];
  body.a_excess = inverse[0] - inverse[1];
  body.b_excess = inverse[2] - inverse[1];
  if (std::abs(body.a_excess) < std::abs(body.b_excess)) {
    std::swap(body.a_excess, body.b_excess);
    axes.col(0).swap(axes.col(2));
    axes.col(1) = -axes.col(1);  // stays right-handed
  }
  // Equal moments that rounding has separated.
  if (std::abs(body.b_excess) < 1e-14 * body.middle) body.b_excess = 0.0;
  body.axes = axes;
  return body;
}

}  // namespace hilspace::dynamics
