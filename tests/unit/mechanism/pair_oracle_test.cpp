// Every pair against brute force (oracle.hpp) over random poses: the penetration to 1e-12, its rate to 1e-8,
// of rings to 1e-7. HILSPACE_TEST_TIMES=50 makes it 1e5 poses a pair.

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
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using test::Random;
using test::Range;
using test::Tally;

constexpr double kPi = std::numbers::pi;
constexpr double kDepth = 1e-12, kRate = 1e-8, kRingRate = 1e-7;

int poses(int usual) { return usual * static_cast<int>(hilspace::test::times()); }

/// What is met from inside: pieces of a polyline, and whether a point is in the open.
struct Bore {
  std::vector<Vec2> profile;
  Revolution surface;
  explicit Bore(std::vector<Vec2> points) : profile(std::move(points)), surface(profile) {}

  /// Radius of the wall at x; the profile runs towards -x.
  double wall(double x) const {
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
      const auto [x0, r0] = profile[i];
      const auto [x1, r1] = profile[i + 1];
      if (x <= x0 && x >= x1) return r0 + (r1 - r0) * (x - x0) / (x1 - x0);
    }
    return x > back() ? profile.front()[1] : HUGE_VAL;
  }
  bool is_open(const Eigen::Vector3d& p) const { return std::hypot(p.y(), p.z()) < wall(p.x()); }
  double distance(const Eigen::Vector3d& p) const {
    const Eigen::Vector2d q(p.x(), std::hypot(p.y(), p.z()));
    double nearest = HUGE_VAL;
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
      const Eigen::Vector2d a(profile[i][0], profile[i][1]), b(profile[i + 1][0], profile[i + 1][1]);
      const double share = std::clamp((q - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
      nearest = std::min(nearest, (q - a - share * (b - a)).norm());
    }
    return nearest;
  }
  double front() const { return profile.back()[0]; }
  double back() const { return profile.front()[0]; }

  /// A point of a piece, by two parameters.
  Eigen::Vector3d point(std::size_t piece, double share, double angle) const {
    const auto [x0, r0] = profile[piece];
    const auto [x1, r1] = profile[piece + 1];
    return test::on_circle(x0 + share * (x1 - x0), r0 + share * (r1 - r0), angle);
  }
};

Bore conical_bore() { return Bore({{-0.05, 0.05}, {-0.4, 0.4}}); }
Bore cylindrical_bore() { return Bore({{0.0, 0.05}, {-0.09, 0.05}}); }
Bore socket_bore() { return Bore({{0.0, 0.05}, {-0.09, 0.05}, {-0.3, 0.2}, {-0.32, 0.3}}); }

void expect_law(const Tally& tally, double rate, const char* what, double unsmooth = 0.02) {
  EXPECT_LT(tally.depth, kDepth) << what;
  EXPECT_LT(tally.rate, rate) << what;
  EXPECT_LE(tally.unsmooth, 2 + unsmooth * tally.rates) << what;
  EXPECT_GT(tally.rates, tally.poses / 2) << what;
  std::printf("%-28s %7d poses  d %.1e  rate %.1e of %d (%d across a bend)\n", what, tally.poses, tally.depth,
              tally.rate, tally.rates, tally.unsmooth);
}

void check_sphere(const Bore& bore, double radius, const char* what) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Sphere sphere{radius};
  const auto meet = [&](const Pose& pose, Contacts& out) {
    pairs::contacts(sphere, bore.surface, pose, out);
  };
  while (tally.poses < poses(1000)) {
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
  expect_law(tally, kRate, what);
}

TEST(PairOracle, SphereAndCone) { check_sphere(conical_bore(), 0.045, "sphere, cone"); }
TEST(PairOracle, PointAndCone) { check_sphere(conical_bore(), 0.0, "point, cone"); }
TEST(PairOracle, SphereAndCylinder) { check_sphere(cylindrical_bore(), 0.02, "sphere, cylinder"); }
TEST(PairOracle, SphereAndSocketWithCorners) { check_sphere(socket_bore(), 0.03, "sphere, chain"); }

TEST(PairOracle, SphereAndCircle) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Sphere sphere{0.045};
  const primitive::Edge edge{0.05};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(sphere, edge, pose, out); };
  while (tally.poses < poses(1000)) {
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
  expect_law(tally, kRate, "sphere, circle");
}

/// Distances of a sphere's centre, of a ring and of the ends of a pin from a plane, each by points of it.
TEST(PairOracle, SphereRingAndSegmentOnAPlane) {
  Random random(hilspace::test::seed());
  Tally spheres, rings, pins;
  const primitive::Sphere sphere{0.045};
  const primitive::Torus torus{0.1, 0.012};
  const primitive::Segment segment{{0.05, 0.1, 0.0}, {-0.05, 0.02, 0.2}, 0.01};
  const primitive::Plane plane;
  while (rings.poses < poses(1000)) {
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
  expect_law(spheres, kRate, "sphere, plane");
  expect_law(rings, kRate, "torus, plane");
  expect_law(pins, kRate, "segment, plane");
}

/// How many local minima a function has round the circle, by trying; of those that stand out.
template <class Function>
std::size_t count_minima(Function&& f) {
  constexpr std::size_t kTries = 3600;
  std::vector<double> values;
  for (std::size_t i = 0; i < kTries; ++i) values.push_back(f(2 * kPi * static_cast<double>(i) / kTries));
  std::size_t minima = 0;
  for (std::size_t i = 0; i < kTries; ++i)
    minima += values[i] < values[(i + 1) % kTries] && values[i] <= values[(i + kTries - 1) % kTries];
  return minima;
}

/// The deepest contact of a ring is its least distance; and every local minimum is a contact.
void check_ring(const Bore& bore, const primitive::Torus& torus, double x, double offset, double tilt,
                const char* what) {
  Random random(hilspace::test::seed());
  Tally tally;
  int several = 0, miscounted = 0;
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(torus, bore.surface, pose, out); };
  while (tally.poses < poses(150)) {
    Pose pose{random.turn(tilt), random.in_box(offset)};
    pose.origin.x() += x;
    const auto circle = [&](double u) { return pose.point(test::on_circle(0.0, torus.radius, u)); };
    bool open = true;
    for (int i = 0; i < 90 && open; ++i) open = bore.is_open(circle(2 * kPi * i / 90));
    if (!open) continue;
    double nearest = HUGE_VAL;
    for (std::size_t piece = 0; piece + 1 < bore.profile.size(); ++piece) {
      std::array<double, 3> where{};
      nearest = std::min(
          nearest, std::sqrt(test::least(
                       [&](const std::array<double, 3>& p) {
                         return (circle(p[0]) - bore.point(piece, p[1], p[2])).squaredNorm();
                       },
                       std::array<Range, 3>{Range{-kPi, kPi, 24}, Range{0.0, 1.0, 5}, Range{-kPi, kPi, 24}},
                       where, 5)));
    }
    Contacts all;
    meet(pose, all);
    double deepest = -HUGE_VAL;
    for (const ContactPoint& one : all) deepest = std::max(deepest, one.penetration);
    tally.add_depth(deepest - (torus.tube - nearest));
    several += all.size() > 1;
    miscounted += all.size() != count_minima([&](double u) { return bore.distance(circle(u)); });
    if (nearest > 3e-3) tally.add_rates(meet, pose, all, random);
  }
  EXPECT_GT(several, 0) << what;
  EXPECT_LE(miscounted, tally.poses / 300) << what;  // two that run into one
  expect_law(tally, kRingRate, what, 0.05);
}

TEST(PairOracle, TorusAndCone) { check_ring(conical_bore(), {0.1, 0.012}, -0.2, 0.06, 0.5, "torus, cone"); }
TEST(PairOracle, TorusAndCylinder) {
  check_ring(Bore({{0.2, 0.12}, {-0.2, 0.12}}), {0.1, 0.012}, 0.0, 0.02, 0.5, "torus, cylinder");
}
TEST(PairOracle, TorusAndSocketWithCorners) {
  check_ring(socket_bore(), {0.045, 0.01}, -0.09, 0.03, 0.6, "torus, chain");
}

TEST(PairOracle, TorusAndCircle) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Torus torus{0.1, 0.012};
  const primitive::Edge edge{0.12};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(torus, edge, pose, out); };
  while (tally.poses < poses(500)) {
    const Pose pose{random.turn(0.6), random.in_box(0.05)};
    std::array<double, 2> where{};
    const double k = std::sqrt(test::least(
        [&](const std::array<double, 2>& p) {
          return (pose.point(test::on_circle(0.0, torus.radius, p[0])) -
                  test::on_circle(0.0, edge.radius, p[1]))
              .squaredNorm();
        },
        std::array<Range, 2>{Range{-kPi, kPi, 60}, Range{-kPi, kPi, 60}}, where, 6));
    if (k < 2e-3) continue;
    Contacts all;
    meet(pose, all);
    double deepest = -HUGE_VAL;
    for (const ContactPoint& one : all) deepest = std::max(deepest, one.penetration);
    tally.add_depth(deepest - (torus.tube - k));
    tally.add_rates(meet, pose, all, random);
  }
  expect_law(tally, kRingRate, "torus, circle", 0.05);
}

TEST(PairOracle, SegmentAndSegment) {
  Random random(hilspace::test::seed());
  Tally tally;
  while (tally.poses < poses(2000)) {
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
  expect_law(tally, kRate, "segment, segment");
}

TEST(PairOracle, BordersOfPlates) {
  Random random(hilspace::test::seed());
  Tally tally;
  const primitive::Border active{{-0.12, 0.55, 0.19}, {0.02, 0.43, 0.183}, {0.0, 0.0, -1.0}};
  const primitive::Border passive{{0.0, 0.55, 0.25}, {-0.16, 0.42, 0.12}, {0.0, 0.0, 1.0}};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(active, passive, pose, out); };
  int overlaps = 0;
  while (tally.poses < poses(2000)) {
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
  expect_law(tally, kRate, "borders");
}

TEST(PairOracle, SegmentAndEdge) {
  Random random(hilspace::test::seed());
  Tally tally;
  int overlaps = 0;
  const primitive::Segment segment{{-0.1, 0.56, 0.02}, {0.06, 0.64, 0.05}};
  const primitive::Edge edge{0.6};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(segment, edge, pose, out); };
  while (tally.poses < poses(2000)) {
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
  expect_law(tally, kRate, "segment, edge");
}

/// Today's drogue is a chain of three points, to the last bits.
TEST(PairOracle, ChainIsTheDrogue) {
  const mechanism::Setup setup{Kind::drogue, 0.025, 0.032, 0.05, 0.195, 24.78 * kPi / 180.0};
  const Drogue drogue(setup);
  const Revolution chain(std::array{Vec2{0.0, drogue.cylinder_radius}, Vec2{-0.05, drogue.cylinder_radius},
                                    Vec2{-drogue.length, drogue.mouth_radius}});
  const primitive::Sphere tip{setup.tip_radius};
  Random random(hilspace::test::seed());
  std::array<int, 4> zones{};
  for (int i = 0; i < poses(20000); ++i) {
    const Eigen::Vector3d centre =
        test::on_circle(random.in(-0.3, -0.001), random.in(0.0, 0.15), random.in(-kPi, kPi));
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
  for (const int count : zones) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace hilspace::mechanism
