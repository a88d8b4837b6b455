#include "messages.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hilspace::app {
namespace {

TEST(Messages, ThousandsAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(123456), "123,456");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Counted, OneThingIsSingular) {
  EXPECT_EQ(counted(0, "scenario"), "0 scenarios");
  EXPECT_EQ(counted(1, "scenario"), "1 scenario");
  EXPECT_EQ(counted(1234, "run"), "1,234 runs");
}

TEST(Messages, DurationsChangeTheirUnits) {
  EXPECT_EQ(duration_text(0.0123), "0.012 s");
  EXPECT_EQ(duration_text(0.8), "0.8 s");
  EXPECT_EQ(duration_text(12.4), "12 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(200.0), "3 min 20 s");
  EXPECT_EQ(duration_text(7500.0), "2 h 5 min");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "unknown");
}

}  // namespace
}  // namespace hilspace::app
