#include "instruments/sample_hold.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr double kPeriod = 1e-3;
const SampleHoldSetup kSetup{1.0 / kPeriod};

// Whatever the steps are, and wherever the run begins: the samples are at whole multiples of the period.
TEST(SampleHold, SamplesAtItsRateAndHolds) {
  for (const double begin : {0.0, -3.7e-4, -5.3e-3})
    for (const double step : {1e-2, 1e-3, 0.37e-3, 1e-5}) {
      Driven<> run(chain_of({kSetup}), sine(2.0, 170.0), step, begin);
      run.run(0.03, [&](double h, const Outlook<double>& outlook) {
        const double number = std::floor(run.time() / kPeriod + 1e-6);
        if (number * kPeriod < begin) return;  // before the first sample
        const auto sampled = sine(2.0, 170.0)(number * kPeriod);
        // It is taken where a step ends, which is at the sample but for rounding.
        EXPECT_NEAR(run.out().value, sampled.value, 1e-12) << "step " << step << " t " << run.time();
        EXPECT_NEAR(run.out().rate, sampled.rate, 1e-9);
        EXPECT_EQ(run.out().acceleration, 0.0);
        EXPECT_EQ(run.out(0.7 * h).value, run.out().value);
        EXPECT_EQ(run.out(0.7 * h).rate, run.out().rate);
        EXPECT_TRUE(outlook.constant);
        EXPECT_LE(run.time() + h, (number + 1.0) * kPeriod + 1e-12);
      });
    }
}

// Late by a share of the period; what it holds before its first sample was taken from the ramp before.
TEST(SampleHold, SamplesWithItsPhase) {
  for (const double phase : {0.25, 0.9})
    for (const double begin : {0.0, -3.7e-4}) {
      const Input ramp_of_5 = ramp(0.3, 5.0);
      Driven<> run(chain_of({SampleHoldSetup{1.0 / kPeriod, phase}}), ramp_of_5, 0.37e-3, begin);
      run.run(0.01, [&](double h, const Outlook<double>&) {
        const double number = std::floor(run.time() / kPeriod - phase + 1e-6);
        const double sampled = ramp_of_5((number + phase) * kPeriod).value;
        EXPECT_NEAR(run.out().value, sampled, 1e-12) << phase << ' ' << run.time();
        EXPECT_NEAR(run.out(0.7 * h).value, sampled, 1e-12);
        EXPECT_LE(run.time() + h, (number + 1.0 + phase) * kPeriod + 1e-12);
      });
    }
}

TEST(SampleHold, BeginningAStepTwiceSamplesOnce) {
  SampleHold<double> hold(kSetup);
  const Horizon<double> horizon{1e-4, 1e-6, 2e-3};
  hold.freeze(nullptr, {1.0, 2.0, 3.0}, false, horizon);
  hold.freeze(nullptr, {5.0, 6.0, 7.0}, false, horizon);
  EXPECT_EQ(hold.output(nullptr, {}).value, 1.0);
  EXPECT_EQ(hold.output(nullptr, {}).rate, 2.0);
}

// 250 Hz is 4 ms to the last bit, 1/3 kHz is not; neither may slip a sample in a long run.
TEST(SampleHold, SlipsNoSample) {
  for (const double rate : {250.0, 1000.0 / 3.0, 7.0, 1e6}) {
    SampleHold<double> hold(SampleHoldSetup{rate});
    const double step = 0.1 / rate;
    int samples = 0;
    double t = 0.0;
    for (int i = 0; i < 100000; ++i) {
      const Horizon<double> horizon{step, step / 64, t};
      const double before = hold.next;
      hold.freeze(nullptr, {t, 1.0, 0.0}, false, horizon);
      if (hold.next != before) {
        EXPECT_NEAR(hold.output(nullptr, {}).value, samples / rate, 1e-9 / rate * (1.0 + samples));
        ++samples;
      }
      t += hold.look_ahead(nullptr, {}, Outlook<double>::smooth(horizon), horizon).until;
    }
    EXPECT_NEAR(samples, t * rate, 1.01);
  }
}

TEST(SampleHold, HasSettledWhenWhatItHoldsHas) {
  SampleHold<double> hold(kSetup);
  hold.freeze(nullptr, {3.0, 0.0, 0.0}, false, {1e-4, 1e-6, 0.0});
  EXPECT_FALSE(hold.settled(nullptr, {0.0, 0.0, 0.0}, 1.0));
  hold.freeze(nullptr, {0.5, 0.0, 0.0}, false, {1e-4, 1e-6, 1e-3});
  EXPECT_TRUE(hold.settled(nullptr, {0.0, 0.0, 0.0}, 1.0));
  EXPECT_FALSE(hold.settled(nullptr, {2.0, 0.0, 0.0}, 1.0));
}

// A hold that samples all the time is not there; what follows it starts on the ramp all the same.
TEST(SampleHold, HandsTheApproachOn) {
  auto chain = chain_of({SampleHoldSetup{1e9}, LowPassSetup{300.0, 0.7}});
  std::array<double, AnyChain<double>::kStates> state{};
  chain.follow_ramp({-0.02, 0.1, 0.0}, state.data());
  EXPECT_NEAR(state[0], -0.02 - 1.4 / 300.0 * 0.1, 1e-9);
  EXPECT_NEAR(state[1], 0.1, 1e-9);
}

}  // namespace
}  // namespace hilspace::instruments
