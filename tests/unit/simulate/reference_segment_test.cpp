// The reference's integrator on rates that are not smooth, and on states that no tolerance is given for.

#include "simulate/reference_segment.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace hilspace::simulate {
namespace {

/// Springs that are stiffer beyond a place: a step over that is cut as often as it takes.
TEST(ReferenceSegment, PassesAJumpOfTheRate) {
  ReferenceSegment segment(std::array{1e-15, 1e-14});
  for (double stiffness = 10.0; stiffness < 1e9; stiffness *= 3.0)
    for (double place = 0.05; place < 0.9; place += 0.1) {
      const ReferenceSegment::Derivative f = [&](const double* y, double* rate) {
        rate[0] = y[1];
        rate[1] = y[0] < place ? -y[0] : -stiffness * (y[0] + 1.0);
      };
      const std::array<double, 2> begin{0.0, 1.0};
      std::array<double, 2> end{};
      EXPECT_TRUE(
          segment.integrate(f, begin.data(), std::asin(place) + 0.1 / std::sqrt(stiffness), end.data()))
          << stiffness << ", " << place;
    }
}

/// Energy that is taken by a motion of rounding's size is followed, whatever its error.
TEST(ReferenceSegment, FollowsWhatHasNoTolerance) {
  ReferenceSegment segment(std::array{1e-13, 1e-13, 0.0});
  const ReferenceSegment::Derivative f = [](const double* y, double* rate) {
    rate[0] = y[1];
    rate[1] = 1e-17 - 1e12 * y[0] - 1e8 * y[1];
    rate[2] = 1e8 * y[1] * y[1];
  };
  const std::array<double, 3> begin{0.0, 0.0, 0.0};
  std::array<double, 3> end{};
  ASSERT_TRUE(segment.integrate(f, begin.data(), 1e-6, end.data()));
  EXPECT_GT(end[2], 0.0);
  EXPECT_LT(end[2], 1e-20);  // as much as their tolerance lets them move
}

}  // namespace
}  // namespace hilspace::simulate
