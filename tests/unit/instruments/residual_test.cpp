// What a chain can show for ever while nothing comes in, and whether it is seen to be at rest then. A run
// ends when its sensor has settled within that.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/times.hpp"
#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr std::array kLead{Section{{1.0, 1e-3, 0.0}, {1.0, 1e-4, 0.0}}};
constexpr std::array kHighPass{Section{{0.0, 1e-3, 0.0}, {1.0, 1e-3, 0.0}}};
constexpr std::array kResonant{Section{{1.0, 0.0, 0.0}, {1.0, 1e-4, 1e-6}}};  // 1000 rad/s, damping 0.05

double largest(Driven<>& run, double begin, double end) {
  double most = 0.0;
  run.run(begin);
  run.run(end, [&](double h, const Outlook<double>&) {
    most = std::max({most, std::abs(run.out().value), std::abs(run.out(h).value)});
  });
  return most;
}

// Any stages without overshoot, in any order, with nothing coming in.
TEST(Residual, BoundsWhatIsShownForNothing) {
  Numbers numbers;
  for (std::uint64_t i = 0; i < test::fewer(200); ++i) {
    ChainSetup setup;
    std::vector<StageSetup> stages{QuantizerSetup{numbers.between(0.0, 0.5)},
                                   TransportDelaySetup{1e-3},
                                   SampleHoldSetup{3e3},
                                   NoiseSetup{numbers.between(0.0, 0.2), 400.0, 0.7, 1e-3},
                                   BiasSetup{numbers.between(-0.5, 0.5)},
                                   DeadBandSetup{numbers.between(0.0, 0.5)},
                                   SaturationSetup{numbers.between(-0.4, 0.1), numbers.between(0.2, 1.0)},
                                   CalibrationSetup{kCurve},
                                   TransferFunctionSetup{kLag}};
    const std::size_t count = 1 + numbers.below(stages.size());
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t which = numbers.below(stages.size());
      setup.add(stages[which]);
      stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(which));
    }
    Driven<> run(AnyChain<double>(setup, RandomStream(1, i, 0)), held(0.0), 5e-5);
    const double residual = run.chain.residual();
    // Behind the filter, of 1 ms, the ends of the saturation are predicted with an error of (h/1 ms)^3/6.
    EXPECT_LE(largest(run, 0.02, 0.1), residual + 2.1e-5) << i;
  }
}

/// An input within the bound 1 that pushes an oscillator of 1000 rad/s as far as it can.
Signal<double> swung(double t) { return {std::sin(1000.0 * t) > 0.0 ? 1.0 : -1.0, 0.0, 0.0}; }

// The bound holds for every input within its own; filters with overshoot make more of it.
TEST(Residual, BoundsALowPassWithOvershoot) {
  for (const double zeta : {0.05, 0.3, 0.7, 1.5}) {
    Driven<> run(chain_of({LowPassSetup{1000.0, zeta}}), swung, 1e-5);
    EXPECT_LE(largest(run, 0.1, 0.2), LowPass<double>({1000.0, zeta}).residual(1.0)) << zeta;
  }
}

TEST(Residual, BoundsATransferFunctionWithOvershoot) {
  for (const auto sections :
       {std::span(kLag), std::span(kResonant), std::span(kLead), std::span(kHighPass)}) {
    const TransferFunctionSetup setup{sections};
    Driven<> run(chain_of({setup}), swung, 1e-5);
    EXPECT_LE(largest(run, 0.1, 0.2), TransferFunction<double>(setup).residual(1.0));
  }
}

/// Whether the chain is seen to be at rest, now and then at least, long after a force was there.
bool comes_to_rest(std::initializer_list<StageSetup> stages) {
  double force = 0.0;
  Driven<> run(
      chain_of(stages),
      [&force](double) {
        return Signal<double>{force, 0.0, 0.0};
      },
      1e-5);
  force = 500.0;
  run.run(0.01);
  force = 0.0;
  run.run(0.2);
  const double threshold = std::max(run.chain.residual(), 1e-6 * 500.0);
  bool rests = false;
  run.run(0.25, [&](double, const Outlook<double>&) {
    rests = rests || run.chain.settled(run.state(), {0.0, 0.0, 0.0}, threshold);
  });
  return rests;
}

TEST(Settled, ComesOfEveryStageAlone) {
  EXPECT_TRUE(comes_to_rest({LowPassSetup{6000.0, 0.7}}));
  EXPECT_TRUE(comes_to_rest({QuantizerSetup{1.0}}));
  EXPECT_TRUE(comes_to_rest({TransportDelaySetup{1e-3}}));
  EXPECT_TRUE(comes_to_rest({SampleHoldSetup{1e3}}));
  EXPECT_TRUE(comes_to_rest({NoiseSetup{1.5, 1000.0, 0.7, 1e-4}}));
  EXPECT_TRUE(comes_to_rest({BiasSetup{0.6}}));
  EXPECT_TRUE(comes_to_rest({DeadBandSetup{22.0}}));
  EXPECT_TRUE(comes_to_rest({SaturationSetup{0.1, 1000.0}}));
  EXPECT_TRUE(comes_to_rest({CalibrationSetup{kCurve}}));
  EXPECT_TRUE(comes_to_rest({TransferFunctionSetup{kLag}}));
}

TEST(Settled, ComesOfNoiseAndBiasBehindAFilter) {
  EXPECT_TRUE(comes_to_rest({LowPassSetup{6000.0, 0.7}, NoiseSetup{1.5, 1000.0, 0.7, 1e-4}, BiasSetup{0.6}}));
}

// What one stage adds, a later one may take away.
TEST(Settled, ComesOfTheRigsForceSensor) {
  EXPECT_TRUE(comes_to_rest(
      {LowPassSetup{6000.0, 0.7}, NoiseSetup{1.5, 1000.0, 0.7, 1e-4}, BiasSetup{0.6}, DeadBandSetup{22.0}}));
}
TEST(Settled, ComesOfABiasThatADeadBandHides) {
  EXPECT_TRUE(comes_to_rest({BiasSetup{0.6}, DeadBandSetup{22.0}}));
}
TEST(Settled, ComesOfABiasThatACalibrationLessens) {
  EXPECT_TRUE(comes_to_rest({BiasSetup{0.6}, CalibrationSetup{kHalf}}));
}

// A filter that creeps towards what a stage before it shows never gets there, but near enough.
TEST(Settled, ComesOfABiasBeforeASlowFilter) {
  EXPECT_TRUE(comes_to_rest({BiasSetup{0.6}, LowPassSetup{6000.0, 1.5}}));
  EXPECT_TRUE(comes_to_rest({BiasSetup{0.6}, TransferFunctionSetup{kLag}}));
}
TEST(Settled, ComesOfNoiseBeforeAHighPass) {
  EXPECT_TRUE(comes_to_rest({NoiseSetup{1.5, 1000.0, 0.7, 1e-4}, TransferFunctionSetup{kHighPass}}));
}

}  // namespace
}  // namespace hilspace::instruments
