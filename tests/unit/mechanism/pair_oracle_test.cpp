// Every pair against brute force (oracle.hpp) over random poses: the penetration to 1e-12, its rate to 1e-8,
// of rings to 1e-7. HILSPACE_TEST_TIMES=100 makes it 1e5 poses of most pairs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "mechanism/drogue.hpp"
#include "mechanism/pairs/borders.hpp"
#include "mechanism/pairs/segment.hpp"
#include "mechanism/pairs/sphere.hpp"
#include "mechanism/pairs/torus.hpp"
#include "support/times.hpp"
#include "unit/mechanism/bore.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using test::Bore;
using test::expect_law;
using test::Random;
using test::Range;
using test::Tally;

constexpr double kPi = std::numbers::pi;

void check_sphere(const Bore& bore, double radius, const char* what) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Sphere sphere{radius};
  const auto meet = [&](const Pose& pose, Contacts& out) {
    pairs::contacts(sphere, bore.surface, pose, out);
  };
  while (tally.poses < test::poses(1000)) {
    const double reach = bore.wall(bore.front()) + 0.05, angle = random.in(-kPi, kPi);
    const Pose pose{
        Eigen::Matrix3d::Identity(),
        test::on_circle(random.in(bore.front() - 0.05, bore.back() + 0.02), random.in(0.001, reach), angle)};
    const bool open = bore.is_open(pose.origin);
    // behind the wall only where it is simple: within its ends, and not behind a corner
    if (!open && (bore.profile.size() > 2 || pose.origin.x() > bore.back())) continue;
    double nearest = HUGE_VAL;
    bool at_end = false;
    for (std::size_t piece = 0; piece + 1 < bore.profile.size(); ++piece) {
      std::array<double, 2> where{};
      const double k = std::sqrt(test::least(
          [&](const std::array<double, 2>& x) {
            return (pose.origin - bore.point(piece, x[0], x[1])).squaredNorm();
          },
          std::array<Range, 2>{Range{0.0, 1.0, 4}, Range{angle - kPi, angle + kPi, 9}}, where, 1));
      if (k < nearest) nearest = k, at_end = where[0] < 1e-7 || where[0] > 1.0 - 1e-7;
    }
    if (!open && at_end) continue;
    Contacts all;
    meet(pose, all);
    ASSERT_EQ(all.size(), 1u);
    tally.add_depth(all[0].penetration - (radius - (open ? nearest : -nearest)));
    if (nearest > 3e-3) tally.add_rates(meet, pose, all, random);
  }
  expect_law(tally, test::kRate, what);
}

TEST(PairOracle, SphereAndCone) { check_sphere(test::conical_bore(), 0.045, "sphere, cone"); }
TEST(PairOracle, PointAndCone) { check_sphere(test::conical_bore(), 0.0, "point, cone"); }
TEST(PairOracle, SphereAndCylinder) { check_sphere(test::cylindrical_bore(), 0.02, "sphere, cylinder"); }
TEST(PairOracle, SphereAndSocketWithCorners) { check_sphere(test::socket_bore(), 0.03, "sphere, chain"); }

TEST(PairOracle, SphereAndCircle) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Sphere sphere{0.045};
  const primitive::Edge edge{0.05};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(sphere, edge, pose, out); };
  while (tally.poses < test::poses(1000)) {
    const Pose pose{Eigen::Matrix3d::Identity(), random.in_box(0.1)};
    std::array<double, 1> where{};
    const double k = std::sqrt(test::least(
        [&](const std::array<double, 1>& x) {
          return (pose.origin - test::on_circle(0.0, edge.radius, x[0])).squaredNorm();
        },
        std::array<Range, 1>{Range{-2 * kPi, 2 * kPi, 48}}, where, 1));
    if (k < 3e-3 || std::hypot(pose.origin.y(), pose.origin.z()) < 2e-3) continue;
    Contacts all;
    meet(pose, all);
    ASSERT_EQ(all.size(), 1u);
    tally.add_depth(all[0].penetration - (sphere.radius - k));
    tally.add_rates(meet, pose, all, random);
  }
  expect_law(tally, test::kRate, "sphere, circle");
}

/// Distances of a sphere's centre, of a ring and of the ends of a pin from a plane, each by points of it.
TEST(PairOracle, SphereRingAndSegmentOnAPlane) {
  Random random(hilspace::test::seed());
  Tally spheres, rings, pins;
  const primitive::Sphere sphere{0.045};
  const primitive::Torus torus{0.1, 0.012};
  const primitive::Segment segment{{0.05, 0.1, 0.0}, {-0.05, 0.02, 0.2}, 0.01};
  const primitive::Plane plane;
  while (rings.poses < test::poses(1000)) {
    const Pose pose{random.turn(1.0), random.in_box(0.1)};
    const auto one = [&](const Pose& p, Contacts& out) { pairs::contacts(sphere, plane, p, out); };
    const auto two = [&](const Pose& p, Contacts& out) { pairs::contacts(torus, plane, p, out); };
    const auto three = [&](const Pose& p, Contacts& out) { pairs::contacts(segment, plane, p, out); };
    const double tilt = std::hypot(pose.turn(0, 1), pose.turn(0, 2));
    if (tilt < 0.05) continue;  // every place of the ring as near
    Contacts a, b, c;
    one(pose, a), two(pose, b), three(pose, c);
    ASSERT_TRUE(a.size() == 1 && b.size() == 1 && c.size() == 2);
    spheres.add_depth(a[0].penetration - (sphere.radius + pose.origin.x()));
    std::array<double, 1> where{};
    const double lowest = -test::least(
        [&](const std::array<double, 1>& x) {
          return -pose.point(test::on_circle(0.0, torus.radius, x[0])).x();
        },
        std::array<Range, 1>{Range{-2 * kPi, 2 * kPi, 48}}, where, 1);
    rings.add_depth(b[0].penetration - (torus.tube + lowest));
    pins.add_depth(c[0].penetration - (0.01 + pose.point(segment.from).x()));
    pins.add_depth(c[1].penetration - (0.01 + pose.point(segment.to).x()));
    spheres.add_rates(one, pose, a, random);
    rings.add_rates(two, pose, b, random);
    pins.add_rates(three, pose, c, random);
  }
  expect_law(spheres, test::kRate, "sphere, plane");
  expect_law(rings, test::kRate, "torus, plane");
  expect_law(pins, test::kRate, "segment, plane");
}

TEST(PairOracle, SphereAndPad) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Sphere sphere{0.045};
  const primitive::Pad pad{0.1, 0.16};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(sphere, pad, pose, out); };
  while (tally.poses < test::poses(1000)) {
    const Pose pose{Eigen::Matrix3d::Identity(), random.in_box(0.2)};
    const bool beside = std::abs(pose.origin.y()) > 0.05 || std::abs(pose.origin.z()) > 0.08;
    if (pose.origin.x() > 0.0 && beside) continue;  // behind its border
    std::array<double, 2> where{};
    const double k = std::sqrt(test::least(
        [&](const std::array<double, 2>& x) {
          return (pose.origin - Eigen::Vector3d(0.0, x[0], x[1])).squaredNorm();
        },
        std::array<Range, 2>{Range{-0.05, 0.05, 4}, Range{-0.08, 0.08, 4}}, where, 1));
    Contacts all;
    meet(pose, all);
    ASSERT_EQ(all.size(), 1u);
    tally.add_depth(all[0].penetration - (0.045 - (pose.origin.x() > 0.0 ? -k : k)));
    if (k > 3e-3) tally.add_rates(meet, pose, all, random);
  }
  expect_law(tally, test::kRate, "sphere, pad");
}

/// Another sphere by points of its surface, a torus by points of its circle, a segment by points of its axis.
TEST(PairOracle, SphereOnWhatIsThickenedItself) {
  Random random(hilspace::test::seed());
  Tally spheres, tori, segments;
  const primitive::Sphere sphere{0.02}, other{0.05};
  const primitive::Torus torus{0.06, 0.01};
  const auto check = [&](const auto& passive, const Pose& pose, double distance, double thickness,
                         Tally& tally) {
    const auto meet = [&](const Pose& p, Contacts& out) { pairs::contacts(sphere, passive, p, out); };
    Contacts all;
    meet(pose, all);
    ASSERT_EQ(all.size(), 1u);
    tally.add_depth(all[0].penetration - (sphere.radius - (distance - thickness)));
    EXPECT_NEAR((all[0].point - pose.origin).norm(), std::abs(distance - thickness), 1e-14);
    tally.add_rates(meet, pose, all, random);
  };
  while (segments.poses < test::poses(1000)) {
    const Pose pose{random.turn(1.0), random.in_box(0.15)};
    const double r = std::hypot(pose.origin.y(), pose.origin.z());
    if (pose.origin.norm() < 5e-2 || r < 5e-3) continue;  // inside of it; no direction is nearer
    std::array<double, 2> surface{};
    const double from_surface = std::sqrt(test::least(
        [&](const std::array<double, 2>& x) {
          const double axial = other.radius * std::cos(x[0]), radial = other.radius * std::sin(x[0]);
          return (pose.origin - test::on_circle(axial, radial, x[1])).squaredNorm();
        },
        std::array<Range, 2>{Range{0.0, kPi, 4}, Range{-2 * kPi, 2 * kPi, 9}}, surface, 1));
    if (from_surface < 2e-3) continue;
    check(other, pose, from_surface, 0.0, spheres);
    std::array<double, 1> where{};
    const double from_circle = std::sqrt(test::least(
        [&](const std::array<double, 1>& x) {
          return (pose.origin - test::on_circle(0.0, torus.radius, x[0])).squaredNorm();
        },
        std::array<Range, 1>{Range{-2 * kPi, 2 * kPi, 48}}, where, 1));
    if (from_circle < 5e-3) continue;
    check(torus, pose, from_circle, torus.tube, tori);
    const primitive::Segment segment{random.in_box(0.15), random.in_box(0.15), 0.01};
    const double from_axis = std::sqrt(test::least(
        [&](const std::array<double, 1>& x) {
          return (pose.origin - segment.from - x[0] * (segment.to - segment.from)).squaredNorm();
        },
        std::array<Range, 1>{Range{0.0, 1.0, 8}}, where, 1));
    if (from_axis < 5e-3) continue;
    check(segment, pose, from_axis, segment.radius, segments);
  }
  expect_law(spheres, test::kRate, "sphere, sphere");
  expect_law(tori, test::kRate, "sphere, torus");
  expect_law(segments, test::kRate, "sphere, segment");
}

TEST(PairOracle, SegmentAndSegment) {
  Random random(hilspace::test::seed());
  Tally tally;
  while (tally.poses < test::poses(2000)) {
    const primitive::Segment active{random.in_box(0.2), random.in_box(0.2), 0.01};
    const bool parallel = tally.poses % 10 == 0;
    const Eigen::Vector3d from = random.in_box(0.2);
    const primitive::Segment passive{
        from, parallel ? from + random.in(-1.0, 1.0) * (active.to - active.from) : random.in_box(0.2), 0.02};
    std::array<double, 2> where{};
    const double k = std::sqrt(test::least(
        [&](const std::array<double, 2>& x) {
          return (active.from + x[0] * (active.to - active.from) - passive.from -
                  x[1] * (passive.to - passive.from))
              .squaredNorm();
        },
        std::array<Range, 2>{Range{0.0, 1.0, 5}, Range{0.0, 1.0, 5}}, where, 3));
    if (k < 2e-3) continue;
    const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(active, passive, pose, out); };
    Contacts all;
    meet(Pose{}, all);
    ASSERT_EQ(all.size(), 1u);
    tally.add_depth(all[0].penetration - (0.03 - k));
    if (!parallel) tally.add_rates(meet, Pose{}, all, random);
  }
  expect_law(tally, test::kRate, "segment, segment");
}

TEST(PairOracle, BordersOfPlates) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Border active{{-0.12, 0.55, 0.19}, {0.02, 0.43, 0.183}, {0.0, 0.0, -1.0}};
  const primitive::Border passive{{0.0, 0.55, 0.25}, {-0.16, 0.42, 0.12}, {0.0, 0.0, 1.0}};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(active, passive, pose, out); };
  int overlaps = 0;
  while (tally.poses < test::poses(2000)) {
    const Pose pose{random.turn(0.1), random.in_box(0.03)};
    Contacts all;
    meet(pose, all);
    ASSERT_LE(all.size(), 1u);
    if (all.size() == 0) continue;
    Eigen::Vector3d apart;
    std::array<double, 2> where{};
    const double square = test::least(
        [&](const std::array<double, 2>& x) {
          apart = pose.point(active.from + x[0] * (active.to - active.from)) - passive.from -
                  x[1] * (passive.to - passive.from);
          return apart.squaredNorm();
        },
        std::array<Range, 2>{Range{0.0, 1.0, 5}, Range{0.0, 1.0, 5}}, where, 2);
    if (square < 1e-6) continue;
    tally.add_depth(all[0].penetration - std::copysign(std::sqrt(square), -apart.dot(passive.side)));
    overlaps += all[0].penetration > 0.0;
    tally.add_rates(meet, pose, all, random);
  }
  EXPECT_GT(overlaps, tally.poses / 5);
  expect_law(tally, test::kRate, "borders");
}

TEST(PairOracle, SegmentAndEdge) {
  Random random(hilspace::test::seed());
  Tally tally;
  int overlaps = 0;
  const primitive::Segment segment{{-0.1, 0.56, 0.02}, {0.06, 0.64, 0.05}};
  const primitive::Edge edge{0.6};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(segment, edge, pose, out); };
  while (tally.poses < test::poses(2000)) {
    const Pose pose{random.turn(0.25), random.in_box(0.03)};
    const Eigen::Vector3d from = pose.point(segment.from), way = pose.point(segment.to) - from;
    const double crossing = -from.x() / way.x();
    if (crossing < 0.05 || crossing > 0.95) continue;
    const Eigen::Vector3d there = from + crossing * way;
    std::array<double, 2> where{crossing, std::atan2(there.z(), there.y())};
    const double k = std::sqrt(test::polished(
        [&](const std::array<double, 2>& x) {
          return (from + x[0] * way - test::on_circle(0.0, edge.radius, x[1])).squaredNorm();
        },
        std::array<Range, 2>{Range{0.0, 1.0, 1}, Range{where[1] - 0.5, where[1] + 0.5, 1}}, where));
    if (k < 1e-3 || where[0] < 1e-3 || where[0] > 0.999) continue;
    Contacts all;
    meet(pose, all);
    ASSERT_EQ(all.size(), 1u);
    const bool outside = std::hypot(there.y(), there.z()) > edge.radius;
    tally.add_depth(all[0].penetration - (outside ? k : -k));
    overlaps += outside;
    tally.add_rates(meet, pose, all, random);
  }
  EXPECT_GT(overlaps, tally.poses / 5);
  expect_law(tally, test::kRate, "segment, edge");
}

/// Today's drogue is a chain of three points, to the last bits.
TEST(PairOracle, ChainIsTheDrogue) {
  const mechanism::Setup setup{MechanismKind::drogue, 0.025, 0.032, 0.05, 0.195, 24.78 * kPi / 180.0};
  const Drogue drogue(setup);
  const Revolution chain(std::array{Vec2{0.0, drogue.cylinder_radius}, Vec2{-0.05, drogue.cylinder_radius},
                                    Vec2{-drogue.length, drogue.mouth_radius}});
  const primitive::Sphere tip{setup.tip_radius};
  Random random(hilspace::test::seed());
  std::array<int, 4> zones{};
  for (int i = 0; i < test::poses(20000); ++i) {
    const Eigen::Vector3d centre =
        test::on_circle(random.in(-0.3, -0.001), random.in(0.0, 0.15), random.in(-kPi, kPi));
    if (drogue.outside(centre) && drogue.to_mouth(centre) < 0.0) continue;  // a chain has no back
    const ContactPoint a = drogue.contact(centre);
    const Zone zone = drogue.zone(centre);
    if (setup.tip_radius - a.penetration < 0.0 && zone != Zone::cone)
      continue;  // ends of the wall, from behind
    Contacts all;
    pairs::contacts(tip, chain, {Eigen::Matrix3d::Identity(), centre}, all);
    ASSERT_EQ(all.size(), 1u);
    if (setup.tip_radius - a.penetration < 0.0 && all[0].penetration < a.penetration - 1e-9) continue;
    ASSERT_NEAR(all[0].penetration, a.penetration, 2e-16) << centre.transpose();
    ASSERT_LT((all[0].point - a.point).norm(), 1e-15) << centre.transpose();
    ++zones[static_cast<std::size_t>(zone)];
  }
  for (const int count : zones) EXPECT_GT(count, hilspace::test::kSanitized ? 0 : 100);
}

}  // namespace
}  // namespace hilspace::mechanism
