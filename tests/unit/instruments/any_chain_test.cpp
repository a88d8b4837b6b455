#include "instruments/any_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "instruments/chain.hpp"
#include "support/bits.hpp"
#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

TEST(AnyChain, EmptyIsTheIdentity) {
  AnyChain<double> none;
  std::array<double, AnyChain<double>::kStates> state{}, rate{};
  const Signal<double> in{1.5, 2.5, 3.5};
  const Horizon<double> horizon{1e-4, 1e-6, 0.0};
  none.follow_ramp(in, state.data());
  none.freeze(state.data(), in, false, horizon);
  const auto out = none.output(state.data(), in);
  EXPECT_EQ(out.value, 1.5);
  EXPECT_EQ(out.rate, 2.5);
  EXPECT_EQ(out.acceleration, 3.5);
  for (const bool constant : {false, true}) {
    const auto look = none.look_ahead(state.data(), in, {0.5e-4, constant, false}, horizon);
    EXPECT_EQ(look.until, 0.5e-4);
    EXPECT_EQ(look.constant, constant);
  }
  none.derivative(state.data(), in, rate.data());
  for (const double r : rate) EXPECT_EQ(r, 0.0);
  EXPECT_EQ(none.residual(), 0.0);
  EXPECT_FALSE(none.has_memory());
  EXPECT_FALSE(none.holds_positive());
  EXPECT_TRUE(none.settled(state.data(), {0.5, 9.0, 0.0}, 0.5));
  EXPECT_FALSE(none.settled(state.data(), {0.6, 0.0, 0.0}, 0.5));
}

// What runs in lanes and what is put together at run time must not differ in a bit.
TEST(AnyChain, GivesTheBitsOfTheChainInLanes) {
  using Plain = Chain<double, LowPass<double>, Quantizer<double>>;
  for (const auto& [w, resolution] : {std::pair{4000.0, 1e-2}, {0.0, 1e-2}, {4000.0, 0.0}, {4000.0, 1e-4}}) {
    Plain plain;
    plain.first = LowPass<double>({w, 0.7});
    plain.rest.first = Quantizer<double>({resolution});
    Driven<> any(chain_of({LowPassSetup{w, 0.7}, QuantizerSetup{resolution}}), sine(1.0, 700.0), 1e-5);
    Driven<Plain> lanes(plain, sine(1.0, 700.0), 1e-5);
    any.run(0.01, [&](double h, const Outlook<double>& outlook) {
      const auto look = lanes.begin();
      ASSERT_EQ(test::bits(outlook.until), test::bits(look.until));
      ASSERT_EQ(outlook.constant, look.constant);
      for (const double part : {0.0, 0.4, 1.0}) {
        ASSERT_EQ(test::bits(any.out(part * h).value), test::bits(lanes.out(part * h).value));
        ASSERT_EQ(test::bits(any.out(part * h).rate), test::bits(lanes.out(part * h).rate));
        ASSERT_EQ(test::bits(any.out(part * h).acceleration), test::bits(lanes.out(part * h).acceleration));
      }
      for (const double threshold : {1e-3, 0.5, 1.0})
        ASSERT_EQ(any.chain.settled(any.state(), {}, threshold) ||
                      std::abs(any.chain.output(any.state(), {}).value) > threshold,
                  lanes.chain.settled(lanes.state(), {}, threshold) ||
                      std::abs(lanes.chain.output(lanes.state(), {}).value) > threshold);
      lanes.end(h);
    });
  }
}

// What a step takes at once is what it may ask for one by one.
TEST(AnyChain, FreezesAndPassesAtOnceWhatItShowsOneByOne) {
  const auto expect_same = [](const Passed<double>& both, const Signal<double>& out,
                              const Outlook<double>& look) {
    EXPECT_EQ(test::bits(both.signal.value), test::bits(out.value));
    EXPECT_EQ(test::bits(both.signal.rate), test::bits(out.rate));
    EXPECT_EQ(test::bits(both.signal.acceleration), test::bits(out.acceleration));
    EXPECT_EQ(test::bits(both.signal.spread), test::bits(out.spread));
    EXPECT_EQ(test::bits(both.outlook.until), test::bits(look.until));
    EXPECT_EQ(both.outlook.constant, look.constant);
    EXPECT_EQ(both.outlook.jumps, look.jumps);
  };
  const auto check = [&](auto& chain, const double* x, Horizon<double> horizon) {
    const auto smooth = Outlook<double>::smooth(horizon);
    const Signal<double> in{0.37, 2.0, -5.0}, next{0.37, 2.0, 30.0};
    const auto frozen = chain.freeze(x, in, false, horizon);
    expect_same(frozen, chain.output(x, in), chain.look_ahead(x, in, smooth, horizon));
    expect_same(chain.pass(x, next, smooth, horizon), chain.output(x, next),
                chain.look_ahead(x, next, smooth, horizon));
  };
  const Horizon<double> horizon{1e-3, 1e-6, 0.0};
  AnyChain<double> any = chain_of({LowPassSetup{4000.0, 0.7}, QuantizerSetup{1e-2}, DeadBandSetup{1e-3}});
  std::array<double, AnyChain<double>::kStates> x{};
  any.follow_ramp({0.36, 2.0, 0.0}, x.data());
  check(any, x.data(), horizon);
  Chain<double, LowPass<double>, Quantizer<double>> plain;
  plain.first = LowPass<double>({4000.0, 0.7});
  plain.rest.first = Quantizer<double>({1e-2});
  check(plain, x.data(), horizon);
}

TEST(AnyChain, PassesTheSignalInOrder) {
  const auto shown = [](std::initializer_list<StageSetup> stages) {
    AnyChain<double> chain = chain_of(stages);
    chain.freeze(nullptr, {0.6, 0.0, 0.0}, false, {1e-6, 1e-9, 0.0});
    return chain.output(nullptr, {0.6, 0.0, 0.0}).value;
  };
  EXPECT_DOUBLE_EQ(shown({BiasSetup{0.6}, DeadBandSetup{1.0}}), 1.2);
  EXPECT_DOUBLE_EQ(shown({DeadBandSetup{1.0}, BiasSetup{0.6}}), 0.6);
  EXPECT_DOUBLE_EQ(shown({BiasSetup{0.6}, CalibrationSetup{kHalf}}), 0.6);
  EXPECT_DOUBLE_EQ(shown({CalibrationSetup{kHalf}, BiasSetup{0.6}}), 0.9);
  EXPECT_DOUBLE_EQ(
      shown({BiasSetup{0.6}, CalibrationSetup{kHalf}, SaturationSetup{0.0, 0.5}, QuantizerSetup{0.4}}), 0.4);
}

// Each stage has its own states, wherever it stands: linear stages may change places.
TEST(AnyChain, GivesEachStageItsStates) {
  const std::initializer_list<StageSetup> orders[] = {
      {LowPassSetup{900.0, 0.7}, TransportDelaySetup{2e-3}, TransferFunctionSetup{kLag}},
      {TransferFunctionSetup{kLag}, LowPassSetup{900.0, 0.7}, TransportDelaySetup{2e-3}},
      {TransportDelaySetup{2e-3}, TransferFunctionSetup{kLag}, LowPassSetup{900.0, 0.7}}};
  std::vector<double> shown;
  for (const auto& order : orders) {
    Driven<> run(chain_of(order), sine(1.0, 300.0), 1e-5);
    run.run(0.05);
    run.begin();
    shown.push_back(run.out().value);
  }
  // After e^-31 of the start. The delay's parabolas cost (w h)^3 sqrt(3)/216.
  EXPECT_NEAR(shown[1], shown[0], 2e-9);
  EXPECT_NEAR(shown[2], shown[0], 2e-9);
  EXPECT_GT(std::abs(shown[0]), 0.1);
}

// A delay keeps what the stages before it show, not what comes in at the front.
TEST(AnyChain, RecordsWhatComesInAtTheDelay) {
  Driven<> run(chain_of({BiasSetup{0.5}, TransportDelaySetup{2e-3}}), sine(1.0, 300.0), 1e-5);
  run.run(0.02, [&](double h, const Outlook<double>&) {
    const double t = run.time() + 0.5 * h - 2e-3;
    EXPECT_NEAR(run.out(0.5 * h).value, 0.5 + (t < 0.0 ? 300.0 * t : std::sin(300.0 * t)), 1e-9);
  });
}

TEST(AnyChain, HasAMemoryOnlyWithADelay) {
  EXPECT_TRUE(chain_of({BiasSetup{1.0}, TransportDelaySetup{1e-3}}).has_memory());
  EXPECT_FALSE(chain_of({BiasSetup{1.0}, TransportDelaySetup{0.0}}).has_memory());
  EXPECT_FALSE(chain_of({BiasSetup{1.0}, LowPassSetup{10.0, 0.7}}).has_memory());
}

TEST(AnyChain, BeginningAStepTwiceIsBeginningItOnce) {
  Driven<> run(
      chain_of({SampleHoldSetup{1e3}, LowPassSetup{900.0, 0.7}, NoiseSetup{0.01, 500.0, 0.7, 3e-4},
                BiasSetup{0.1}, CalibrationSetup{kHalf}, TransportDelaySetup{2e-3}, DeadBandSetup{0.1},
                SaturationSetup{-0.3, 0.4}, QuantizerSetup{0.05}, TransferFunctionSetup{kLag}}),
      sine(1.0, 300.0), 1e-4);
  run.run(0.02, [&](double h, const Outlook<double>& outlook) {
    const double value = run.out(0.5 * h).value;
    const auto again = run.begin();
    EXPECT_EQ(again.until, outlook.until);
    EXPECT_EQ(again.constant, outlook.constant);
    EXPECT_EQ(run.out(0.5 * h).value, value);
  });
}

}  // namespace
}  // namespace hilspace::instruments
