#pragma once
// The principal moments and axes of a rigid body's inertia:
//
//   I = A diag(I1, I2, I3) A^T
//
//   I           inertia about the centre of mass, kg m2, body axes, symmetric
//   I1, I2, I3  principal moments, kg m2, ascending
//   A           the principal axes' unit vectors as columns, right-handed

#include <Eigen/Core>

namespace hilspace::dynamics {

struct PrincipalInertia {
  Eigen::Vector3d moments;  // I1, I2, I3
  Eigen::Matrix3d axes;     // A
};
PrincipalInertia principal(const Eigen::Matrix3d& inertia);

}  // namespace hilspace::dynamics
