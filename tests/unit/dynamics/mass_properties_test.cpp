#include "dynamics/mass_properties.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const std::array kParts{
    MassProperties{3.0, {0.5, -0.2, 1.0}, inertia(1.0, 2.0, 2.5)},
    MassProperties{1.5, {-1.0, 0.7, 0.1}, inertia(0.2, 0.25, 0.4)},
    MassProperties{7.0, {0.1, 0.3, -0.4}, inertia(4.0, 4.0, 5.0)},
};

TEST(MassProperties, AddUpAboutTheCommonCentre) {
  const MassProperties whole = composed(kParts);
  EXPECT_DOUBLE_EQ(whole.mass, 11.5);
  EXPECT_LT((11.5 * whole.centre - Vector3d(0.7, 2.55, 0.35)).norm(), 1e-14);
  // About the origin of the axes inertias just add up.
  Matrix3d sum = Matrix3d::Zero();
  for (const MassProperties& part : kParts) sum += shifted(part.inertia, part.mass, part.centre);
  EXPECT_LT((shifted(whole.inertia, whole.mass, whole.centre) - sum).norm(), 1e-13);
}

TEST(MassProperties, DoNotDependOnHowTheBodyIsCut) {
  const MassProperties whole = composed(kParts);
  const MassProperties again = composed(std::array{kParts[2], composed(std::array{kParts[1], kParts[0]})});
  EXPECT_LT((whole.centre - again.centre).norm(), 1e-15);
  EXPECT_LT((whole.inertia - again.inertia).norm(), 1e-14);
}

// Two masses of 2 kg at the ends of a rod of 3 m along x, and one at the end of a rod along y.
TEST(MassProperties, PointMassesAtADistance) {
  const auto at = [](double x, double y) { return MassProperties{2.0, {x, y, 0.0}, Matrix3d::Zero()}; };
  const MassProperties rod = composed(std::array{at(-1.0, 0.0), at(2.0, 0.0)});
  EXPECT_EQ(rod.centre, Vector3d(0.5, 0.0, 0.0));
  EXPECT_EQ(rod.inertia, Matrix3d(Vector3d(0.0, 9.0, 9.0).asDiagonal()));
  const MassProperties corner = composed(std::array{at(0.0, 0.0), at(3.0, 3.0), at(0.0, 3.0)});
  EXPECT_NEAR(corner.inertia(0, 1), -2.0 * (4.0 - 2.0 * 1.0 + 1.0), 1e-14);  // -sum m x y about (1, 2)
}

Matrix3d diagonal(double x, double y, double z) { return Vector3d(x, y, z).asDiagonal(); }

TEST(MassProperties, PrincipalAxesMakeTheInertiaDiagonal) {
  for (const Matrix3d& given :
       {inertia(12.0, 20.0, 27.0), inertia(27.0, 20.0, 12.0), inertia(20.0, 12.0, 27.0),
        diagonal(12.0, 20.0, 27.0), diagonal(20.0, 12.0, 27.0), diagonal(27.0, 20.0, 12.0)}) {
    const auto [moments, axes] = principal(given);
    EXPECT_LT((moments - Vector3d(12.0, 20.0, 27.0)).norm(), 1e-13);
    EXPECT_NEAR(axes.determinant(), 1.0, 1e-14);
    EXPECT_LT((axes * moments.asDiagonal() * axes.transpose() - given).norm(), 1e-13);
  }
}

TEST(MassProperties, WhatABodyCanHave) {
  EXPECT_FALSE(unphysical(diagonal(50.3, 145.76, 145.76)));
  EXPECT_FALSE(unphysical(inertia(1.0, 2.0, 2.9)));
  EXPECT_FALSE(unphysical(diagonal(1.0, 1.0, 2.0)));     // a plate
  EXPECT_FALSE(unphysical(inertia(0.1, 0.2, 0.3)));      // turned, with what rounding leaves
  EXPECT_FALSE(unphysical(1e-12 * inertia(1, 2, 2.5)));  // whatever its size
}

TEST(MassProperties, WhatNoBodyHas) {
  EXPECT_EQ(unphysical(diagonal(0.5, 0.7, 3.0)),
            "Ixx + Iyy = 1.2 kg m2 is less than Izz = 3 kg m2, which no body has");
  EXPECT_EQ(unphysical(diagonal(3.0, 0.5, 0.7)),
            "Iyy + Izz = 1.2 kg m2 is less than Ixx = 3 kg m2, which no body has");
  EXPECT_EQ(unphysical(diagonal(0.5, 3.0, 0.7)),
            "Ixx + Izz = 1.2 kg m2 is less than Iyy = 3 kg m2, which no body has");
  EXPECT_TRUE(unphysical(diagonal(1.0, 1.0, 2.00000001)));
  EXPECT_EQ(unphysical(diagonal(1.0, 0.0, 1.0)),
            "Iyy = 0 kg m2 must be above 0 and not vanish beside the others; a body resists turning about "
            "every axis");
  EXPECT_EQ(unphysical(diagonal(1.0, 1.0, -2.5)),
            "Izz = -2.5 kg m2 must be above 0 and not vanish beside the others; a body resists turning about "
            "every axis");
  EXPECT_TRUE(unphysical(inertia(1e-12, 1.0, 1.0)));  // a rod
  EXPECT_FALSE(unphysical(inertia(1e-6, 1.0, 1.0)));
  Matrix3d skew = diagonal(2.0, 2.0, 2.0);
  skew(0, 1) = 0.1;
  EXPECT_EQ(unphysical(skew),
            "it is not symmetric; give each product of inertia the same value in its two places");
  skew(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(unphysical(skew), "it holds a number that is not finite");
}

// The diagonal looks well, the principal moments do not.
TEST(MassProperties, ProductsOfInertiaCountToo) {
  Matrix3d tensor = diagonal(2.0, 2.0, 2.0);
  tensor(0, 1) = tensor(1, 0) = 1.5;
  EXPECT_EQ(unphysical(tensor),
            "of its principal moments, I1 + I2 = 2.5 kg m2 is less than I3 = 3.5 kg m2, which no body has");
  tensor(0, 1) = tensor(1, 0) = 2.5;
  EXPECT_EQ(unphysical(tensor),
            "of its principal moments, I1 = -0.5 kg m2 must be above 0 and not vanish beside the others; a "
            "body resists turning about every axis");
}

}  // namespace
}  // namespace hilspace::dynamics
