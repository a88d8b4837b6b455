#pragma once
// Pose of one set of axes in another: a point p of the first is at turn p + origin in the second.

#include <Eigen/Core>

namespace hilspace::mechanism {

struct Pose {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  // m

  Eigen::Vector3d point(const Eigen::Vector3d& p) const { return direction(p) + origin; }
  /// turn v, column by column: half the instructions of a product.
  Eigen::Vector3d direction(const Eigen::Vector3d& v) const {
    return v.x() * turn.col(0) + v.y() * turn.col(1) + v.z() * turn.col(2);
  }
  Pose inverse() const {
    const Eigen::Matrix3d back = turn.transpose();
    return {back, -(back * origin)};
  }
};

}  // namespace hilspace::mechanism
