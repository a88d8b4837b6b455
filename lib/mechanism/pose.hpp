#pragma once
// Pose of one set of axes in another: a point p of the first is at turn p + origin in the second.

#include <Eigen/Core>

namespace hilspace::mechanism {

struct Pose {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  // m

  Eigen::Vector3d point(const Eigen::Vector3d& p) const { return turn * p + origin; }
  Eigen::Vector3d direction(const Eigen::Vector3d& v) const { return turn * v; }
  Pose inverse() const {
    const Eigen::Matrix3d back = turn.transpose();
    return {back, -(back * origin)};
  }
};

}  // namespace hilspace::mechanism
