#include "numerics/sample_mean.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace hilspace::numerics {
namespace {

// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32; t_0.975(7) = 2.3646 (any table).
TEST(SampleMean, OfAHandfulOfNumbers) {
  SampleMeans means;
  const auto found = means.of(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(found.count, 8u);
  EXPECT_EQ(found.mean, 5.0);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(32.0 / 7.0));
  EXPECT_NEAR(found.interval, 2.3646 * found.deviation / std::sqrt(8.0), 1e-4);
}

TEST(SampleMean, LeavesOutWhatIsNoNumber) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  SampleMeans means;
  const auto found = means.of(std::vector<double>{kNan, 1.0, kNan, 3.0});
  EXPECT_EQ(found.count, 2u);
  EXPECT_EQ(found.mean, 2.0);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(2.0));
  const auto one = means.of(std::vector<double>{kNan, 1.5});
  EXPECT_EQ(one.mean, 1.5);
  EXPECT_TRUE(std::isnan(one.deviation) && std::isnan(one.interval));
  EXPECT_TRUE(std::isnan(means.of({}).mean));
}

// What an interval is: it holds the true mean in 95 of 100 samples. 2000 samples: +- 1 % is two deviations.
TEST(SampleMean, ItsIntervalHoldsTheTrueMean) {
  std::mt19937_64 random(5);
  const auto normal = [&] {  // of twelve evenly distributed numbers
    double sum = -6.0;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() >> 11) * 0x1p-53;
    return 3.0 + 0.7 * sum;
  };
  SampleMeans means;
  int held = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    std::vector<double> values(5);
    for (double& value : values) value = normal();
    const auto found = means.of(values);
    if (std::abs(found.mean - 3.0) <= found.interval) ++held;
  }
  EXPECT_NEAR(held, 1900, 30);
}

}  // namespace
}  // namespace hilspace::numerics
