#include "dynamics/principal_axes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace hilspace::dynamics {

PrincipalInertia principal(const Eigen::Matrix3d& inertia) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  PrincipalInertia result{solver.eigenvalues(), solver.eigenvectors()};
  if (result.axes.determinant() < 0.0) result.axes.col(2) = -result.axes.col(2);
  return result;
}

}  // namespace hilspace::dynamics
