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
      const bool outside = i > d.mouth_radius || (s < d.cylinder_length && i > d.cylinder_radius);
      if (outside) continue;  // behind the wall there is no way across
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
}

}  // namespace
}  // namespace hilspace::mechanism
