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
        compensator.record(now.data(), then_at.data(),
                           {motion_at(t, degree), motion_at(middle, degree), motion_at(end, degree)});
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
