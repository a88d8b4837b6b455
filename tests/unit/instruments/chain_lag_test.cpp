// Lag of chains to second order: against their transfer functions, at a frequency that is low for all of them.

#include "instruments/chain_lag.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

namespace hilspace::instruments {
namespace {

using Complex = std::complex<double>;

constexpr std::array kSections{Section{{2.0, 1e-4, 3e-9}, {4.0, 5e-4, 7e-8}},
                               Section{{1.0, 0.0, 0.0}, {2.0, 3e-4, 0.0}}};

struct Response {
  Complex s;
  Complex operator()(const LowPassSetup& x) const {
    const double w = x.natural_frequency;
    return 1.0 / (1.0 + 2.0 * x.damping * s / w + s * s / (w * w));
  }
  Complex operator()(const TransportDelaySetup& x) const { return std::exp(-s * x.delay); }
  Complex operator()(const SampleHoldSetup& x) const { return (1.0 - std::exp(-s / x.rate)) / (s / x.rate); }
  Complex operator()(const TransferFunctionSetup& x) const {
    Complex product = 1.0;
    for (const auto& [n, d] : x.sections)
      product *= (n[0] + n[1] * s + n[2] * s * s) / (d[0] + d[1] * s + d[2] * s * s) * (d[0] / n[0]);
    return product;
  }
  template <class Other>
  Complex operator()(const Other&) const {
    return 1.0;
  }
};

ChainSetup chain(std::initializer_list<StageSetup> stages) {
  ChainSetup setup;
  for (const auto& stage : stages) setup.add(stage);
  return setup;
}

TEST(ChainLag, IsTheInverseOfTheChainToSecondOrder) {
  const ChainSetup all = chain({LowPassSetup{4000.0, 0.6}, QuantizerSetup{1e-6}, TransportDelaySetup{0.7e-3},
                                SampleHoldSetup{2e3}, BiasSetup{1e-6}, TransferFunctionSetup{kSections}});
  const ChainLag lag = lag_of(all);
  const Complex s(0.0, 20.0);
  Complex product = 1.0;
  for (const auto& stage : all.all()) product *= std::visit(Response{s}, stage);
  const Complex rest = product * (1.0 + lag.first * s + lag.second * s * s) - 1.0;
  EXPECT_LT(std::abs(rest), 2.0 * std::pow(lag.first * 20.0, 3.0));
  EXPECT_GT(std::abs(product * (1.0 + lag.first * s) - 1.0), 20.0 * std::abs(rest));  // A2 matters there
}

TEST(ChainLag, OfTheImpactOfOneMillisecond) {
  const ChainLag lag = in_series(lag_of(chain({LowPassSetup{4000.0, 0.7}})),
                                 lag_of(chain({LowPassSetup{2.0 * std::numbers::pi * 10e3, 0.7}})));
  EXPECT_NEAR(lag.first, 372.28e-6, 5e-9);
  EXPECT_NEAR(lag.second, 7.0552e-8, 5e-13);
}

TEST(ChainLag, OfTheRobotOfSixteenMilliseconds) {
  const ChainLag lag = in_series(lag_of(chain({SampleHoldSetup{250.0}, TransportDelaySetup{16e-3}})),
                                 lag_of(chain({SampleHoldSetup{1000.0}})));
  EXPECT_NEAR(lag.first, 18.5e-3, 1e-12);
  EXPECT_NEAR(lag.second, 1.704e-4, 5e-8);
}

TEST(ChainLag, NeutralAndMemorylessStagesHaveNone) {
  const ChainLag lag =
      lag_of(chain({LowPassSetup{}, QuantizerSetup{1.0}, TransportDelaySetup{}, SampleHoldSetup{},
                    NoiseSetup{1.0}, BiasSetup{1.0}, DeadBandSetup{1.0}, SaturationSetup{-1.0, 1.0}}));
  EXPECT_EQ(lag, ChainLag{});
}

TEST(Smoothing, CountsTheExcessOfPoles) {
  EXPECT_EQ(smoothing_of(chain({QuantizerSetup{1.0}, LowPassSetup{}})), 0.0);
  EXPECT_EQ(smoothing_of(chain({LowPassSetup{10.0}, QuantizerSetup{1.0}})), 2.0);
  EXPECT_EQ(smoothing_of(chain({TransferFunctionSetup{kSections}})), 1.0);
  EXPECT_GT(smoothing_of(chain({TransportDelaySetup{1.0}})), 1e9);
}

}  // namespace
}  // namespace hilspace::instruments
