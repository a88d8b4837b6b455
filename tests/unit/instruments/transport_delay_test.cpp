#include "instruments/transport_delay.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr double kDelay = 3.3e-3, kSwing = 300.0;
constexpr double kTiny = 1e-15;  // what rounding makes of numbers up to 1

/// What comes out of a sine that began with t = 0; it was a ramp before.
double delayed(double t) { return t < 0.0 ? kSwing * t : std::sin(kSwing * t); }
double delayed_rate(double t) { return t < 0.0 ? kSwing : kSwing * std::cos(kSwing * t); }

struct Errors {
  double value = 0.0, rate = 0.0;
};
Errors errors(double delay, double step) {
  Driven<> run(chain_of({TransportDelaySetup{delay}}), sine(1.0, kSwing), step);
  Errors worst;
  run.run(0.03, [&](double h, const Outlook<double>&) {
    for (const double part : {0.0, 0.17, 0.35, 0.61, 0.83, 1.0}) {
      const double t = run.time() + part * h - delay;
      worst.value = std::max(worst.value, std::abs(run.out(part * h).value - delayed(t)));
      worst.rate = std::max(worst.rate, std::abs(run.out(part * h).rate - delayed_rate(t)));
    }
  });
  return worst;
}

// A parabola through three points errs by f''' h^3 max|x (x - 1/2)(x - 1)|/6 = f''' h^3 sqrt(3)/216.
TEST(TransportDelay, ShowsTheSignalOfThePast) {
  const double steps[] = {2e-4, 1e-4, 5e-5};
  Errors before;
  for (const double h : steps) {
    const Errors now = errors(kDelay, h);
    const double bound = std::pow(kSwing * h, 3) * std::sqrt(3.0) / 216.0;
    EXPECT_LT(now.value, bound * 1.01);
    EXPECT_LT(now.rate, bound * kSwing * 1.01);
    EXPECT_GT(now.value, 0.0);
    if (before.value > 0.0) {
      EXPECT_NEAR(std::log2(before.value / now.value), 3.0, 0.3);
      EXPECT_NEAR(std::log2(before.rate / now.rate), 3.0, 0.3);
    }
    before = now;
  }
}

// The slope of the parabola of the rate, to predict jumps from: off by f'' h^2/12 of the rate at most.
TEST(TransportDelay, ShowsHowItsRateChanges) {
  const double h = 1e-5;
  Driven<> run(chain_of({TransportDelaySetup{kDelay}}), sine(1.0, kSwing), h);
  run.run(0.03, [&](double length, const Outlook<double>&) {
    const double t = run.time() + 0.4 * length - kDelay;
    const double exact = t < 0.0 ? 0.0 : -kSwing * kSwing * std::sin(kSwing * t);
    EXPECT_NEAR(run.out(0.4 * length).acceleration, exact, kSwing * kSwing * kSwing * kSwing * h * h / 12.0);
  });
}

TEST(TransportDelay, WasOnARampBefore) {
  Driven<> run(chain_of({TransportDelaySetup{kDelay}}), ramp(-0.2, 5.0), 1e-4);
  run.run(kDelay - 1e-6, [&](double h, const Outlook<double>&) {
    EXPECT_NEAR(run.out(0.5 * h).value, -0.2 + 5.0 * (run.time() + 0.5 * h - kDelay), 1e-15);
    EXPECT_EQ(run.out(0.5 * h).rate, 5.0);
  });
}

TEST(TransportDelay, MayBeShorterThanAStep) {
  const double delay = 1e-5, step = 2e-4;
  Driven<> run(chain_of({TransportDelaySetup{delay}}), sine(1.0, kSwing), step);
  run.run(0.01, [&](double h, const Outlook<double>&) {
    EXPECT_LE(h, delay * (1.0 + 1e-12));
    for (const double part : {0.0, 0.5, 1.0})
      EXPECT_NEAR(run.out(part * h).value, delayed(run.time() + part * h - delay),
                  std::pow(kSwing * delay, 3));
  });
}

// Even when that is what counts as happening now.
TEST(TransportDelay, MayBeShorterThanTheShortestStep) {
  const double delay = 1e-6, step = 2e-4;
  Driven<> run(chain_of({TransportDelaySetup{delay}}), sine(1.0, kSwing), step);
  run.run(2e-4, [&](double h, const Outlook<double>&) {
    EXPECT_NEAR(run.out(h).value, delayed(run.time() + h - delay), 1e-12);
  });
}

TEST(TransportDelay, MayBeLongerThanTheRun) {
  Driven<> run(chain_of({TransportDelaySetup{1.0}}), sine(1.0, kSwing), 1e-4);
  run.run(0.05, [&](double h, const Outlook<double>& outlook) {
    EXPECT_NEAR(run.out(0.5 * h).value, kSwing * (run.time() + 0.5 * h - 1.0), 1e-12 * kSwing);
    EXPECT_NEAR(h, std::min(1e-4, 0.05 - run.time()), 1e-12);
    EXPECT_FALSE(outlook.constant);
  });
}

struct Jump {
  double time, from, to;
};

/// Where the output of a chain jumps from one step to the next; within steps it must not move.
std::vector<Jump> jumps(AnyChain<double> chain, double until, bool constant) {
  Driven<> run(std::move(chain), sine(1.0, kSwing), 1e-4);
  std::vector<Jump> list;
  double before = 0.0;
  run.run(until, [&](double h, const Outlook<double>& outlook) {
    const double now = run.out().value;
    if (std::abs(now - before) > kTiny && run.time() > 0.0) list.push_back({run.time(), before, now});
    if (constant && run.time() >= kDelay) {
      EXPECT_TRUE(outlook.constant) << run.time();
      for (const double part : {0.02, 0.5, 0.98})
        EXPECT_NEAR(run.out(part * h).value, now, kTiny) << run.time();
    }
    before = run.out(h).value;
  });
  return list;
}

// A staircase comes out as it went in, and the steps end on its edges: the same edges, D later to rounding.
TEST(TransportDelay, KeepsTheEdgesOfAStaircase) {
  const double until = 0.02;
  const QuantizerSetup stairs{0.1};
  const auto in = jumps(chain_of({stairs}), until, false);
  auto out = jumps(chain_of({stairs, TransportDelaySetup{kDelay}}), until + kDelay, true);
  ASSERT_GT(in.size(), 30u);
  std::erase_if(out, [](const Jump& jump) { return jump.time < kDelay + 1e-9; });  // the end of the ramp
  ASSERT_GE(out.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    // Steps of the delayed run are cut elsewhere, so its own prediction of an edge differs a little:
    // j t^3/(6 v) of a step t, or w^2 t^3/6 of a sine.
    EXPECT_NEAR(out[i].time, in[i].time + kDelay, 2e-8) << i;
    EXPECT_NEAR(out[i].from, in[i].from, kTiny);
    EXPECT_NEAR(out[i].to, in[i].to, kTiny);
  }
}

// What is said to be constant has the same bits wherever the step is looked at.
TEST(TransportDelay, ShowsAConstantAsItWas) {
  Driven<> run(chain_of({QuantizerSetup{0.1}, TransportDelaySetup{kDelay}}), sine(1.0, kSwing), 1e-4);
  int moved = 0, constant = 0;
  run.run(0.02, [&](double h, const Outlook<double>& outlook) {
    if (!outlook.constant) return;
    ++constant;
    for (const double part : {0.02, 0.5, 0.98}) moved += run.out(part * h).value != run.out().value ? 1 : 0;
  });
  EXPECT_GT(constant, 100);
  EXPECT_EQ(moved, 0);
}

// The same within one and the same run: what a step saw going in, a step sees coming out.
TEST(TransportDelay, HasAStepEndExactlyDelayLater) {
  const AnyChain<double> chain = chain_of({QuantizerSetup{0.1}, TransportDelaySetup{kDelay}});
  Driven<> run(chain, sine(1.0, kSwing), 1e-4);
  Quantizer<double> quantizer(QuantizerSetup{0.1});
  std::vector<double> in, out;
  double before = 0.0, shown = 0.0;
  run.run(0.03, [&](double h, const Outlook<double>&) {
    quantizer.freeze(nullptr, run.in(), false, run.horizon());
    const double now = quantizer.output(nullptr, run.in()).value;
    if (std::abs(now - before) > kTiny) in.push_back(run.time());
    before = now;
    if (std::abs(run.out().value - shown) > kTiny && run.time() > kDelay + 1e-9) out.push_back(run.time());
    shown = run.out(h).value;
  });
  ASSERT_GT(out.size(), 40u);
  for (std::size_t i = 0; i < out.size(); ++i)
    EXPECT_NEAR(out[i], in[i] + kDelay, 1e-15 + 1e-15 * out[i]) << i;
}

// A force that jumps at the very start, as behind a damper: it comes with the step that begins D later, and
// not in the middle of it.
TEST(TransportDelay, ShowsAJumpAtTheStartWhenItsStepBegins) {
  for (const double step : {1e-4, 3e-4, 0.7e-4, 1e-5, kDelay / 7}) {
    double value = 0.0;
    Driven<> run(
        chain_of({TransportDelaySetup{kDelay}}),
        [&value](double) {
          return Signal<double>{value, 0.0, 0.0};
        },
        step);
    value = 1.0;
    run.run(2.0 * kDelay, [&](double h, const Outlook<double>&) {
      EXPECT_EQ(run.out(1e-3 * h).value, run.out().value) << "step " << step << " t " << run.time();
      EXPECT_EQ(run.out(0.999 * h).value, run.out().value) << "step " << step << " t " << run.time();
    });
  }
}

// A small memory that grows all the time and a large one keep the same.
TEST(TransportDelay, LosesNothingWhenItsMemoryGrows) {
  const auto history = [](std::size_t spare) {
    Driven<> run(chain_of({QuantizerSetup{0.1}, TransportDelaySetup{kDelay}}), sine(1.0, kSwing), 1e-4);
    run.grow_by(spare);
    std::vector<double> list;
    std::size_t most = 0;
    run.run(0.02, [&](double h, const Outlook<double>&) {
      list.push_back(run.time());
      list.push_back(run.out(0.3 * h).value);
      list.push_back(run.out(0.3 * h).rate);
      const Past& past = run.chain.delay().past.of[0];
      most = std::max(most, past.count - past.first);
    });
    EXPECT_LT(most, 80u);  // 33 full steps, and what the edges of the stairs cut up
    return list;
  };
  const auto expected = history(10000);
  for (const std::size_t spare : {1u, 2u, 7u}) EXPECT_EQ(history(spare), expected) << spare;
}

TEST(TransportDelay, BeginningAStepTwiceIsBeginningItOnce) {
  Driven<> run(chain_of({QuantizerSetup{0.1}, TransportDelaySetup{kDelay}}), sine(1.0, kSwing), 1e-4);
  run.run(0.02, [&](double h, const Outlook<double>& outlook) {
    const double value = run.out(0.5 * h).value;
    EXPECT_EQ(run.begin().until, outlook.until);
    EXPECT_EQ(run.out(0.5 * h).value, value);
  });
}

/// 1 from 1 ms to 2 ms.
Signal<double> pulse(double t) { return {t >= 1e-3 && t < 2e-3 ? 1.0 : 0.0, 0.0, 0.0}; }

TEST(TransportDelay, KnowsThatSomethingPositiveIsOnItsWay) {
  Driven<> run(chain_of({TransportDelaySetup{kDelay}}), pulse, 1e-4);
  run.run(8e-3, [&](double h, const Outlook<double>&) {
    const double t = run.time();
    if (t < 0.9e-3 || t > 2e-3 + kDelay + 2e-4) {
      EXPECT_FALSE(run.chain.holds_positive()) << t;
    }
    if (t > 1.1e-3 && t < 2e-3 + kDelay - 1e-4) {
      EXPECT_TRUE(run.chain.holds_positive()) << t;
      EXPECT_FALSE(run.chain.settled(run.state(), run.in(), 0.5)) << t;
    }
    if (t > 2e-3 + kDelay + 2e-4) {
      EXPECT_TRUE(run.chain.settled(run.state(), run.in(), 0.5)) << t;
    }
    (void)h;
  });
}

// On the ramp of the approach it has not settled, however small its input is now.
TEST(TransportDelay, IsNotSettledWhileARampIsOnItsWay) {
  auto chain = chain_of({TransportDelaySetup{kDelay}});
  std::array<double, AnyChain<double>::kStates> state{};
  chain.follow_ramp({-3.0, 1.0, 0.0}, state.data());
  EXPECT_FALSE(chain.settled(state.data(), {0.0, 0.0, 0.0}, 0.5));
}

}  // namespace
}  // namespace hilspace::instruments
