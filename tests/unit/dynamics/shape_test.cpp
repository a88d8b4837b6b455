#include "dynamics/shape.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "dynamics/eigen.hpp"
#include "dynamics/mass_properties.hpp"
#include "support/times.hpp"
#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using enum Dimension;

ShapeSetup shape(Shape kind, std::initializer_list<double> sizes) {
  ShapeSetup setup;
  setup.shape = kind;
  setup.mass = 2.0;
  setup.place = {0.3, -0.2, 0.7};
  const double* size = sizes.begin();
  for (const Dimension d : named(kind).dimensions) setup[d] = *size++;
  return setup;
}

const std::array kAll{
    shape(Shape::cube, {0.7}),
    shape(Shape::cuboid, {0.9, 0.4, 0.6}),
    shape(Shape::sphere, {0.5}),
    shape(Shape::half_sphere, {0.5}),
    shape(Shape::cylinder, {0.4, 0.9}),
    shape(Shape::hollow_cylinder, {0.4, 0.25, 0.9}),
    shape(Shape::frustum, {0.5, 0.2, 0.9}),
    shape(Shape::frustum, {0.3, 0.6, 0.8}),
    shape(Shape::hollow_frustum, {0.5, 0.35, 0.3, 0.1, 0.9}),
};

/// Whether a point, from the place and with the axis along x, is inside: the shapes as one would describe
/// them.
bool inside(const ShapeSetup& s, const Vector3d& p) {
  const double off = std::hypot(p[1], p[2]);
  const auto between = [&](double base, double top) { return base + (top - base) * p[0] / s[length]; };
  const bool on_length = p[0] >= 0.0 && p[0] <= s[length];
  switch (s.shape) {
    case Shape::cube:
      return p.cwiseAbs().maxCoeff() <= 0.5 * s[edge];
    case Shape::cuboid:
      return (p.cwiseAbs() - 0.5 * Vector3d(s[length], s[width], s[height])).maxCoeff() <= 0.0;
    case Shape::sphere:
      return p.norm() <= s[radius];
    case Shape::half_sphere:
      return p.norm() <= s[radius] && p[0] >= 0.0;
    case Shape::cylinder:
    case Shape::hollow_cylinder:
      return std::abs(p[0]) <= 0.5 * s[length] && off <= s[radius] && off >= s[inner_radius];
    case Shape::frustum:
    case Shape::hollow_frustum:
      return on_length && off <= between(s[radius], s[top_radius]) &&
             off >= between(s[inner_radius], s[inner_top_radius]);
  }
  return false;
}

/// Mass properties by counting the cells of a grid that are inside, with density 1.
MassProperties counted(const ShapeSetup& s) {
  constexpr double kCell = 0.01, kBack = 0.6, kFront = 1.0, kSide = 0.7;  // somewhat beyond all of them
  const double mass = kCell * kCell * kCell;
  double sum = 0.0;
  Vector3d centre = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();
  for (double x = -kBack + 0.5 * kCell; x < kFront; x += kCell)
    for (double y = -kSide + 0.5 * kCell; y < kSide; y += kCell)
      for (double z = -kSide + 0.5 * kCell; z < kSide; z += kCell) {
        const Vector3d p(x, y, z);
        if (!inside(s, p)) continue;
        sum += mass;
        centre += mass * p;
        inertia += eigen(shifted({}, mass, plain(p)));
      }
  centre /= sum;
  return {sum, plain(centre), shifted(plain(inertia), -sum, plain(centre))};
}

double distance(const Vec3& a, const Vec3& b) { return (eigen(a) - eigen(b)).norm(); }
double distance(const Mat3& a, const Mat3& b) { return (eigen(a) - eigen(b)).norm(); }

TEST(Shape, IsWhatItsPointsAddUpTo) {
  // Half a minute of counting for all of them under a sanitizer
  for (const ShapeSetup& setup : std::span(kAll).first(test::fewer(std::size(kAll)))) {
    const std::string_view name = named(setup.shape).name;
    ASSERT_TRUE(faults(setup).empty()) << name;
    const MassProperties closed = mass_properties(setup), grid = counted(setup);
    EXPECT_NEAR(volume(setup) / grid.mass, 1.0, 6e-3) << name;
    EXPECT_LT((eigen(closed.centre) - eigen(setup.place) - eigen(grid.centre)).norm(), 1e-3) << name;
    const Matrix3d per_mass = eigen(grid.inertia) / grid.mass;
    EXPECT_LT((eigen(closed.inertia) / closed.mass - per_mass).norm(), 6e-3 * per_mass.norm()) << name;
  }
}

TEST(Shape, HasItsMassOrItsDensityTimesVolume) {
  for (ShapeSetup setup : kAll) {
    const MassProperties by_mass = mass_properties(setup);
    EXPECT_EQ(by_mass.mass, 2.0);
    setup.density = 2.0 / volume(setup);
    setup.mass = 0.0;
    const MassProperties by_density = mass_properties(setup);
    EXPECT_NEAR(by_density.mass, 2.0, 1e-15);
    EXPECT_LT(distance(by_density.inertia, by_mass.inertia), 1e-15);
    EXPECT_FALSE(unphysical(by_density.inertia));
  }
}

TEST(Shape, AFrustumHasAConeAndACylinderAsItsLimits) {
  const double r = 0.4, l = 0.9, m = 2.0;
  const MassProperties cone = mass_properties(shape(Shape::frustum, {r, 0.0, l}));
  EXPECT_NEAR(cone.centre[0], 0.3 + 0.25 * l, 1e-15);
  EXPECT_NEAR(cone.inertia[0], 0.3 * m * r * r, 1e-15);
  EXPECT_NEAR(cone.inertia[4], m * (3.0 / 20.0 * r * r + 3.0 / 80.0 * l * l), 1e-15);

  ShapeSetup straight = shape(Shape::frustum, {r, r, l});
  straight.place[0] -= 0.5 * l;
  const MassProperties same = mass_properties(straight),
                       cylinder = mass_properties(shape(Shape::cylinder, {r, l}));
  EXPECT_LT(distance(same.centre, cylinder.centre), 1e-15);
  EXPECT_LT(distance(same.inertia, cylinder.inertia), 1e-15);
}

// A frustum is a cone less its top.
TEST(Shape, WhatIsCutOffAddsUpAgain) {
  ShapeSetup whole = shape(Shape::frustum, {0.6, 0.0, 0.9}), stump = shape(Shape::frustum, {0.6, 0.2, 0.6}),
             top = shape(Shape::frustum, {0.2, 0.0, 0.3});
  top.place[0] += 0.6;
  for (ShapeSetup* part : {&whole, &stump, &top}) part->mass = 0.0, part->density = 5.0;
  const MassProperties sum = composed(std::array{mass_properties(stump), mass_properties(top)});
  const MassProperties cone = mass_properties(whole);
  EXPECT_NEAR(sum.mass, cone.mass, 1e-15);
  EXPECT_LT(distance(sum.centre, cone.centre), 1e-15);
  EXPECT_LT(distance(sum.inertia, cone.inertia), 1e-15);
}

TEST(Shape, AHollowOneAndItsCoreAreTheSolidOne) {
  const auto dense = [](ShapeSetup setup) {
    setup.mass = 0.0;
    setup.density = 3.0;
    return mass_properties(setup);
  };
  const auto check = [&](const ShapeSetup& hollow, const ShapeSetup& core, const ShapeSetup& solid) {
    const MassProperties sum = composed(std::array{dense(hollow), dense(core)}), whole = dense(solid);
    EXPECT_NEAR(sum.mass, whole.mass, 1e-15);
    EXPECT_LT(distance(sum.centre, whole.centre), 1e-15);
    EXPECT_LT(distance(sum.inertia, whole.inertia), 1e-15);
  };
  check(shape(Shape::hollow_cylinder, {0.4, 0.25, 0.9}), shape(Shape::cylinder, {0.25, 0.9}),
        shape(Shape::cylinder, {0.4, 0.9}));
  check(shape(Shape::hollow_frustum, {0.5, 0.35, 0.3, 0.1, 0.9}), shape(Shape::frustum, {0.35, 0.1, 0.9}),
        shape(Shape::frustum, {0.5, 0.3, 0.9}));
}

// Two half spheres base to base.
TEST(Shape, HalvesMakeASphere) {
  ShapeSetup one = shape(Shape::half_sphere, {0.5}), other = one;
  one.direction = Direction::plus_z;
  other.direction = Direction::minus_z;
  one.mass = other.mass = 1.0;
  const MassProperties sum = composed(std::array{mass_properties(one), mass_properties(other)});
  const MassProperties sphere = mass_properties(shape(Shape::sphere, {0.5}));
  EXPECT_LT(distance(sum.centre, sphere.centre), 1e-15);
  EXPECT_LT(distance(sum.inertia, sphere.inertia), 1e-15);
}

TEST(Shape, PointsWhereItIsTold) {
  for (const ShapeSetup& along_x : kAll) {
    const MassProperties straight = mass_properties(along_x);
    const double reach = straight.centre[0] - along_x.place[0];
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      ShapeSetup setup = along_x;
      setup.direction = static_cast<Direction>(d);
      const MassProperties turned = mass_properties(setup);
      Vec3 centre = setup.place, moments{straight.inertia[0], straight.inertia[4], straight.inertia[8]};
      if (named(setup.shape).has_axis) {
        const auto axis = static_cast<std::size_t>(kDirections[d][1] - 'x');
        centre[axis] += kDirections[d][0] == '+' ? reach : -reach;
        moments.fill(straight.inertia[4]);
        moments[axis] = straight.inertia[0];
      }
      EXPECT_LT(distance(turned.centre, centre), 1e-15);
      EXPECT_EQ(turned.inertia, diagonal(moments[0], moments[1], moments[2]));
    }
  }
}

std::string told(const ShapeSetup& setup) {
  std::string text;
  for (const ShapeFault& fault : faults(setup)) text += std::string(fault.key) + ": " + fault.text + "\n";
  return text;
}

TEST(Shape, SaysWhatIsWrong) {
  ShapeSetup setup = shape(Shape::cube, {0.0});
  EXPECT_EQ(told(setup), "edge: of a cube must be a number above 0\n");
  setup.mass = 0.0;
  EXPECT_EQ(told(setup),
            "mass: a cube without mass; give mass (kg) or density (kg/m3), above 0\n"
            "edge: of a cube must be a number above 0\n");
  setup = shape(Shape::sphere, {1.0});
  setup.mass = -1.0;
  EXPECT_EQ(told(setup), "mass: must be a number above 0\n");
  setup.density = 5.0;
  EXPECT_EQ(told(setup), "density: mass is given, too; keep one of them\n");
  setup.mass = 0.0;
  setup.density = std::numeric_limits<double>::infinity();
  EXPECT_EQ(told(setup), "density: must be a number above 0\n");

  const auto fault = [](Shape kind, std::initializer_list<double> sizes) { return told(shape(kind, sizes)); };
  EXPECT_EQ(fault(Shape::hollow_cylinder, {0.4, 0.4, 1.0}),
            "inner_radius: of a hollow_cylinder must be less than its radius\n");
  EXPECT_EQ(fault(Shape::hollow_cylinder, {0.4, -0.1, 1.0}),
            "inner_radius: of a hollow_cylinder must be a number not below 0\n");
  EXPECT_EQ(fault(Shape::hollow_frustum, {0.4, 0.5, 0.3, 0.3, 1.0}),
            "inner_radius: of a hollow_frustum must be less than its radius\n"
            "inner_top_radius: of a hollow_frustum must be less than its top_radius\n");
  EXPECT_EQ(fault(Shape::hollow_frustum, {0.4, 0.3, 0.0, 0.0, 1.0}), "");
  EXPECT_EQ(fault(Shape::hollow_cylinder, {0.4, 0.0, 1.0}), "");
  EXPECT_EQ(fault(Shape::frustum, {0.4, 0.0, std::nan("")}),
            "length: of a frustum must be a number above 0\n");
}

TEST(Shape, HollowOrNotMakesNoDifferenceWhenNothingIsLeftOut) {
  EXPECT_LT(distance(mass_properties(shape(Shape::hollow_frustum, {0.5, 0.0, 0.2, 0.0, 0.9})).inertia,
                     mass_properties(shape(Shape::frustum, {0.5, 0.2, 0.9})).inertia),
            1e-15);
}

// Bondoky's spacecraft (Tables 6.1 to 6.4); dimensions from the printed moments and places.
MassProperties placed(Shape kind, double mass, double x, std::initializer_list<double> sizes,
                      Direction direction = Direction::plus_x) {
  ShapeSetup setup = shape(kind, sizes);
  setup.mass = mass;
  setup.place = {x, 0.0, 0.0};
  setup.direction = direction;
  return mass_properties(setup);
}

TEST(Shape, TheChaserComesOutAsPrinted) {
  const double beam = std::sqrt(2.0 * 0.028e-3 / 0.366);  // radius
  std::array parts{placed(Shape::cube, 300.0, 0.0, {1.0}), placed(Shape::cylinder, 60.0, 1.1235, {0.1, 1.25}),
                   placed(Shape::cylinder, 0.366, 1.8845, {beam, std::sqrt(3.0 * 9.24e-3 / 0.366)}),
                   placed(Shape::half_sphere, 0.1, 2.0314 - 0.375 * 0.025, {0.025})};
  MassProperties chaser = composed(parts);
  EXPECT_DOUBLE_EQ(chaser.mass, 360.466);
  EXPECT_NEAR(chaser.centre[0], 0.1895, 5e-5);
  EXPECT_NEAR(chaser.inertia[0], 50.3001, 5e-5);
  // From its centre of mass to the probe tip's base: 1.8325 m.
  EXPECT_NEAR(parts[3].centre[0] - 0.375 * 0.025 - chaser.centre[0], 1.8325, 1e-4);
  EXPECT_NEAR(parts[3].inertia[4], 0.16e-4, 0.005e-4);
  // The text takes m l^2/3 for its two cylinders, which is the moment about an end. With that it is the
  // text's.
  EXPECT_NEAR(chaser.inertia[4], 122.45, 0.05);
  parts[1].inertia = diagonal(0.3, 31.25, 31.25);
  parts[2].inertia = diagonal(0.028e-3, 9.24e-3, 9.24e-3);
  EXPECT_NEAR(composed(parts).inertia[4], 145.76, 0.02);
  EXPECT_NEAR(composed(parts).inertia[8], 145.76, 0.02);
}

TEST(Shape, TheTargetComesOutAsPrinted) {
  // Its cone opens away from the body; the printed moment about its axis fits no cone that has that mouth.
  const MassProperties cone =
      placed(Shape::hollow_frustum, 9.24, 0.0, {0.040, 0.032, 0.130, 0.122, 0.195}, Direction::minus_x);
  const double base = -0.949 - cone.centre[0];
  const std::array parts{
      placed(Shape::cube, 759.99, 0.0, {std::sqrt(6.0 * 374.726 / 759.99)}),
      placed(Shape::hollow_cylinder, 0.77, -0.885, {0.040, 0.032, 0.05}),
      placed(Shape::hollow_frustum, 9.24, base, {0.040, 0.032, 0.130, 0.122, 0.195}, Direction::minus_x)};
  const MassProperties target = composed(parts);
  EXPECT_DOUBLE_EQ(target.mass, 770.0);
  EXPECT_NEAR(target.centre[0], -0.0123, 5e-5);
  EXPECT_NEAR(target.inertia[0], 374.729, 0.1);
  EXPECT_NEAR(target.inertia[4], 383.82, 0.25);  // most of it from the cone's own
  EXPECT_NEAR(parts[1].inertia[0], 1e-3, 0.05e-3);
  EXPECT_NEAR(parts[1].inertia[4], 0.7e-3, 0.05e-3);
}

}  // namespace
}  // namespace hilspace::dynamics
