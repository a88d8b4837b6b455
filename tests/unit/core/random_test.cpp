#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "core/elementary.hpp"

namespace hilspace {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
constexpr int kMany = 100000;

double from_word(std::uint64_t word) { return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52; }

// The first known-answer vector of Random123 for philox4x64 with 10 rounds: counter and key 0.
TEST(RandomStream, IsThePublishedGenerator) {
  const RandomStream stream(0, 0, 0);
  EXPECT_EQ(stream.uniform(0), from_word(0x16554d9eca36314c));
  EXPECT_EQ(stream.uniform(1), from_word(0xdb20fe9d672d0fdc));
  EXPECT_EQ(stream.uniform(2), from_word(0xd7e772cee186176b));
  EXPECT_EQ(stream.uniform(3), from_word(0x7e68b68aec7ba23b));
}

// The place of each part of the name, which results depend on forever. From numpy.random.Philox, another
// implementation: key = seed + 2^64 scenario, counter = k / 4 + 2^64 stream (minus 1: it counts first).
TEST(RandomStream, KeepsTheNumbersOfItsName) {
  const RandomStream stream(1, 2, 3);
  EXPECT_EQ(stream.uniform(0), from_word(0x3a7bd930370c326f));
  EXPECT_EQ(stream.uniform(4), from_word(0x23278960bbd21e3d));
  EXPECT_EQ(stream.uniform(1000000000000002), from_word(0x37e6994162a0f954));
  const RandomStream far(kLargest, 10000000, kLargest);
  EXPECT_EQ(far.uniform(1), from_word(0xc818c3a03499a19f));
  EXPECT_EQ(far.uniform(3), from_word(0x1d90655da986da3b));
  EXPECT_EQ(far.uniform(4), from_word(0x5c0ff79dd08f57c5));
}

TEST(RandomStream, DependsOnNameAndNumberAlone) {
  const RandomStream one(5, 6, 7), other(5, 6, 7);
  std::vector<double> forwards, backwards;
  for (std::uint64_t k = 0; k < 100; ++k) forwards.push_back(one.normal(k));
  for (std::uint64_t k = 100; k-- > 0;) backwards.push_back(other.normal(k));
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(forwards, backwards);
}

TEST(RandomStream, NormalIsTheQuantileOfUniform) {
  const RandomStream stream(1, 0, 0);
  for (std::uint64_t k = 0; k < 1000; ++k) EXPECT_EQ(stream.normal(k), normal_quantile(stream.uniform(k)));
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const auto [first, second] = stream.normal_pair(k);
    EXPECT_EQ(first, stream.normal(2 * k));
    EXPECT_EQ(second, stream.normal(2 * k + 1));
  }
}

TEST(RandomStream, SharesNoNumberWithAnother) {
  std::set<double> seen;
  std::size_t drawn = 0;
  for (const std::uint64_t seed : {0u, 1u, 2u})
    for (const std::uint64_t scenario : {0u, 1u, 2u, 1000000u})
      for (const std::uint64_t stream : {0u, 1u, 2u})
        for (std::uint64_t k = 0; k < 1000; ++k, ++drawn)
          seen.insert(RandomStream(seed, scenario, stream).uniform(k));
  EXPECT_EQ(seen.size(), drawn);
}

/// Moments and the largest distance from the distribution function, each in units of its standard error.
void expect_standard_normal(std::vector<double> numbers) {
  const double count = static_cast<double>(numbers.size());
  double moment[5] = {};
  for (const double x : numbers)
    for (int i = 1; i <= 4; ++i) moment[i] += std::pow(x, i) / count;
  EXPECT_LT(std::fabs(moment[1]) * std::sqrt(count), 4.0);
  EXPECT_LT(std::fabs(moment[2] - 1.0) * std::sqrt(count / 2.0), 4.0);
  EXPECT_LT(std::fabs(moment[3]) * std::sqrt(count / 15.0), 4.0);
  EXPECT_LT(std::fabs(moment[4] - 3.0) * std::sqrt(count / 96.0), 4.0);
  std::sort(numbers.begin(), numbers.end());
  double distance = 0.0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double expected = 0.5 * std::erfc(-numbers[i] * std::sqrt(0.5));
    const double below = static_cast<double>(i) / count;
    distance = std::max({distance, expected - below, below + 1.0 / count - expected});
  }
  EXPECT_LT(distance * std::sqrt(count), 1.95);  // Kolmogorov and Smirnov: exceeded once in a thousand times
}

TEST(RandomStream, IsNormalAlongEachPartOfItsName) {
  std::vector<double> along_k, along_scenarios, along_streams, along_seeds;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    along_k.push_back(RandomStream(1, 0, 0).normal(i));
    along_scenarios.push_back(RandomStream(1, i, 0).normal(0));
    along_streams.push_back(RandomStream(1, 0, i).normal(0));
    along_seeds.push_back(RandomStream(i, 0, 0).normal(0));
  }
  for (const auto& numbers : {along_k, along_scenarios, along_streams, along_seeds})
    expect_standard_normal(numbers);
}

TEST(RandomStream, IsUniformInsideTheInterval) {
  const RandomStream stream(2, 3, 4);
  std::vector<double> numbers;
  for (std::uint64_t k = 0; k < kMany; ++k) numbers.push_back(stream.uniform(k));
  std::sort(numbers.begin(), numbers.end());
  EXPECT_GT(numbers.front(), 0.0);
  EXPECT_LT(numbers.back(), 1.0);
  double distance = 0.0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    distance = std::max(distance, std::fabs(numbers[i] - (static_cast<double>(i) + 0.5) / kMany));
  EXPECT_LT(distance * std::sqrt(kMany), 1.95);
}

// Neither neighbours in a stream nor numbers of neighbouring streams or scenarios know of each other.
TEST(RandomStream, IsUncorrelated) {
  const RandomStream stream(1, 5, 0), next_stream(1, 5, 1), next_scenario(1, 6, 0), next_seed(2, 5, 0);
  double later[4] = {}, streams = 0.0, scenarios = 0.0, seeds = 0.0;
  for (std::uint64_t k = 0; k < kMany; ++k) {
    const double x = stream.normal(k);
    for (std::uint64_t lag = 1; lag <= 4; ++lag) later[lag - 1] += x * stream.normal(k + lag);
    streams += x * next_stream.normal(k);
    scenarios += x * next_scenario.normal(k);
    seeds += x * next_seed.normal(k);
  }
  for (const double sum : {later[0], later[1], later[2], later[3], streams, scenarios, seeds})
    EXPECT_LT(std::fabs(sum) / std::sqrt(kMany), 4.0);
}

}  // namespace
}  // namespace hilspace
