#include "rig/control/control_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "instruments/digital_filter.hpp"
#include "models/published_rig.hpp"
#include "models/rig_computer.hpp"

namespace hilspace::rig {
namespace {

using instruments::Section;

const std::vector<Section> kPlant = series(models::kAmplifier, models::kPiezo);

ControlLoop published(Sections prefilter = {}) { return {kPlant, models::kPid, prefilter, 0.0}; }

TEST(PublishedLoop, LeastDampedPolesAndStability) {
  const auto found = closed_loop_poles(published());
  ASSERT_EQ(found.size(), 8u);
  for (const Complex pole : found) EXPECT_LT(pole.real(), 0.0);
  const Complex least = *std::ranges::min_element(found, {}, damping);
  EXPECT_NEAR(least.real(), -379.0, 3.79);
  EXPECT_NEAR(std::abs(least.imag()), 21527.0, 215.0);
}

TEST(PublishedLoop, PolesAreWhereTheLoopIsMinusOne) {
  // Checks 1 + L = 0 independently of the method that found the poles.
  for (const Complex pole : closed_loop_poles(published())) {
    Complex open = 1.0;
    for (const auto& sections : {Sections(kPlant), Sections(models::kPid)})
      for (const auto& [b, a] : sections)
        open *= (b[0] + pole * (b[1] + pole * b[2])) / (a[0] + pole * (a[1] + pole * a[2]));
    EXPECT_NEAR(std::abs(open + 1.0), 0.0, 1e-6) << pole;
  }
}

// Bondoky's bandwidths in rad/s, to one percent: the prefilters make the loop about seven times as fast.
TEST(PublishedLoop, IsSevenTimesAsFastBehindItsPrefilters) {
  EXPECT_NEAR(*bandwidth(published()), 865.0, 8.65);
  EXPECT_NEAR(*bandwidth(published(models::kPrefilterModelBased)), 6240.0, 62.4);
  EXPECT_NEAR(*bandwidth(published(models::kPrefilterPublished)), 5820.0, 58.2);
}

// Sampling to which the published |z| refer: the plant bilinear as well, without and with one sample of
// delay.
TEST(PublishedLoop, SampledPoles) {
  const auto most = [](int delay, HeldPlant plant) {
    return std::abs(sampled_poles(published(), {75e3, delay, plant}).back());  // the largest
  };
  EXPECT_NEAR(most(0, HeldPlant::bilinear), 0.9951, 0.00005);
  EXPECT_NEAR(most(1, HeldPlant::bilinear), 0.9973, 0.00005);
  // With a zero-order hold the plant has a smaller margin.
  EXPECT_NEAR(most(0, HeldPlant::zero_order_hold), 0.99625, 0.0001);
  EXPECT_NEAR(most(1, HeldPlant::zero_order_hold), 0.99823, 0.0001);
}

TEST(ControlLoop, OfAnIntegratorIsALowPassOfFirstOrder) {
  const double w = 500.0;
  const std::array plant{Section{{w, 0.0, 0.0}, {0.0, 1.0, 0.0}}};
  const ControlLoop loop{plant, {}, {}, 0.0};
  const auto found = closed_loop_poles(loop);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].real(), -w, 1e-9 * w);
  EXPECT_NEAR(*bandwidth(loop), w, 1e-9 * w);
  const Margins margin = margins(loop);
  EXPECT_NEAR(margin.phase, 0.5 * std::numbers::pi, 1e-9);
  EXPECT_NEAR(margin.phase_frequency, w, 1e-6 * w);
  EXPECT_TRUE(std::isinf(margin.gain));
  const StepResponse step = step_response(loop, 20e-3);
  for (std::size_t i = 0; i < step.values.size(); i += 500)
    EXPECT_NEAR(step.values[i], 1.0 - std::exp(-w * step.interval * static_cast<double>(i)), 1e-12);
  EXPECT_NEAR(step.rise_time, std::log(9.0) / w, 3.0 * step.interval);
  EXPECT_NEAR(step.settling_time, std::log(50.0) / w, 3.0 * step.interval);
  EXPECT_LT(step.overshoot, 1e-9);
}

TEST(ControlLoop, OvershootOfASecondOrderSystem) {
  // w^2/(s^2 + 2 d w s) in the loop is {d, w} around it: overshoot exp(-pi d/sqrt(1 - d^2)).
  const double w = 2000.0, d = 0.3;
  const std::array plant{Section{{w * w, 0.0, 0.0}, {0.0, 2.0 * d * w, 1.0}}};
  const StepResponse step = step_response({plant, {}, {}, 0.0}, 30e-3);
  EXPECT_NEAR(step.overshoot, std::exp(-std::numbers::pi * d / std::sqrt(1.0 - d * d)), 1e-5);
}

TEST(ControlLoop, GainMarginIsWhereItBecomesUnstable) {
  ControlLoop loop = published();
  const double margin = margins(loop).gain;
  ASSERT_TRUE(std::isfinite(margin));
  const auto stable = [&](double factor) {
    auto controller = std::vector(models::kPid.begin(), models::kPid.end());
    for (double& b : controller[0].numerator) b *= factor;
    loop.controller = controller;
    return std::ranges::all_of(closed_loop_poles(loop), [](Complex pole) { return pole.real() < 0.0; });
  };
  EXPECT_TRUE(stable(0.999 * margin));
  EXPECT_FALSE(stable(1.001 * margin));
}

TEST(ControlLoop, DeadTimeTakesFromThePhaseMargin) {
  const double w = 500.0, lag = 1e-4;
  const std::array plant{Section{{w, 0.0, 0.0}, {0.0, 1.0, 0.0}}};
  const Margins margin = margins({plant, {}, {}, lag});
  EXPECT_NEAR(margin.phase, 0.5 * std::numbers::pi - w * lag, 1e-9);
  EXPECT_NEAR(margin.gain, 0.5 * std::numbers::pi / (w * lag), 1e-6);
}

TEST(SampledLoop, ZeroOrderHoldOfAFirstOrderPlant) {
  // b/(s + a) behind a hold: pole exp(-a T), gain b/a (1 - exp(-a T)); with L = K z^-1... closed by a gain k.
  const double a = 4000.0, b = 9000.0, k = 3.0, rate = 1e4;
  const std::array plant{Section{{b, 0.0, 0.0}, {a, 1.0, 0.0}}};
  const std::array controller{Section{models::constant(k), models::constant(1.0)}};
  const auto z = sampled_poles({plant, controller, {}, 0.0}, {rate, 0, HeldPlant::zero_order_hold});
  const double e = std::exp(-a / rate);
  EXPECT_NEAR(z.back().real(), e - k * b / a * (1.0 - e), 1e-12);
}

// Stepping the matrices equals running the computer's own code, the plant bilinear too.
TEST(SampledLoop, IsWhatTheComputerRuns) {
  const double rate = 75e3, reference = 1e-4;
  models::RigComputerSetup setup;
  setup.rate = rate;
  setup.chaser_mass = setup.target_mass = 35.0;
  setup.prefilter = models::kPrefilterPublished;
  setup.controller = models::kPid;
  setup.command_min = -10.0;
  setup.command_max = 10.0;
  models::RigComputer computer(setup);
  instruments::DigitalFilter plant(kPlant, rate);
  const auto step =
      step_response(published(models::kPrefilterPublished), 20e-3, {rate, 1, HeldPlant::bilinear});
  double command = 0.0, error = 0.0;
  for (const double expected : step.values) {
    const double position = plant(command);
    command = computer.hold(reference, position);
    error = std::max(error, std::abs(position - reference * expected));
  }
  EXPECT_LT(error, 1e-9 * reference);
}

TEST(StepResponse, SampledAndContinuousAgreeAtAHighRate) {
  const ControlLoop loop = published(models::kPrefilterModelBased);
  const auto continuous = step_response(loop, 10e-3);
  const auto fast = step_response(loop, 10e-3, {2e6, 0, HeldPlant::zero_order_hold});
  EXPECT_NEAR(fast.overshoot, continuous.overshoot, 2e-3);
  EXPECT_NEAR(fast.rise_time, continuous.rise_time, 0.01 * continuous.rise_time);
}

TEST(StateSpace, TurnsDownWhatIsNotProper) {
  const std::array plant{Section{{1.0, 1.0, 1.0}, {1.0, 1.0, 0.0}}};
  EXPECT_THROW(closed_loop_poles({plant, {}, {}, 0.0}), InputError);
}

}  // namespace
}  // namespace hilspace::rig
