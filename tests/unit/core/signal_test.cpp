#include "core/signal.hpp"

#include <gtest/gtest.h>

namespace hilspace {
namespace {

constexpr Horizon<double> kHorizon{1.0, 0.25, 3.0};

TEST(Horizon, LooksTheShortestStepAhead) {
  EXPECT_EQ(kHorizon.soon({2.0, 4.0, 8.0}, false), 2.0 + 0.25 * 4.0 + 0.5 * 0.0625 * 8.0);
  EXPECT_EQ(kHorizon.soon(4.0, 8.0), 4.0 + 0.25 * 8.0);
}

// What a quantizer or a hold keeps does not follow its rate.
TEST(Horizon, SeesWhatIsConstantAsItIs) { EXPECT_EQ(kHorizon.soon({2.0, 4.0, 8.0}, true), 2.0); }

TEST(Outlook, BeginsWithTheWholeStepAndNothingHeld) {
  const auto smooth = Outlook<double>::smooth(kHorizon);
  EXPECT_EQ(smooth.until, kHorizon.longest);
  EXPECT_FALSE(smooth.constant);
}

}  // namespace
}  // namespace hilspace
