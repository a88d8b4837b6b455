#include "simulate/collocation/pack_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace hilspace::simulate {
namespace {

/// Pairs of any lag and damping; every third one has no quantum.
std::vector<CollocationPair<double>> drawn(std::size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  std::vector<CollocationPair<double>> pairs(count);
  for (auto& pair : pairs) {
    const double w = 2e3 * std::exp(any(random)), w_s = 6e4;
    pair.given = {{1.0 / 30.0, w * w, 1.4 * w, w_s * w_s, 1.4 * w_s},
                  2e9,
                  1.5 * any(random),
                  0.1 + any(random),
                  any(random) < 0.3 ? 0.0 : 1e-6,
                  1.0,
                  0.0,
                  0.0,
                  0.0,
                  0.0};
  }
  return pairs;
}

TEST(PackOrder, HasEveryPairOnce) {
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 16U, 1000U}) {
    auto order = pack_order(drawn(count));
    std::ranges::sort(order);
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all) << count;
  }
}

/// Within packs dampings and lags spread less than half of what they do in packs as they come.
TEST(PackOrder, PutsAlikePairsIntoAPack) {
  const auto pairs = drawn(1024);
  const auto order = pack_order(pairs);
  const auto spread = [&](auto of) {
    double as_they_come = 0.0, ordered = 0.0;
    for (std::size_t first = 0; first < pairs.size(); first += 8) {
      std::array<double, 8> before{}, after{};
      for (std::size_t k = 0; k < 8; ++k) {
        before[k] = of(pairs[first + k].given);
        after[k] = of(pairs[order[first + k]].given);
      }
      const auto range = [](const auto& its) { return std::ranges::max(its) - std::ranges::min(its); };
      as_they_come += range(before);
      ordered += range(after);
    }
    return ordered / as_they_come;
  };
  EXPECT_LT(spread([](const auto& its) { return its.damping_number; }), 0.5);
  EXPECT_LT(spread([](const auto& its) { return std::log(its.linear.actuator_square); }), 0.5);
  EXPECT_LT(spread([](const auto& its) { return its.quantum; }), 0.5);
}

}  // namespace
}  // namespace hilspace::simulate
