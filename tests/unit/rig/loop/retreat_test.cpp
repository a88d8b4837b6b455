#include "rig/loop/retreat.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "support/times.hpp"

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
constexpr double kVoltsPerSecond = 2500.0, kMost = 0.2;
constexpr std::int64_t kBegun = 5'000'000'000;  // ns

struct Written {
  std::int64_t at;  // ns
  double from, to;  // V
};
/// The writes of a way, one `pause` (ns) behind the other; where `fails` says so, one changes nothing.
template <class Pause, class Fails>
std::vector<Written> way_from(double volts, double safe, const Pause& pause, const Fails& fails) {
  std::vector<Written> all;
  std::int64_t now = kBegun;
  PacedRetreat next(kVoltsPerSecond, kMost, now);
  for (int write = 0; (volts != safe || write < 2) && write < 1'000'000; now += pause(write++)) {
    const double to = next(volts, safe, now);
    if (fails(write)) continue;
    all.push_back({now, volts, to});
    volts = to;
  }
  return all;
}
template <class Pause>
std::vector<Written> way_from(double volts, double safe, const Pause& pause) {
  return way_from(volts, safe, pause, [](int) { return false; });
}
double seconds(const std::vector<Written>& way) { return 1e-9 * static_cast<double>(way.back().at - kBegun); }
double steepest(const std::vector<Written>& way) {
  double most = 0.0;
  for (const Written& each : way) most = std::max(most, std::abs(each.to - each.from));
  return most;
}

/// Towards the safe output, never past it and never back, never faster than the rate, exactly to its end.
void expect_lawful(const std::vector<Written>& way, double safe, const std::string& what) {
  ASSERT_FALSE(way.empty());
  const double begun = way.front().from, side = begun < safe ? -1.0 : 1.0;
  for (const Written& each : way) {
    ASSERT_GE(side * (each.from - each.to), 0.0) << what;
    ASSERT_GE(side * (each.to - safe), 0.0) << what;
    ASSERT_LE(side * (each.from - each.to), kMost * (1.0 + 1e-12)) << what;
    const double due =
        kVoltsPerSecond * 1e-9 * static_cast<double>(std::max(each.at - kBegun, std::int64_t{0}));
    ASSERT_LE(side * (begun - each.to), due + 1e-9) << what;
  }
  ASSERT_EQ(way.back().to, safe) << what;
}

// However often it writes, it takes the time that the rate says; a converter that takes 1 ms for a write makes it as
// slow as the largest step permits, and no slower.
TEST(Retreat, FollowsTheTimeBetweenItsWrites) {
  for (const std::int64_t pause : {200, 5'000, 20'000, 80'000}) {
    const auto way = way_from(10.0, 0.0, [&](int) { return pause; });
    expect_lawful(way, 0.0, "even");
    EXPECT_NEAR(seconds(way), 4e-3, 1.001e-9 * static_cast<double>(pause)) << pause;
    EXPECT_LE(steepest(way), 2500e-9 * static_cast<double>(pause) * (1.0 + 1e-9)) << pause;
  }
  const auto slow = way_from(10.0, 0.0, [](int) { return 1'000'000; });
  EXPECT_NEAR(seconds(slow), 50e-3, 1.001e-3);
  EXPECT_NEAR(steepest(slow), 0.2, 1e-12);
}

TEST(Retreat, KeepsItsLawsWhateverThePausesAndWritesThatFail) {
  for (const double safe : {0.0, 0.4})
    for (const double from : {10.0, 0.45, 0.05, -7.0})
      for (std::uint64_t run = 0; run < 60; ++run) {
        const RandomStream random(test::seed(), run, 0);
        const double fails = run % 3 == 0 ? 0.0 : random.uniform(0);
        const auto way = way_from(
            from, safe,
            [&](int write) {  // from 0.1 us to 10 ms, in bursts, and a clock that stands still
              const auto k = 1 + 3 * static_cast<std::uint64_t>(write);
              const double size =
                  random.uniform(k) < 0.9 ? 1.0 + 1.5 * random.uniform(k + 1) : 5.0 * random.uniform(k + 1);
              return random.uniform(k + 2) < 0.05 ? 0
                                                  : static_cast<std::int64_t>(100.0 * std::pow(10.0, size));
            },
            [&](int write) {
              return random.uniform(3 + 3 * static_cast<std::uint64_t>(write) + (1U << 20)) < fails;
            });
        expect_lawful(way, safe, "run " + std::to_string(run));
      }
}

// Also where a clock jumps: forward it is no more than the largest step, back it is none, and no reason to rise.
TEST(Retreat, APauseIsNoStepAndAClockThatJumpsIsNone) {
  for (const std::int64_t jump : {3'000'000'000L, 3'600'000'000'000L, -1'000'000L, -4'000'000'000L}) {
    const auto way = way_from(-10.0, 0.0, [&](int write) { return write == 100 ? jump : 10'000; });
    EXPECT_EQ(way.back().to, 0.0) << jump;
    for (std::size_t k = 0; k < way.size(); ++k) {
      ASSERT_GE(way[k].to, way[k].from) << jump;
      ASSERT_LE(way[k].to, 0.0) << jump;
      ASSERT_LE(way[k].to - way[k].from, (k == 101 && jump > 0 ? kMost : 0.025) * (1.0 + 1e-9)) << jump;
    }
  }
  PacedRetreat back(kVoltsPerSecond, kMost, 1000);
  EXPECT_EQ(back(3.0, 0.0, 0), 3.0);
}

// A converter that is slow, or a little uneven, takes no longer.
TEST(Retreat, TakesNoLongerWithUnevenWrites) {
  const auto way = way_from(10.0, 0.0, [](int write) { return write % 3 == 0 ? 60'000 : 40'000; });
  EXPECT_NEAR(seconds(way), 4e-3, 0.1e-3);
  const auto quick = way_from(10.0, 0.0, [](int write) { return write % 30 == 0 ? 15'000 : 1'000; });
  EXPECT_NEAR(seconds(quick), 4e-3, 0.1e-3);  // too short to matter
}

}  // namespace
}  // namespace hilspace::rig
