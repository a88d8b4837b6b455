// Every stage has a neutral setup, with which it is not there: not in a bit, a step or a starting state.

#include <gtest/gtest.h>

#include <string>

#include "support/bits.hpp"
#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr std::array kStraight{CurvePoint{0.0, 0.0}, CurvePoint{1.0, 1.0}};
constexpr std::array kUnity{Section{{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}};

/// The neutral setups by name.
template <class Each>
void for_every_stage(Each&& each) {
  const StageSetup neutral[] = {LowPassSetup{},
                                QuantizerSetup{},
                                TransportDelaySetup{},
                                SampleHoldSetup{},
                                NoiseSetup{},
                                BiasSetup{},
                                DeadBandSetup{},
                                SaturationSetup{},
                                CalibrationSetup{kStraight},
                                TransferFunctionSetup{kUnity}};
  for (const StageSetup& stage : neutral) {
    SCOPED_TRACE(std::string(kStages[stage.index()].name));
    each(stage);
  }
}

TEST(NeutralStage, ShowsItsInputToTheBit) {
  for_every_stage([](const StageSetup& stage) {
    Numbers numbers;
    AnyChain<double> chain = chain_of({stage});
    std::array<double, AnyChain<double>::kStates> state{};
    for (int i = 0; i < 1000; ++i) {
      const double scale = std::exp2(numbers.between(-40.0, 40.0));
      const Signal<double> in{numbers.between(-1.0, 1.0) * scale, numbers.between(-1.0, 1.0) * scale,
                              numbers.between(-1.0, 1.0) * scale};
      chain.freeze(state.data(), in, false, {1e-5, 1e-7, 1e-5 * i});
      const auto out = chain.output(state.data(), in);
      ASSERT_EQ(test::bits(out.value), test::bits(in.value));
      ASSERT_EQ(test::bits(out.rate), test::bits(in.rate));
      ASSERT_EQ(test::bits(out.acceleration), test::bits(in.acceleration));
    }
  });
}

TEST(NeutralStage, NeitherShortensAStepNorMovesWhatIsHeld) {
  for_every_stage([](const StageSetup& stage) {
    AnyChain<double> chain = chain_of({stage});
    const std::array<double, AnyChain<double>::kStates> state{};
    const Signal<double> in{0.3, -20.0, 100.0};
    const Horizon<double> horizon{1e-5, 1e-7, 0.0};
    for (const bool constant : {false, true}) {
      chain.freeze(state.data(), in, constant, horizon);
      const auto look = chain.look_ahead(state.data(), in, {0.7e-5, constant, false}, horizon);
      EXPECT_EQ(look.until, 0.7e-5);
      EXPECT_EQ(look.constant, constant);
      int margins = 0;
      chain.margins(state.data(), in, constant, horizon,
                    [&margins](double m) { margins += m < 0.0 ? 1 : 0; });
      EXPECT_EQ(margins, 0);
    }
  });
}

// What follows it starts as if it were not there.
TEST(NeutralStage, HandsTheApproachOn) {
  for_every_stage([](const StageSetup& stage) {
    if (std::holds_alternative<LowPassSetup>(stage)) return;  // the one that follows
    AnyChain<double> behind = chain_of({stage, LowPassSetup{300.0, 0.7}}),
                     alone = chain_of({LowPassSetup{300.0, 0.7}});
    std::array<double, AnyChain<double>::kStates> state{}, expected{};
    behind.follow_ramp({-0.02, 0.1, 0.0}, state.data());
    alone.follow_ramp({-0.02, 0.1, 0.0}, expected.data());
    const std::size_t before = std::holds_alternative<TransportDelaySetup>(stage) ? 1
                               : std::holds_alternative<TransferFunctionSetup>(stage)
                                   ? TransferFunction<double>::kStates
                                   : 0;
    EXPECT_EQ(state[before], expected[0]);
    EXPECT_EQ(state[before + 1], expected[1]);
  });
}

TEST(NeutralStage, LeavesNoResidue) {
  for_every_stage([](const StageSetup& stage) { EXPECT_EQ(chain_of({stage}).residual(), 0.0); });
}

TEST(NeutralStage, IsSettledWhenItsInputIs) {
  for_every_stage([](const StageSetup& stage) {
    const std::array<double, AnyChain<double>::kStates> state{};
    const AnyChain<double> chain = chain_of({stage});
    EXPECT_TRUE(chain.settled(state.data(), {0.5, 3.0, 0.0}, 0.5));
    EXPECT_FALSE(chain.settled(state.data(), {-0.51, 3.0, 0.0}, 0.5));
  });
}

// No section at all is unity, too.
TEST(NeutralStage, MayBeATransferFunctionWithoutSections) {
  const AnyChain<double> chain = chain_of({TransferFunctionSetup{}});
  const std::array<double, AnyChain<double>::kStates> state{};
  EXPECT_EQ(chain.output(state.data(), {0.3, 2.0, 5.0}).value, 0.3);
}

}  // namespace
}  // namespace hilspace::instruments
