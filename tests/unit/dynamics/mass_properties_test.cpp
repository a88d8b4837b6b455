#include "dynamics/mass_properties.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "dynamics/eigen.hpp"
#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const std::array kParts{
    MassProperties{3.0, {0.5, -0.2, 1.0}, plain(inertia(1.0, 2.0, 2.5))},
    MassProperties{1.5, {-1.0, 0.7, 0.1}, plain(inertia(0.2, 0.25, 0.4))},
    MassProperties{7.0, {0.1, 0.3, -0.4}, plain(inertia(4.0, 4.0, 5.0))},
};

TEST(MassProperties, AddUpAboutTheCommonCentre) {
  const MassProperties whole = composed(kParts);
  EXPECT_DOUBLE_EQ(whole.mass, 11.5);
  EXPECT_LT((11.5 * eigen(whole.centre) - Vector3d(0.7, 2.55, 0.35)).norm(), 1e-14);
  // About the origin of the axes inertias just add up.
  Matrix3d sum = Matrix3d::Zero();
  for (const MassProperties& part : kParts) sum += eigen(shifted(part.inertia, part.mass, part.centre));
  EXPECT_LT((eigen(shifted(whole.inertia, whole.mass, whole.centre)) - sum).norm(), 1e-13);
}

TEST(MassProperties, DoNotDependOnHowTheBodyIsCut) {
  const MassProperties whole = composed(kParts);
  const MassProperties again = composed(std::array{kParts[2], composed(std::array{kParts[1], kParts[0]})});
  EXPECT_LT((eigen(whole.centre) - eigen(again.centre)).norm(), 1e-15);
  EXPECT_LT((eigen(whole.inertia) - eigen(again.inertia)).norm(), 1e-14);
}

// Two masses of 2 kg at the ends of a rod of 3 m along x, and one at the end of a rod along y.
TEST(MassProperties, PointMassesAtADistance) {
  const auto at = [](double x, double y) { return MassProperties{2.0, {x, y, 0.0}, {}}; };
  const MassProperties rod = composed(std::array{at(-1.0, 0.0), at(2.0, 0.0)});
  EXPECT_EQ(rod.centre, (Vec3{0.5, 0.0, 0.0}));
  EXPECT_EQ(rod.inertia, (Mat3{0.0, 0.0, 0.0, 0.0, 9.0, 0.0, 0.0, 0.0, 9.0}));
  const MassProperties corner = composed(std::array{at(0.0, 0.0), at(3.0, 3.0), at(0.0, 3.0)});
  EXPECT_NEAR(corner.inertia[1], -2.0 * (4.0 - 2.0 * 1.0 + 1.0), 1e-14);  // -sum m x y about (1, 2)
}

/// The same body in axes that are none of its own.
Mat3 turned(double first, double second, double third) { return plain(inertia(first, second, third)); }

TEST(MassProperties, WhatABodyCanHave) {
  EXPECT_FALSE(unphysical(diagonal(50.3, 145.76, 145.76)));
  EXPECT_FALSE(unphysical(turned(1.0, 2.0, 2.9)));
  EXPECT_FALSE(unphysical(diagonal(1.0, 1.0, 2.0)));        // a plate
  EXPECT_FALSE(unphysical(turned(0.1, 0.2, 0.3)));          // turned, with what rounding leaves
  EXPECT_FALSE(unphysical(turned(1e-12, 2e-12, 2.5e-12)));  // whatever its size
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
  EXPECT_TRUE(unphysical(turned(1e-12, 1.0, 1.0)));  // a rod
  EXPECT_FALSE(unphysical(turned(1e-6, 1.0, 1.0)));
  Mat3 skew = diagonal(2.0, 2.0, 2.0);
  skew[1] = 0.1;
  EXPECT_EQ(unphysical(skew),
            "it is not symmetric; give each product of inertia the same value in its two places");
  skew[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(unphysical(skew), "it holds a number that is not finite");
}

// The diagonal looks well, the principal moments do not.
TEST(MassProperties, ProductsOfInertiaCountToo) {
  Mat3 tensor = diagonal(2.0, 2.0, 2.0);
  tensor[1] = tensor[3] = 1.5;
  EXPECT_EQ(unphysical(tensor),
            "of its principal moments, I1 + I2 = 2.5 kg m2 is less than I3 = 3.5 kg m2, which no body has");
  tensor[1] = tensor[3] = 2.5;
  EXPECT_EQ(unphysical(tensor),
            "of its principal moments, I1 = -0.5 kg m2 must be above 0 and not vanish beside the others; a "
            "body resists turning about every axis");
}

}  // namespace
}  // namespace hilspace::dynamics
