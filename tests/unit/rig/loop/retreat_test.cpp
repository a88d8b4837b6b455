#include "rig/loop/retreat.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hilspace::rig {
namespace {

TEST(Retreat, GoesStraightToTheSafeOutputAndStays) {
  for (const double safe : {0.0, 0.3, -2.0})
    for (const double from : {-5.0, 0.0, 0.3, 4.7}) {
      double last = from;
      int steps = 0;
      for (; last != safe; ++steps) {
        const double next = retreat(last, safe, 0.25);
        EXPECT_LE(std::abs(next - last), 0.25 + 1e-15);
        EXPECT_LT(std::abs(next - safe), std::abs(last - safe));
        last = next;
        ASSERT_LT(steps, 100);
      }
      EXPECT_EQ(steps, static_cast<int>(std::ceil(std::abs(from - safe) / 0.25 - 1e-9)));
      EXPECT_EQ(retreat(safe, safe, 0.25), safe);
    }
}

TEST(Retreat, FromWhatIsNoNumberIsTheSafeOutput) {
  EXPECT_EQ(retreat(std::numeric_limits<double>::quiet_NaN(), 0.2, 0.1), 0.2);
}

TEST(Retreat, WithoutTimeDoesNotMove) {
  EXPECT_EQ(retreat(0.7, 0.0, 0.0), 0.7);
  EXPECT_EQ(retreat(-0.7, 0.0, 0.0), -0.7);
}

// Volts and V/s, as a guard: 2500 V/s, and 0.2 V at most per write.
struct Way {
  int writes = 0;
  double seconds = 0.0, steepest = 0.0;
};
template <class Pause>  // ns from one write to the next
Way way_from(double volts, const Pause& pause) {
  Way its;
  std::int64_t now = 5'000'000'000;
  PacedRetreat next(2500.0, 0.2, now);
  const std::int64_t begun = now;
  while (volts != 0.0 && its.writes < 1'000'000) {
    const double written = next(volts, 0.0, now);
    its.steepest = std::max(its.steepest, std::abs(volts - written));
    volts = written;
    its.seconds = 1e-9 * static_cast<double>(now - begun);
    now += pause(its.writes++);
  }
  return its;
}

// However often it writes, it takes the time that the rate says; a converter that takes 1 ms for a write makes it as
// slow as the largest step permits, and no slower.
TEST(Retreat, FollowsTheTimeBetweenItsWrites) {
  for (const std::int64_t pause : {200, 5'000, 20'000, 80'000}) {
    const Way its = way_from(10.0, [&](int) { return pause; });
    EXPECT_NEAR(its.seconds, 4e-3, 1.001e-9 * static_cast<double>(pause)) << pause;
    EXPECT_LE(its.steepest, 2500e-9 * static_cast<double>(pause) * (1.0 + 1e-9)) << pause;
  }
  const Way slow = way_from(10.0, [](int) { return 1'000'000; });
  EXPECT_NEAR(slow.seconds, 50e-3, 1.001e-3);
  EXPECT_NEAR(slow.steepest, 0.2, 1e-12);
}

TEST(Retreat, APauseIsNoStep) {
  const Way its = way_from(-10.0, [](int write) { return write == 100 ? 3'000'000'000 : 10'000; });
  EXPECT_NEAR(its.steepest, 0.2, 1e-12);
  PacedRetreat back(2500.0, 0.2, 1000);
  EXPECT_EQ(back(3.0, 0.0, 0), 3.0);  // a clock that goes back is none, but no reason to rise
}

}  // namespace
}  // namespace hilspace::rig
