#include "dynamics/eigen.hpp"

#include <gtest/gtest.h>

namespace hilspace::dynamics {
namespace {

TEST(Eigen, MatricesAreRowByRow) {
  const Mat3 numbers{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
  const Eigen::Matrix3d matrix = eigen(numbers);
  EXPECT_EQ(matrix(0, 1), 2.0);
  EXPECT_EQ(matrix(2, 0), 7.0);
  EXPECT_EQ(plain(matrix), numbers);
  EXPECT_EQ(plain(Eigen::Matrix3d(matrix.transpose()))[1], 4.0);
}

TEST(Eigen, VectorsKeepTheirNumbers) {
  const Vec3 numbers{1.0, -2.0, 3.0};
  EXPECT_EQ(eigen(numbers), Eigen::Vector3d(1.0, -2.0, 3.0));
  EXPECT_EQ(plain(eigen(numbers)), numbers);
}

}  // namespace
}  // namespace hilspace::dynamics
