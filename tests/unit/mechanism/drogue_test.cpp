#include "mechanism/drogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace hilspace::mechanism {
namespace {

constexpr double kAngle = 24.78 * std::numbers::pi / 180.0;
Drogue drogue() { return Drogue(mechanism::Setup{MechanismKind::drogue, 0.025, 0.032, 0.05, 0.195, kAngle}); }

/// A place s along the axis and i off it, in the direction of the angle.
Eigen::Vector3d place(double s, double i, double angle = 0.7) {
  return {-s, i * std::cos(angle), i * std::sin(angle)};
}

/// Distance to the wall found by trying points of it: cylinder, cone and rim in the plane through the axis.
double distance_by_search(const Drogue& d, double s, double i) {
  double least = 1e9;
  const auto look = [&](double wall_s, double wall_i) {
    least = std::min(least, std::hypot(s - wall_s, i - wall_i));
  };
  constexpr int kPoints = 200000;
  for (int k = 0; k <= kPoints; ++k) {
    const double x = static_cast<double>(k) / kPoints;
    look(-0.05 + (d.cylinder_length + 0.05) * x, d.cylinder_radius);
    look(d.cylinder_length + (d.length - d.cylinder_length) * x,
         d.cylinder_radius + (d.mouth_radius - d.cylinder_radius) * x);
  }
  return least;
}

TEST(Drogue, HasTheMouthOfItsAngle) { EXPECT_NEAR(drogue().mouth_radius, 0.122, 1e-4); }

TEST(Drogue, TellsTheDistanceToTheNearestPointOfTheWall) {
  const Drogue d = drogue();
  for (const auto& [s, i] : {std::pair{0.03, 0.01},
                             {0.06, 0.0},
                             {0.052, 0.025},
                             {0.07, 0.02},
                             {0.15, 0.05},
                             {0.245, 0.09},
                             {0.25, 0.1},
                             {0.27, 0.11},
                             {0.26, 0.03}}) {
    const double k = d.tip_radius - d.contact(place(s, i)).penetration;
    EXPECT_NEAR(k, distance_by_search(d, s, i), 1e-8) << s << ", " << i;
  }
}

TEST(Drogue, NormalPointsFromTheContactToTheCentre) {
  const Drogue d = drogue();
  for (const auto& [s, i] : {std::pair{0.03, 0.01}, {0.052, 0.025}, {0.15, 0.05}, {0.25, 0.1}}) {
    const Eigen::Vector3d centre = place(s, i, 2.1);
    const ContactPoint c = d.contact(centre);
    EXPECT_NEAR(c.normal.norm(), 1.0, 1e-15);
    EXPECT_LT((c.point + (d.tip_radius - c.penetration) * c.normal - centre).norm(), 1e-16);
  }
}

/// d' = -n . V along any way: the normal is the gradient of the distance.
TEST(Drogue, PenetrationChangesAlongTheNormal) {
  const Drogue d = drogue();
  std::mt19937 random(1);
  std::uniform_real_distribution<double> along(0.01, 0.26), share(0.02, 0.98), any(-1.0, 1.0);
  for (int k = 0; k < 2000; ++k) {
    const double s = along(random);
    const double wall =
        s < d.cylinder_length ? d.cylinder_radius : d.cylinder_radius + (s - d.cylinder_length) * d.tangent;
    const Eigen::Vector3d at = place(s, share(random) * wall, 3.0 * any(random));
    const Eigen::Vector3d way = Eigen::Vector3d(any(random), any(random), any(random)).normalized();
    constexpr double kStep = 1e-7;
    const double slope =
        (d.contact(at + kStep * way).penetration - d.contact(at - kStep * way).penetration) / (2.0 * kStep);
    ASSERT_NEAR(slope, -d.contact(at).normal.dot(way), 1e-4) << at.transpose();
  }
}

/// Along each border, both sides give the same penetration, normal and point.
TEST(Drogue, IsContinuousAcrossItsZones) {
  const Drogue d = drogue();
  std::array<int, 3> borders{};
  for (double i = 0.001; i < 0.14; i += 0.0005)
    for (double s = 0.001; s < 0.28; s += 1e-4) {
      const Eigen::Vector3d here = place(s, i), there = place(s + 1e-4, i);
      if (d.zone(here) == d.zone(there)) continue;
      const bool pressed_in = i < d.mouth_radius && s < d.cylinder_length && i > d.cylinder_radius;
      if (pressed_in || d.outside(here))
        continue;  // across the edge's back; the wall's back has tests of its own
      double low = s, high = s + 1e-4;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (d.zone(place(middle, i)) == d.zone(here) ? low : high) = middle;
      }
      const ContactPoint a = d.contact(place(low, i)), b = d.contact(place(high, i));
      ASSERT_NEAR(a.penetration, b.penetration, 1e-14) << low << ", " << i;
      if (d.tip_radius - a.penetration > 1e-6) {  // on the edge itself no side counts
        ASSERT_LT((a.normal - b.normal).norm(), 1e-8) << low << ", " << i;
        ASSERT_LT((a.point - b.point).norm(), 1e-12) << low << ", " << i;
      }
      ++borders[static_cast<std::size_t>(d.zone(here))];
    }
  for (const int count : borders) EXPECT_GT(count, 10);
}

/// A way around the rim at a distance of r from it: from the wall's inner side to straight behind the rim. The angle is from
/// outwards along the axis to away from it. Along any such way the distance changes by no more than the way is long.
TEST(Drogue, DistanceIsContinuousAroundTheRim) {
  const Drogue d = drogue();
  constexpr double kStep = 1e-3, kBehind = std::numbers::pi;
  for (const double r : {1e-4, 1e-3, 0.01, 0.0249, 0.0251, 0.05, 0.08, 0.11}) {
    double before = 0.0;
    for (double angle = kAngle - 1.0; angle < kBehind; angle += kStep) {
      const Eigen::Vector3d at = place(d.length + r * std::cos(angle), d.mouth_radius + r * std::sin(angle));
      const ContactPoint c = d.contact(at);
      const double k = d.tip_radius - c.penetration;
      ASSERT_GE(k, -1e-12) << r << ", " << angle;
      ASSERT_TRUE(before == 0.0 || std::abs(k - before) < 1.0001 * r * kStep + 1e-12) << r << ", " << angle;
      ASSERT_NEAR(c.normal.norm(), 1.0, 1e-12);
      ASSERT_LT((c.point + k * c.normal - at).norm(), 1e-15);
      before = k;
    }
  }
}

/// Straight ways past the rim, from the plane of the mouth to far behind the base, parallel to the axis and away from it.
TEST(Drogue, DistanceIsContinuousBesideIt) {
  const Drogue d = drogue();
  constexpr double kStep = 1e-4;
  for (const double start : {1e-3, 0.024, 0.026, 0.078, 0.4})
    for (const double slope : {0.0, 0.1, 1.0, 10.0}) {
      double before = start;
      for (double way = kStep; way < 0.5; way += kStep) {
        const double share = 1.0 / std::hypot(1.0, slope);
        const Eigen::Vector3d at =
            place(d.length - way * share, d.mouth_radius + start + way * slope * share);
        const double k = d.tip_radius - d.contact(at).penetration;
        ASSERT_LT(std::abs(k - before), kStep + 1e-12) << start << ", " << slope << ", " << way;
        before = k;
      }
    }
}

/// Beside the drogue the distance is that from the nearest point of the wall's back, which pushes away from the axis or not
/// at all, and the normal is its gradient.
TEST(Drogue, TellsTheDistanceToTheBackOfItsWall) {
  const Drogue d = drogue();
  for (const auto& [s, i] : {std::pair{0.24, 0.1221},
                             {0.24, 0.15},
                             {0.2, 0.13},
                             {0.1, 0.14},
                             {0.04, 0.13},
                             {0.01, 0.125},
                             {0.01, 0.5}}) {
    const Eigen::Vector3d at = place(s, i);
    ASSERT_TRUE(d.outside(at) && d.to_mouth(at) < 0.0);
    const ContactPoint c = d.contact(at);
    EXPECT_NEAR(d.tip_radius - c.penetration, distance_by_search(d, s, i), 1e-8) << s << ", " << i;
    for (const Eigen::Vector3d& way : {Eigen::Vector3d(1.0, 0.0, 0.0), place(0.0, 1.0)}) {
      constexpr double kStep = 1e-7;
      const double slope =
          (d.contact(at + kStep * way).penetration - d.contact(at - kStep * way).penetration) / (2.0 * kStep);
      EXPECT_NEAR(slope, -c.normal.dot(way), 1e-6) << s << ", " << i;
    }
    EXPECT_GT(c.normal.dot(place(0.0, 1.0)), 0.0);
  }
}

/// Between the walls, and beyond them up to the rim's radius, a tip that is pressed in is pushed out, however deep.
TEST(Drogue, PushesOutWhatIsPressedInByMoreThanItsRadius) {
  const Drogue d = drogue();
  for (const auto& [s, i] : {std::pair{0.02, 0.1}, {0.1, 0.121}, {0.2, 0.12}, {0.24, 0.1215}}) {
    const ContactPoint c = d.contact(place(s, i));
    EXPECT_GT(c.penetration, d.tip_radius) << s << ", " << i;
    EXPECT_LT(c.normal.dot(place(0.0, 1.0)), 0.0) << s << ", " << i;
  }
}

TEST(Drogue, IsFiniteOnTheAxisAndOnItsEdges) {
  const Drogue d = drogue();
  for (const auto& [s, i] :
       {std::pair{0.02, 0.0}, {0.05, 0.0}, {0.1, 0.0}, {0.3, 0.0}, {0.05, 0.032}, {0.245, d.mouth_radius}}) {
    const ContactPoint c = d.contact(place(s, i));
    EXPECT_TRUE(std::isfinite(c.penetration) && c.normal.allFinite() && c.point.allFinite())
        << s << ", " << i;
    EXPECT_NEAR(c.normal.norm(), 1.0, 1e-12);
  }
}

TEST(Drogue, OverlapsItsMouthAtTheStartAsPrinted) {
  const Drogue d = drogue();
  EXPECT_GT(d.contact(place(d.length, 0.1)).penetration, 0.0);
  EXPECT_LT(d.contact(place(d.length, 0.075)).penetration, 0.0);
}

TEST(Drogue, KnowsItsBaseAndItsMouth) {
  const Drogue d = drogue();
  EXPECT_NEAR(d.advance_left(place(0.025, 0.003)), 0.0, 1e-17);
  EXPECT_NEAR(d.way_out(place(0.245, 0.1)), 0.05, 1e-16);
  EXPECT_NEAR(d.to_mouth(place(0.345, 0.1)), 0.1, 1e-16);
  EXPECT_TRUE(d.outside(place(0.3, 0.123)));
  EXPECT_FALSE(d.outside(place(0.3, 0.121)));
}

}  // namespace
}  // namespace hilspace::mechanism
