#include "dynamics/principal_axes.hpp"

#include <gtest/gtest.h>

#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d along_axes(double x, double y, double z) { return Vector3d(x, y, z).asDiagonal(); }

TEST(PrincipalAxes, MakeTheInertiaDiagonal) {
  for (const Matrix3d& given :
       {inertia(12.0, 20.0, 27.0), inertia(27.0, 20.0, 12.0), inertia(20.0, 12.0, 27.0),
        along_axes(12.0, 20.0, 27.0), along_axes(20.0, 12.0, 27.0), along_axes(27.0, 20.0, 12.0)}) {
    const auto [moments, axes] = principal(given);
    EXPECT_LT((moments - Vector3d(12.0, 20.0, 27.0)).norm(), 1e-13);
    EXPECT_NEAR(axes.determinant(), 1.0, 1e-14);
    EXPECT_LT((axes * moments.asDiagonal() * axes.transpose() - given).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace hilspace::dynamics
