// Compensators alone: what they make of a given motion.

#include "compensation/compensator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace hilspace::compensation {
namespace {

using instruments::ChainSetup;

constexpr double kLag = 4e-3, kStep = 1e-3;  // the lag is whole steps, so that past values are nodes

/// d, d', d'' of 0.3 t + t^degree from t = 0 on, and of the ramp before.
Signal<double> motion_at(double t, int degree) {
  const double n = degree, x = 50.0 * t;
  return {0.3 * t + std::pow(x, n), 0.3 + 50.0 * n * std::pow(x, n - 1.0),
          2500.0 * n * (n - 1.0) * std::pow(x, n - 2.0)};
}

TEST(Polynomial, OfOrderNExtrapolatesPolynomialsOfDegreeNExactly) {
  for (int order = 1; order <= 3; ++order)
    for (int degree = 2; degree <= order; ++degree) {
      const CompensatorSetup setup{Position::polynomial, Force::none, order, kLag};
      Compensator<double> compensator(setup, lags_of(setup, {}, {}), {});
      std::array<std::vector<instruments::PastStep>, Compensator<double>::kPast> memory;
      for (std::size_t j = 0; j < memory.size(); ++j) {
        memory[j].resize(64);
        compensator.past[j].past.of[0].move_to(memory[j]);
      }
      std::array<double, Compensator<double>::kStates> now{};
      compensator.follow_ramp({0.0, 0.3, 0.0}, now.data());
      for (int i = 0; i < 40; ++i) {
        const double t = i * kStep;
        now[0] = t;
        compensator.begin_step(now.data(), motion_at(t, degree), {kStep, kStep / 64, t});
        const auto command = compensator.command(now.data(), motion_at(t, degree), 0.0);
        const double then = t + kLag;
        if (t >= order * kLag) {  // all past values belong to the polynomial
          EXPECT_NEAR(command.value, motion_at(then, degree).value, 1e-11) << order << degree;
          EXPECT_NEAR(command.rate, motion_at(then, degree).rate, 1e-9);
        }
        const double middle = t + 0.5 * kStep, end = t + kStep;
        const std::array<double, Compensator<double>::kStates> then_at{end};
        compensator.record({now.data(), now.data(), then_at.data()},
                           {motion_at(t, degree), motion_at(middle, degree), motion_at(end, degree)}, {});
      }
    }
}

TEST(Lead, AddsWhatTheMotionDoesDuringTheLag) {
  const CompensatorSetup setup{Position::lead, Force::none, 2, kLag};
  const Compensator<double> compensator(setup, lags_of(setup, {}, {}), {});
  const std::array<double, Compensator<double>::kStates> state{};
  const auto command = compensator.command(state.data(), {0.1, 0.2, 0.3}, 0.4);
  EXPECT_DOUBLE_EQ(command.value, 0.1 + kLag * 0.2 + 0.5 * kLag * kLag * 0.3);
  EXPECT_DOUBLE_EQ(command.rate, 0.2 + kLag * 0.3 + 0.5 * kLag * kLag * 0.4);
}

// The coefficients are those of the actuator, whatever they started at, within their bounds.
TEST(AdaptiveLead, LearnsTheInverseOfTheActuator) {
  constexpr double lag = 10e-3, step = 0.25e-3;
  constexpr std::array is{0.9, 1.2, 0.7};  // in units of 1, tau, tau^2
  const auto shown = [](double t) {
    return Signal<double>{std::sin(60.0 * t) + 0.4 * std::sin(170.0 * t),
                          60.0 * std::cos(60.0 * t) + 68.0 * std::cos(170.0 * t),
                          -3600.0 * std::sin(60.0 * t) - 11560.0 * std::sin(170.0 * t)};
  };
  const auto asked = [&](double t) {
    const auto x = shown(t);
    return is[0] * x.value + is[1] * lag * x.rate + is[2] * lag * lag * x.acceleration;
  };
  AdaptiveLead<double> learner(lag, 1.0 / lag, 1.0);
  std::array<double, 4> x{}, rate{}, half{};
  for (int i = 0; i < 8000; ++i) {
    const double t = i * step, middle = t + 0.5 * step;
    learner.derivative(x.data(), asked(t), shown(t).value, rate.data());
    for (std::size_t k = 0; k < 4; ++k) half[k] = x[k] + 0.5 * step * rate[k];
    learner.derivative(half.data(), asked(middle), shown(middle).value, rate.data());
    for (std::size_t k = 0; k < 4; ++k) x[k] += step * rate[k];
    if (i > 400) learner.learn(x.data(), shown(t + step).value, i % 4 == 0);
  }
  for (std::size_t k = 0; k < is.size(); ++k) EXPECT_NEAR(learner.a[k], is[k], 1e-2) << k;
}

TEST(Secant, ScalesTheForceToThePenetrationOfTheBodiesButAtMostThreeTimes) {
  const CompensatorSetup setup{Position::none, Force::secant};
  const contact::LawSetup law{.law = contact::Law::hertz, .stiffness = 1e6, .exponent = 2.0};
  const Compensator<double> compensator(setup, lags_of(setup, {}, {}), {1.0, 1.0, law});
  const auto force = [&](double d, double a) {
    const Signal<double> motion{d, 0.1, 0.0}, interface { a, 0.1, 0.0 };
    return compensator.force(nullptr, {100.0, 0.0, 0.0}, motion, interface, motion, true).value;
  };
  EXPECT_DOUBLE_EQ(force(1.2e-3, 1e-3), 144.0);
  EXPECT_DOUBLE_EQ(force(0.8e-3, 1e-3), 64.0);
  EXPECT_DOUBLE_EQ(force(2e-3, 1e-3), 300.0);
  EXPECT_DOUBLE_EQ(force(-1e-3, 1e-3), 100.0);  // the bodies are apart: as measured
  EXPECT_DOUBLE_EQ(force(1e-3, -1e-3), 100.0);
}

TEST(Lags, AreThoseOfBothChainsUnlessOneIsGiven) {
  ChainSetup actuator, sensor;
  actuator.add(instruments::TransportDelaySetup{2e-3});
  sensor.add(instruments::LowPassSetup{1e3, 0.5});
  CompensatorSetup setup{Position::lead, Force::none, 2};
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 3e-3);
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.second, 2e-6 + 1e-6 + 2e-6);
  setup.lag_error = 0.1;
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 3.3e-3);
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.second, 1.21 * 5e-6);
  setup.force = Force::lead;  // takes the sensor's share
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 2.2e-3);
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).force, 1.1e-3);
  setup.lag = 5e-3;
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 5.5e-3);
  setup.order = 1;
  EXPECT_EQ(lags_of(setup, actuator, sensor).position.second, 0.0);
}

TEST(Lags, IncludeTheHoldsOfTheComputer) {
  ChainSetup actuator, sensor;
  actuator.add(instruments::TransportDelaySetup{2e-3});
  CompensatorSetup setup{Position::lead, Force::none, 1};
  setup.rate = 1e3;
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 3e-3);
  sensor.add(instruments::SampleHoldSetup{250.0});  // holds by itself
  EXPECT_DOUBLE_EQ(lags_of(setup, actuator, sensor).position.first, 2e-3 + 0.5e-3 + 2e-3);
  add_holds(setup, actuator, sensor);
  ASSERT_EQ(actuator.count, 2u);
  EXPECT_EQ(std::get<instruments::SampleHoldSetup>(actuator.stages[0]).rate, 1e3);
  EXPECT_EQ(sensor.count, 1u);
  const auto once = actuator;
  add_holds(setup, actuator, sensor);
  EXPECT_EQ(actuator, once);
}

// What the computer knows of its instruments has their lag, and nothing that cannot be inverted.
TEST(Known, HasTheLagOfTheChain) {
  static constexpr std::array kSections{instruments::Section{{1.0, 0.0, 0.0}, {1.0, 2e-3, 3e-6}}};
  ChainSetup chain;
  chain.add(instruments::SampleHoldSetup{2e3});
  chain.add(instruments::TransferFunctionSetup{kSections});
  chain.add(instruments::LowPassSetup{2e3, 0.6});
  chain.add(instruments::TransportDelaySetup{1e-3});
  chain.add(instruments::QuantizerSetup{1e-6});
  const ChainSetup its = known(chain, 1.0);
  EXPECT_EQ(its.count, 3u);
  EXPECT_NEAR(lag_of(its).first, lag_of(chain).first, 1e-12);
  EXPECT_NEAR(lag_of(its).second, lag_of(chain).second, 1e-15);
  // The hold is the computer's own; all else is held wrongly together.
  const double hold = 0.25e-3;
  EXPECT_NEAR(lag_of(known(chain, 1.1)).first - hold, 1.1 * (lag_of(chain).first - hold), 1e-12);
}

TEST(Realisable, NeedsALagForEachDerivative) {
  ChainSetup ideal, second, first;
  static constexpr std::array kFirst{instruments::Section{{1.0, 0.0, 0.0}, {1.0, 1e-3, 0.0}}};
  first.add(instruments::TransferFunctionSetup{kFirst});
  second.add(instruments::LowPassSetup{1e3, 0.7});
  const CompensatorSetup one{Position::lead, Force::none, 1, 1e-3}, two{Position::lead, Force::none, 2, 1e-3};
  EXPECT_FALSE(is_realisable(one, ideal, ideal));
  EXPECT_TRUE(is_realisable(one, first, ideal));
  EXPECT_FALSE(is_realisable(two, first, ideal));
  EXPECT_TRUE(is_realisable(two, first, first));
  EXPECT_TRUE(is_realisable(two, ideal, second));
  EXPECT_TRUE(is_realisable({Position::lead, Force::none, 2, 0.0}, ideal, ideal));
  EXPECT_TRUE(is_realisable({Position::polynomial, Force::none, 3, 1e-3}, ideal, ideal));
}

}  // namespace
}  // namespace hilspace::compensation
