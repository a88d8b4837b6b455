#include "rig/loop/retreat.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace hilspace::rig
