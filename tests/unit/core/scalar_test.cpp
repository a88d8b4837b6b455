#include "core/scalar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hilspace {
namespace {

TEST(RoundEven, AgreesWithTheStandardEverywhere) {
  for (const double x : {0.0, 0.49999999999999994, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e15 + 0.5, 3e15, -3e15,
                         1e300, 2251799813685247.5, 2251799813685248.0})
    EXPECT_EQ(round_even(x), std::nearbyint(x)) << x;
  for (int i = -1000; i < 1000; ++i) EXPECT_EQ(round_even(0.01 * i), std::nearbyint(0.01 * i));
}

TEST(Finite, TellsNumbersFromTheRest) {
  EXPECT_TRUE(finite(1e308));
  EXPECT_FALSE(finite(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(finite(-std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(finite(std::nan("")));
}

// What is not a number must not be hidden by a clamp.
TEST(LargerAndSmaller, KeepWhatIsNotANumber) {
  EXPECT_TRUE(std::isnan(larger(std::nan(""), 0.0)));
  EXPECT_TRUE(std::isnan(smaller(std::nan(""), 0.0)));
  EXPECT_EQ(larger(1.0, 2.0), 2.0);
  EXPECT_EQ(smaller(1.0, 2.0), 1.0);
}

}  // namespace
}  // namespace hilspace
