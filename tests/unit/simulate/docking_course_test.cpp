#include "simulate/collocation/docking_course.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "simulate/collocation/playback.hpp"

namespace hilspace::simulate {
namespace {

/// Integral of u/(1 + chi u) from 0 to v: what the elastic force takes, d^(5/2)/(5/2), as v falls to 0.
double taken(double chi, double v) { return chi > 0.0 ? (v - std::log1p(chi * v) / chi) / chi : 0.5 * v * v; }
double depth(double chi, double v) {
  return std::pow(std::max(2.5 * (taken(chi, 1.0) - taken(chi, v)), 0.0), 0.4);
}

const auto kDampingNumbers = {0.0, 0.02, 0.31, 0.77, 1.0, 1.43, 2.2, 2.95, 3.0};

TEST(DockingCourse, KeepsTheFirstIntegralOfTheLaw) {
  for (const double chi : kDampingNumbers) {
    const auto course = docking_course(docking_series(), chi);
    EXPECT_NEAR(taken(chi, course.velocity_after), taken(chi, 1.0), 3e-8) << chi;
    EXPECT_NEAR(course.peak_penetration, depth(chi, 0.0), 3e-8) << chi;
    double peak = 0.0;
    for (int k = 0; k <= 4000; ++k) {
      const double v = course.velocity_after + (1.0 - course.velocity_after) * k / 4000.0;
      peak = std::max(peak, std::pow(depth(chi, v), 1.5) * (1.0 + chi * v));
    }
    EXPECT_NEAR(course.peak_force, peak, 2e-7) << chi;
    Playback<double> motion(course, 1.0, 1.0);
    for (int k = 0; k <= 200; ++k) {
      const auto at = motion.at(course.duration * k / 200.0);
      EXPECT_NEAR(std::pow(at.d, 2.5) / 2.5 + taken(chi, at.v), taken(chi, 1.0), chi > 1.0 ? 4e-5 : 1e-5)
          << chi << ' ' << k;
    }
  }
}

/// Hertz: nothing is lost, in 2.9432 times depth over velocity.
TEST(DockingCourse, IsHertzWithoutDamping) {
  const auto course = docking_course(docking_series(), 0.0);
  EXPECT_NEAR(course.velocity_after, -1.0, 1e-8);
  EXPECT_NEAR(course.duration, 2.94328 * std::pow(1.25, 0.4), 2e-5);
}

TEST(DockingCourse, TakesTheTimeThatItsVelocityNeeds) {
  for (const double chi : kDampingNumbers) {
    const auto course = docking_course(docking_series(), chi);
    constexpr int kSteps = 4000;
    const double h = course.duration / kSteps;
    Playback<double> motion(course, 1.0, 1.0);
    double area = 0.0, way = 0.0;
    auto last = motion.at(0.0);
    for (int k = 1; k <= kSteps; ++k) {
      const auto next = motion.at(h * k);
      way += 0.5 * h * (last.v + next.v);
      area += 0.5 * h * (last.d + next.d);
      if (k % 400 == 0) {
        EXPECT_NEAR(way, next.d, 1e-4) << chi << ' ' << k;
      }
      last = next;
    }
    EXPECT_NEAR(area, course.area_penetration, 1e-6) << chi;
  }
}

/// In the units of a scenario; after its end the bodies move on.
TEST(DockingCourse, IsPlayedBackInMetres) {
  const auto course = docking_course(docking_series(), 0.5);
  const double length = 1e-4, approach = 0.1;
  Playback<double> motion(course, length, approach), plain(course, 1.0, 1.0);
  EXPECT_DOUBLE_EQ(motion.end, length / approach * course.duration);
  for (const double share : {0.0, 0.01, 0.3, 0.31, 0.7, 0.99}) {
    const auto at = motion.at(share * motion.end), its = plain.at(share * plain.end);
    EXPECT_NEAR(at.d, length * its.d, 1e-12 * length);
    EXPECT_NEAR(at.v, approach * its.v, 1e-10 * approach);
    EXPECT_TRUE(at.touches);
  }
  const auto after = motion.at(2.0 * motion.end);
  EXPECT_FALSE(after.touches);
  EXPECT_DOUBLE_EQ(after.v, approach * course.velocity_after);
  EXPECT_NEAR(after.d, motion.end * after.v, 1e-12);
}

}  // namespace
}  // namespace hilspace::simulate
