#pragma once
// Pose of one set of axes in another: a point p of the first is at turn p + origin in the second.

#include <Eigen/Core>

#include "core/scalar.hpp"

namespace hilspace::mechanism {

struct Pose {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  // m

  HILSPACE_INLINE Eigen::Vector3d point(const Eigen::Vector3d& p) const { return direction(p) + origin; }
  /// turn v, column by column: half the instructions of a product.
  HILSPACE_INLINE Eigen::Vector3d direction(const Eigen::Vector3d& v) const {
    return v.x() * turn.col(0) + v.y() * turn.col(1) + v.z() * turn.col(2);
  }
  Pose inverse() const {
    const Eigen::Matrix3d back = turn.transpose();
    return {back, -(back * origin)};
  }
};

/// By how much a body has moved from one pose to another: no point of it, so far from its origin, by more than at().
/// Frobenius' norm is no less than that of the greatest stretch, nor than the angle.
struct Moved {
  double shifted, turned;  // m, 1

  Moved(const Pose& from, const Pose& to)
      : shifted((to.origin - from.origin).norm()), turned((to.turn - from.turn).norm()) {}
  double at(double lever) const { return shifted + turned * lever; }  // m
};

}  // namespace hilspace::mechanism
