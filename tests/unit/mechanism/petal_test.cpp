// A petal on the rim of a bore: against brute force where they are apart, by the rate law where they overlap,
// and along ways on which the contact passes from the face to a border.

#include "mechanism/pairs/petal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "support/times.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Vector3d;

constexpr double kRadians = std::numbers::pi / 180.0;
constexpr primitive::Petal kPetal{0.5985, 45 * kRadians, 0.16, 28.5 * kRadians, 15 * kRadians};
constexpr primitive::Edge kEdge{0.6};

/// A point of the petal: share of the half-width, and height.
Vector3d on_petal(double h, double share) {
  const double width =
      kPetal.half_width_base + (kPetal.half_width_top - kPetal.half_width_base) * h / kPetal.height;
  return test::on_circle(h, kPetal.radius - h * std::tan(kPetal.half_angle), share * width);
}

/// Whether all of the petal passes through the bore: where its generatrices cross the edge's plane.
bool is_apart(const Pose& pose) {
  for (int i = -20; i <= 20; ++i)
    for (int j = 0; j < 42; ++j) {
      const Vector3d a = pose.point(on_petal(-0.05 + 0.005 * j, i / 20.0));
      const Vector3d b = pose.point(on_petal(-0.045 + 0.005 * j, i / 20.0));
      if ((a.x() < 0.0) == (b.x() < 0.0)) continue;
      const Vector3d there = a + a.x() / (a.x() - b.x()) * (b - a);
      if (std::hypot(there.y(), there.z()) > kEdge.radius - 1e-3) return false;
    }
  return true;
}

void meet_edge(const Pose& pose, Contacts& out) { pairs::contacts(kPetal, kEdge, pose, out); }

/// The edge in the petal's axes, as the petal in the edge's.
Pose petal_at(const Eigen::Matrix3d& turn, const Vector3d& edge) { return Pose{turn, edge}.inverse(); }

TEST(Petal, ItsGapIsNoLargerThanAnyDistanceFromTheEdge) {
  test::Random random(hilspace::test::seed());
  int positive = 0;
  for (int pose_number = 0; pose_number < test::poses(200); ++pose_number) {
    const Vector3d offset(random.in(-0.05, 0.3), random.in(-0.15, 0.15), random.in(-0.15, 0.15));
    const Pose pose = petal_at(random.turn(0.1), offset);
    const double gap = pairs::gap(kPetal, kEdge, pose);
    positive += gap > 1e-4 ? 1 : 0;
    for (int i = -10; i <= 10; ++i)
      for (int j = 0; j <= 42; ++j) {
        const Vector3d at = pose.point(on_petal(-0.05 + 0.005 * j, i / 10.0));
        ASSERT_LE(gap, std::hypot(at.x(), std::hypot(at.y(), at.z()) - kEdge.radius) + 1e-12);
      }
  }
  EXPECT_GT(positive, test::poses(200) / 4);
  EXPECT_GT(pairs::gap(kPetal, kEdge, petal_at(Eigen::Matrix3d::Identity(), Vector3d(0.05, 0.0, 0.0))), 1e-3);
}

TEST(Petal, IsAsFarFromTheEdgeAsItsNearestPoint) {
  test::Random random(hilspace::test::seed());
  test::Tally tally;
  int borders = 0;
  const int wanted = test::poses(400);
  while (tally.poses < wanted) {
    const double h = random.in(0.03, 0.15);  // where the plane of the edge is, about
    const Vector3d offset(h, random.in(0.01, 0.05) - h, random.in(-0.04, 0.04));
    const Pose pose = petal_at(random.turn(0.06), offset);
    if (!is_apart(pose)) continue;
    std::array<double, 3> where{};
    const auto square = [&](const std::array<double, 3>& x) {
      return (pose.point(on_petal(x[0], x[1])) - test::on_circle(0.0, kEdge.radius, x[2])).squaredNorm();
    };
    const auto nearest = [&](int parts, std::size_t tries) {
      return std::sqrt(test::least(
          square,
          std::array<test::Range, 3>{test::Range{-kPetal.below, kPetal.height, 3 * parts},
                                     test::Range{-1.0, 1.0, 2 * parts + 1},
                                     test::Range{-std::numbers::pi, std::numbers::pi, 12 * parts}},
          where, tries));
    };
    double k = nearest(4, 3);
    if (where[0] > kPetal.height - 1e-4 || where[0] < -kPetal.below + 1e-4 || k < 1e-3) continue;  // an end
    Contacts all;
    meet_edge(pose, all);
    double deepest = -HUGE_VAL;
    for (const ContactPoint& one : all) deepest = std::max(deepest, one.penetration);
    // the search finds the wrong valley now and then; a finer one does not
    if (std::abs(deepest + k) > 1e-12) k = std::min(k, nearest(8, 8));
    tally.add_depth(deepest + k);
    if (std::abs(deepest + k) > 1e-12)
      std::printf("%.3e k %.3e at h %.4f, share %.6f\n", deepest + k, k, where[0], where[1]);
    borders += std::abs(where[1]) > 1.0 - 1e-9;
    tally.add_rates(meet_edge, pose, all, random);
  }
  std::printf("petal, edge apart: %d poses, %d on a border, d %.1e, rate %.1e of %d (%d across a bend)\n",
              tally.poses, borders, tally.depth, tally.rate, tally.rates, tally.unsmooth);
  EXPECT_GT(borders, tally.poses / 10);
  EXPECT_LT(borders, tally.poses * 9 / 10);
  EXPECT_LT(tally.depth, 1e-12);
  EXPECT_LT(tally.rate, 1e-8);
  EXPECT_LT(tally.unsmooth, 2 + tally.rates / 50);
}

TEST(Petal, PenetrationChangesAlongTheNormalWhereItOverlaps) {
  test::Random random(hilspace::test::seed());
  test::Tally tally;
  const int wanted = test::poses(2000);
  while (tally.poses < wanted) {
    const Vector3d offset(random.in(0.02, 0.12), random.in(-0.15, -0.02), random.in(-0.1, 0.1));
    const Pose pose = petal_at(random.turn(0.12), offset);
    Contacts all, touching;
    meet_edge(pose, all);
    for (const ContactPoint& one : all)
      if (one.penetration > 0.0 && one.penetration < 0.03) touching.add(one);
    if (touching.size() == 0) continue;
    ++tally.poses;
    tally.add_rates(meet_edge, pose, touching, random);
  }
  std::printf("petal, edge touching: %d poses, rate %.1e of %d (%d across a bend)\n", tally.poses, tally.rate,
              tally.rates, tally.unsmooth);
  EXPECT_LT(tally.rate, 1e-8);
  EXPECT_LT(tally.unsmooth, 2 + tally.rates / 50);
}

/// The ring is moved round the petal: from its middle beyond its border. Nothing ends, nothing jumps.
TEST(Petal, HandsTheContactFromItsFaceToItsBorder) {
  for (const double sign : {-1.0, 1.0})
    for (const double tilt : {0.0, 0.03}) {
      const Eigen::Matrix3d turn = Eigen::AngleAxisd(tilt, Vector3d(0.0, 0.6, 0.8)).toRotationMatrix();
      const auto pose = [&](double angle) {
        return petal_at(turn, {0.06, -0.07 * std::cos(angle), -0.07 * sign * std::sin(angle)});
      };
      constexpr double kStep = 2e-4;
      bool on_border = false;
      ContactPoint before{};
      for (double angle = 0.0; angle < 0.8; angle += kStep) {
        Contacts all;
        meet_edge(pose(angle), all);
        ASSERT_EQ(all.size(), 1u) << angle;
        const ContactPoint& now = all[0];
        if (angle > 0.0) {
          // v of the petal's point at the place of contact
          const Vector3d at = pose(angle - kStep).inverse().point(before.point);
          const Vector3d way = pose(angle).point(at) - before.point;
          ASSERT_NEAR(now.penetration - before.penetration, -before.normal.dot(way), 1e-7) << angle;
          ASSERT_LT((now.normal - before.normal).norm(), 1e-2) << angle;
        }
        before = now;
        const Vector3d in_petal = pose(angle).turn.transpose() * now.normal;
        on_border = on_border || std::abs(in_petal.x() + std::sqrt(0.5)) > 1e-9;
      }
      EXPECT_TRUE(on_border);
    }
}

}  // namespace
}  // namespace hilspace::mechanism
