#include "rig/control/response_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "core/random.hpp"
#include "rig/control/excitation.hpp"

namespace hilspace::rig {
namespace {

constexpr SpectrumSetup kSetup{1000.0, 256};

std::vector<double> white(std::size_t count, std::uint64_t seed) {
  const RandomStream stream(seed, 0, 0);
  std::vector<double> found(count);
  for (std::size_t k = 0; k < count; ++k) found[k] = stream.normal(k);
  return found;
}

TEST(ResponseEstimate, OfAGainAndADelay) {
  const auto u = white(100000, 1);
  std::vector<double> y(u.size(), 0.0);
  for (std::size_t k = 2; k < u.size(); ++k) y[k] = 7.0 - 3.0 * u[k - 2];
  const auto found = estimate_response(u, y, kSetup);
  ASSERT_EQ(found.frequency.size(), 127u);
  EXPECT_NEAR(found.frequency[0], 2.0 * std::numbers::pi * 1000.0 / 256.0, 1e-12);
  for (std::size_t i = 3; i < found.frequency.size(); ++i) {
    const Complex expected = -3.0 * std::polar(1.0, -found.frequency[i] * 2e-3);
    EXPECT_NEAR(std::abs(found.response[i] - expected), 0.0, 0.05);
    EXPECT_GT(found.coherence[i], 0.99);
  }
}

TEST(ResponseEstimate, CoherenceIsTheShareOfPower) {
  const auto u = white(400000, 1), noise = white(400000, 2);
  std::vector<double> y(u.size());
  for (std::size_t k = 0; k < u.size(); ++k) y[k] = 2.0 * u[k] + 2.0 * noise[k];  // half of the power each
  const auto found = estimate_response(u, y, kSetup);
  double coherence = 0.0, squares = 0.0;
  for (std::size_t i = 5; i < found.frequency.size(); ++i) {
    coherence += found.coherence[i];
    squares += std::norm(found.response[i] - 2.0) / (found.error[i] * found.error[i]);
  }
  const auto count = static_cast<double>(found.frequency.size() - 5);
  EXPECT_NEAR(coherence / count, 0.5, 0.01);
  EXPECT_NEAR(squares / count, 2.0, 0.5);  // real and imaginary part
}

TEST(ResponseEstimate, TurnsDownWhatGivesNoSpectrum) {
  auto u = white(10000, 1);
  EXPECT_THROW(estimate_response(u, white(9999, 2), kSetup), InputError);
  EXPECT_THROW(estimate_response(white(1000, 1), white(1000, 2), kSetup), InputError);
  EXPECT_THROW(estimate_response(std::vector<double>(10000, 1.0), u, kSetup), InputError);
  u[17] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(estimate_response(white(10000, 2), u, kSetup), InputError);
}

TEST(Excitation, HasItsMeanDeviationColourAndLimits) {
  ExcitationSetup setup;
  setup.duration = 4.0;
  const auto u = excitation(setup);
  ASSERT_EQ(u.size(), 300000u);
  double sum = 0.0, squares = 0.0, rates = 0.0;
  for (std::size_t k = 1; k < u.size(); ++k) {
    sum += u[k];
    squares += (u[k] - setup.mean) * (u[k] - setup.mean);
    rates += std::pow((u[k] - u[k - 1]) * setup.rate, 2);
    EXPECT_GE(u[k], 0.0);
    EXPECT_LE(u[k], 1.0);
  }
  const auto count = static_cast<double>(u.size() - 1);
  EXPECT_NEAR(sum / count, 0.5, 0.005);
  EXPECT_NEAR(std::sqrt(squares / count), 0.05, 0.001);
  // The rate of the coloured process has the standard deviation w std; differences give slightly less.
  EXPECT_NEAR(std::sqrt(rates / count) / (2.0 * std::numbers::pi * 6e3 * 0.05), 1.0, 0.15);
  setup.std = 1.0;
  for (const double value : excitation(setup)) EXPECT_TRUE(value >= 0.0 && value <= 1.0);
  EXPECT_EQ(excitation(setup), excitation(setup));
  setup.max = 0.4;
  EXPECT_THROW(excitation(setup), InputError);
}

}  // namespace
}  // namespace hilspace::rig
