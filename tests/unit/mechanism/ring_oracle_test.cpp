// Rings against surfaces and edges, as pair_oracle_test.cpp.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "mechanism/pairs/torus.hpp"
#include "unit/mechanism/bore.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

/// A function round the circle, by trying: its least value, polished, and how many local minima stand out.
struct AllRound {
  double least = HUGE_VAL;
  std::size_t minima = 0;

  template <class Function>
  explicit AllRound(Function&& f) {
    constexpr std::size_t kTries = 3600;
    constexpr double kPart = 2 * std::numbers::pi / kTries;
    std::array<double, kTries> values;
    std::size_t best = 0;
    for (std::size_t i = 0; i < kTries; ++i) {
      values[i] = f(kPart * static_cast<double>(i));
      if (values[i] < values[best]) best = i;
    }
    for (std::size_t i = 0; i < kTries; ++i)
      minima += values[i] < values[(i + 1) % kTries] && values[i] <= values[(i + kTries - 1) % kTries];
    double low = kPart * (static_cast<double>(best) - 1), high = low + 2 * kPart;
    while (high - low > 1e-9) {
      const double third = (high - low) / 3;
      (f(low + third) < f(high - third) ? high : low) += f(low + third) < f(high - third) ? -third : third;
    }
    least = f(0.5 * (low + high));
  }
};

/// The deepest contact of a ring is at its least distance; and every local minimum is a contact.
void check_ring(const test::Bore& bore, const primitive::Torus& torus, double x, double offset, double tilt,
                const char* what) {
  test::Random random(hilspace::test::seed());
  test::Tally tally;
  int several = 0, miscounted = 0;
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(torus, bore.surface, pose, out); };
  while (tally.poses < test::poses(150)) {
    Pose pose{random.turn(tilt), random.in_box(offset)};
    pose.origin.x() += x;
    const auto circle = [&](double u) { return pose.point(test::on_circle(0.0, torus.radius, u)); };
    bool open = true;
    for (int i = 0; i < 90 && open; ++i) open = bore.is_open(circle(2 * std::numbers::pi * i / 90));
    if (!open) continue;
    double nearest = HUGE_VAL;
    for (std::size_t piece = 0; piece + 1 < bore.profile.size(); ++piece) {
      std::array<double, 3> where{};
      nearest = std::min(nearest,
                         std::sqrt(test::least(
                             [&](const std::array<double, 3>& p) {
                               return (circle(p[0]) - bore.point(piece, p[1], p[2])).squaredNorm();
                             },
                             std::array<test::Range, 3>{test::Range{-std::numbers::pi, std::numbers::pi, 24},
                                                        test::Range{0.0, 1.0, 5},
                                                        test::Range{-std::numbers::pi, std::numbers::pi, 24}},
                             where, 3)));
    }
    // the search in three parameters finds the wrong valley now and then; the scan does not
    const AllRound scan([&](double u) { return bore.distance(circle(u)); });
    nearest = std::min(nearest, scan.least);
    if (nearest < 1e-3) continue;
    Contacts all;
    meet(pose, all);
    double deepest = -HUGE_VAL;
    for (const ContactPoint& one : all) deepest = std::max(deepest, one.penetration);
    tally.add_depth(deepest - (torus.tube - nearest));
    several += all.size() > 1;
    miscounted += all.size() != scan.minima;
    tally.add_rates(meet, pose, all, random);
  }
  // The few poses under a sanitizer may have none.
  EXPECT_GT(several, hilspace::test::kSanitized ? -1 : 0) << what;
  EXPECT_LE(miscounted, tally.poses / 150) << what;  // two that run into one
  test::expect_law(tally, test::kRingRate, what, 0.05);
}

TEST(RingOracle, TorusAndCone) {
  check_ring(test::conical_bore(), {0.1, 0.012}, -0.2, 0.06, 0.5, "torus, cone");
}
TEST(RingOracle, TorusAndCylinder) {
  check_ring(test::Bore({{0.2, 0.12}, {-0.2, 0.12}}), {0.1, 0.012}, 0.0, 0.02, 0.5, "torus, cylinder");
}
TEST(RingOracle, TorusAndSocketWithCorners) {
  check_ring(test::socket_bore(), {0.045, 0.01}, -0.09, 0.03, 0.6, "torus, chain");
}

TEST(RingOracle, TorusAndCircle) {
  test::Random random(hilspace::test::seed());
  test::Tally tally;
  const primitive::Torus torus{0.1, 0.012};
  const primitive::Edge edge{0.12};
  const auto meet = [&](const Pose& pose, Contacts& out) { pairs::contacts(torus, edge, pose, out); };
  while (tally.poses < test::poses(500)) {
    const Pose pose{random.turn(0.6), random.in_box(0.05)};
    std::array<double, 2> where{};
    double k = std::sqrt(test::least(
        [&](const std::array<double, 2>& p) {
          return (pose.point(test::on_circle(0.0, torus.radius, p[0])) -
                  test::on_circle(0.0, edge.radius, p[1]))
              .squaredNorm();
        },
        std::array<test::Range, 2>{test::Range{-std::numbers::pi, std::numbers::pi, 60},
                                   test::Range{-std::numbers::pi, std::numbers::pi, 60}},
        where, 4));
    const AllRound scan([&](double u) {
      const Eigen::Vector3d p = pose.point(test::on_circle(0.0, torus.radius, u));
      return std::hypot(p.x(), std::hypot(p.y(), p.z()) - edge.radius);
    });
    k = std::min(k, scan.least);
    if (k < 2e-3) continue;
    Contacts all;
    meet(pose, all);
    double deepest = -HUGE_VAL;
    for (const ContactPoint& one : all) deepest = std::max(deepest, one.penetration);
    tally.add_depth(deepest - (torus.tube - k));
    tally.add_rates(meet, pose, all, random);
  }
  test::expect_law(tally, test::kRingRate, "torus, circle", 0.05);
}

}  // namespace
}  // namespace hilspace::mechanism
