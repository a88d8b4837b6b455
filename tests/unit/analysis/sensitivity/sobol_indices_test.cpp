#include "analysis/sensitivity/sobol_indices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"
#include "sampling/openturns.hpp"
#include "test_functions.hpp"

namespace hilspace::analysis {
namespace {

sampling::Points blocks(std::uint64_t count, std::size_t parameters) {
  return sampling::points({.type = sampling::DesignType::saltelli, .samples = count}, parameters);
}

void expect_near(const Estimate& estimate, double exact, double within, const std::string& what) {
  EXPECT_NEAR(estimate.value, exact, within) << what;
  constexpr double kRounding = 1e-12;
  EXPECT_LE(estimate.low, exact + kRounding) << what;
  EXPECT_GE(estimate.high, exact - kRounding) << what;
}

TEST(SobolIndices, OfIshigamiAreTheAnalyticOnes) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto indices = sobol_indices(values_of(ishigami, blocks(1 << 16, 3)), 3, 0.95);
  EXPECT_EQ(indices.blocks, std::size_t{1} << 16);
  for (std::size_t j = 0; j < 3; ++j) {
    expect_near(indices.first[j], kIshigamiFirst[j], 0.01, "first " + std::to_string(j));
    expect_near(indices.total[j], kIshigamiTotal[j], 0.01, "total " + std::to_string(j));
  }
}

TEST(SobolIndices, OfTheGFunctionAreTheAnalyticOnes) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto exact = g_indices();
  const auto indices = sobol_indices(values_of(g_function, blocks(1 << 16, kG.size())), kG.size(), 0.95);
  for (std::size_t j = 0; j < kG.size(); ++j) {
    expect_near(indices.first[j], exact.first[j], 0.01, "first " + std::to_string(j));
    expect_near(indices.total[j], exact.total[j], 0.01, "total " + std::to_string(j));
  }
}

TEST(SobolIndices, IntervalsShrinkWithTheRootOfTheBlocks) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto width = [](std::uint64_t count) {
    const auto indices = sobol_indices(values_of(ishigami, blocks(count, 3)), 3, 0.95);
    return indices.total[0].high - indices.total[0].low;
  };
  EXPECT_NEAR(width(1 << 10) / width(1 << 14), 4.0, 0.5);
}

/// Share of the 95 % intervals that hold the index, over G functions of eight parameters with coefficients from 0 to 99.
struct Held {
  double first, total;
};
Held held(std::uint64_t count) {
  constexpr std::size_t kParameters = 8, kFunctions = 50;
  const auto points = blocks(count, kParameters);
  std::mt19937_64 random(1);
  double first = 0.0, total = 0.0;
  for (std::size_t n = 0; n < kFunctions; ++n) {
    std::vector<double> a(kParameters);
    for (double& one : a) one = std::pow(10.0, 2.0 * std::generate_canonical<double, 53>(random)) - 1.0;
    const auto exact = g_indices(a);
    const auto found = sobol_indices(
        values_of([&](std::span<const double> u) { return g_function_of(a, u); }, points), kParameters, 0.95);
    for (std::size_t j = 0; j < kParameters; ++j) {
      first += found.first[j].low <= exact.first[j] && exact.first[j] <= found.first[j].high;
      total += found.total[j].low <= exact.total[j] && exact.total[j] <= found.total[j].high;
    }
  }
  return {first / (kParameters * kFunctions), total / (kParameters * kFunctions)};
}

TEST(SobolIndices, IntervalsAreTooNarrowBelowSomeHundredBlocks) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto few = held(16), sure = held(kSureBlocks);
  EXPECT_LT(few.first, 0.8);
  EXPECT_LT(few.total, 0.9);
  EXPECT_GT(sure.first, 0.95);
  EXPECT_GT(sure.total, 0.95);
}

TEST(SobolIndices, AConstantAndAFactorChangeNothing) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto points = blocks(256, 3);
  const auto plain = sobol_indices(values_of(ishigami, points), 3, 0.95);
  const auto shifted = sobol_indices(
      values_of([](std::span<const double> u) { return 1e6 - 3.0 * ishigami(u); }, points), 3, 0.95);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(plain.first[j].value, shifted.first[j].value, 1e-8);
    EXPECT_NEAR(plain.total[j].high, shifted.total[j].high, 1e-8);
  }
}

// Failed points are left out block by block: the other blocks give the same result as on their own.
TEST(SobolIndices, OfFailedPointsAreThoseOfTheSurvivingBlocks) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const std::size_t count = 512;
  const auto values = values_of(ishigami, blocks(count, 3));
  auto failed = values;
  std::vector<double> surviving;
  std::size_t expected = 0;
  for (std::size_t b = 0; b < count; ++b) {
    if (b % 7 == 3) failed[b * 5 + b % 5] = kNone;  // any place in the block
    if (b % 14 == 3) failed[b * 5] = kNone;         // twice in one block
    if (b % 7 == 3) {
      ++expected;
      continue;
    }
    for (std::size_t i = 0; i < 5; ++i) surviving.push_back(values[b * 5 + i]);
  }
  const auto with_failures = sobol_indices(failed, 3, 0.95);
  const auto alone = sobol_indices(surviving, 3, 0.95);
  EXPECT_EQ(with_failures.left_out, expected);
  EXPECT_EQ(with_failures.blocks, count - expected);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(with_failures.first[j].value, alone.first[j].value);
    EXPECT_EQ(with_failures.first[j].low, alone.first[j].low);
    EXPECT_EQ(with_failures.total[j].value, alone.total[j].value);
    EXPECT_EQ(with_failures.total[j].high, alone.total[j].high);
  }
}

TEST(SobolIndices, OneParameterThatDoesAllHasBoth) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto first_only = [](std::span<const double> u) { return u[0] * u[0]; };
  for (const std::size_t parameters : {1u, 3u}) {
    const auto indices = sobol_indices(values_of(first_only, blocks(1024, parameters)), parameters, 0.95);
    expect_near(indices.first[0], 1.0, 1e-9, "first");
    expect_near(indices.total[0], 1.0, 0.05, "total");
    for (std::size_t j = 1; j < parameters; ++j) expect_near(indices.total[j], 0.0, 1e-9, "no effect");
  }
}

TEST(SobolIndices, OfTooFewBlocksOrNoVarianceAreNone) {
  if (!sampling::openturns::available()) GTEST_SKIP();
  const auto few = sobol_indices(values_of(ishigami, blocks(kLeastBlocks - 1, 3)), 3, 0.95);
  EXPECT_TRUE(std::isnan(few.first[0].value));
  EXPECT_EQ(few.blocks, kLeastBlocks - 1);
  const auto flat = sobol_indices(std::vector<double>(5 * 64, 2.0), 3, 0.95);
  EXPECT_TRUE(std::isnan(flat.total[2].value));
  EXPECT_THROW(sobol_indices(std::vector<double>(7, 1.0), 3, 0.95), std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::analysis
