#include "instruments/simplify.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

namespace hilspace::instruments {
namespace {

ChainSetup chain_of(std::initializer_list<StageSetup> stages) {
  ChainSetup chain;
  for (const StageSetup& stage : stages) chain.add(stage);
  return chain;
}
void expect_simple(ChainSetup chain, std::initializer_list<StageSetup> expected) {
  simplify(chain);
  ASSERT_EQ(chain.count, expected.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), chain.all().begin()));
}

constexpr std::array<CurvePoint, 2> kCurve{{{0.0, 0.0}, {1.0, 1.1}}};
constexpr std::array<Section, 1> kFirstOrder{{{{1.0, 0.0, 0.0}, {1.0, 2e-4, 0.0}}}};

TEST(Simplify, LeavesOutWhatShowsWhatItGets) {
  expect_simple(chain_of({LowPassSetup{}, QuantizerSetup{0.0, 0.3}, TransportDelaySetup{}, SampleHoldSetup{},
                          NoiseSetup{}, BiasSetup{}, DeadBandSetup{}, SaturationSetup{}}),
                {});
}

TEST(Simplify, KeepsTheOrderOfTheOthers) {
  const CalibrationSetup curve{kCurve};
  const TransferFunctionSetup lag{kFirstOrder};
  expect_simple(chain_of({TransportDelaySetup{}, SaturationSetup{-1.0}, curve, BiasSetup{}, BiasSetup{1e-3},
                          QuantizerSetup{1e-6}, NoiseSetup{}, lag}),
                {SaturationSetup{-1.0}, curve, BiasSetup{1e-3}, QuantizerSetup{1e-6}, lag});
}

TEST(Simplify, TakesASectionForTheLowPassItIs) {
  // Powers of two, so that the root is exact.
  const std::array<Section, 1> section{{{{1048576.0, 0.0, 0.0}, {1048576.0, 1536.0, 1.0}}}};
  expect_simple(chain_of({TransferFunctionSetup{section}, QuantizerSetup{1.0}}),
                {LowPassSetup{1024.0, 0.75}, QuantizerSetup{1.0}});
  const std::array<Section, 1> negative{{{{-1048576.0, 0.0, 0.0}, {-1048576.0, -1536.0, -1.0}}}};
  expect_simple(chain_of({TransferFunctionSetup{negative}}), {LowPassSetup{1024.0, 0.75}});
}

TEST(Simplify, KeepsTransferFunctionsThatAreNoLowPass) {
  using Sections = std::array<Section, 1>;
  for (const Sections& its : {Sections{{{{1.1, 0.0, 0.0}, {1.0, 2e-4, 1e-8}}}},   // amplifies
                              Sections{{{{1.0, 1e-5, 0.0}, {1.0, 2e-4, 1e-8}}}},  // leads
                              Sections{{{{1.0, 0.0, 1e-9}, {1.0, 2e-4, 1e-8}}}},  // passes a part at once
                              Sections{{{{1.0, 0.0, 0.0}, {1.0, 0.0, 1e-8}}}},    // rings for ever
                              Sections{{{{1.0, 0.0, 0.0}, {1.0, -2e-4, 1e-8}}}},  // grows
                              Sections{{{{1.0, 0.0, 0.0}, {1.0, 2e-4, -1e-8}}}}, kFirstOrder}) {
    const TransferFunctionSetup setup{its};
    expect_simple(chain_of({setup}), {setup});
  }
  // A chain has one low-pass at most.
  const std::array<Section, 1> second{{{{1.0, 0.0, 0.0}, {1.0, 2e-4, 1e-8}}}};
  const TransferFunctionSetup setup{second};
  expect_simple(chain_of({LowPassSetup{4e3, 0.7}, setup}), {LowPassSetup{4e3, 0.7}, setup});
}

}  // namespace
}  // namespace hilspace::instruments
