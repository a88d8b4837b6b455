#include "rig/backends/wall_clock.hpp"

#include <gtest/gtest.h>

namespace hilspace::rig {
namespace {

// By TSC and without it; busy and sleeping.
class Clocks : public testing::TestWithParam<std::tuple<bool, double>> {
 protected:
  WallClock clock{std::get<1>(GetParam()), std::get<0>(GetParam())};
};

TEST_P(Clocks, SaysByWhichClock) { EXPECT_EQ(clock.by_tsc(), std::get<0>(GetParam())); }

TEST_P(Clocks, NeverGoesBack) {
  std::int64_t last = clock.now();
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t now = clock.now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST_P(Clocks, NeverReturnsBeforeTheTime) {
  for (const std::int64_t wait : {-1'000, 0, 1'000, 50'000, 150'000, 1'000'000}) {
    const std::int64_t time = clock.now() + wait;
    clock.wait_until(time);
    EXPECT_GE(clock.now(), time);
  }
}

// Robust against stalls of this thread: an interval bracketed by one clock is no longer than the surrounding
// interval of the other.
TEST_P(Clocks, TicksAsTheKernelsClock) {
  constexpr double kTolerance = 1e-3;
  const std::int64_t m0 = WallClock::monotonic(), t0 = clock.now(), m1 = WallClock::monotonic();
  clock.wait_until(t0 + 5'000'000);
  const std::int64_t m2 = WallClock::monotonic(), t1 = clock.now(), m3 = WallClock::monotonic();
  const auto clock_says = static_cast<double>(t1 - t0);
  EXPECT_LE(static_cast<double>(m2 - m1), clock_says * (1 + kTolerance));
  EXPECT_GE(static_cast<double>(m3 - m0), clock_says * (1 - kTolerance));
}

INSTANTIATE_TEST_SUITE_P(, Clocks, testing::Combine(testing::Bool(), testing::Values(75e3, 1e3)));

}  // namespace
}  // namespace hilspace::rig
