// The linear loop: closed-form limits of compensators behind a delay, and that nothing else moves them.

#include "models/linear_loop.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

namespace hilspace::models {
namespace {

using compensation::CompensatorSetup, compensation::Force, compensation::Position;
using std::numbers::pi;

constexpr double kMass = 63.0, kStiffness = 1000.0;

/// A linear contact without damping behind a delay of x = w tau.
AxialSetup late(double x, const CompensatorSetup& compensator) {
  AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 2.0 * kMass;
  setup.approach_velocity = 0.02;
  setup.contact = {.law = contact::Law::hertz, .stiffness = kStiffness, .exponent = 1.0};
  setup.actuator.add(instruments::TransportDelaySetup{x / std::sqrt(kStiffness / kMass)});
  setup.compensator = compensator;
  return setup;
}
bool stable(const AxialSetup& setup) {
  return is_stable(setup, 1e-6 * std::sqrt(kStiffness / kMass)).value();
}
CompensatorSetup of(Position position, int order) { return {position, Force::none, order}; }

TEST(LinearLoop, FirstOrdersAreUnstableForEveryDelay) {
  for (const double x : {0.05, 0.2, 0.5, 1.0, 2.0})
    for (const auto& compensator : {CompensatorSetup{}, of(Position::polynomial, 1), of(Position::lead, 1)})
      EXPECT_FALSE(stable(late(x, compensator))) << x;
}

/// y of tan y = 2 y/(2 - y^2), where lead 2 has used up its phase.
double neutral_lead() {
  double low = 1.5, high = 3.0;
  for (int i = 0; i < 60; ++i) {
    const double y = 0.5 * (low + high);
    (std::atan2(y, 1.0 - 0.5 * y * y) > y ? low : high) = y;
  }
  return low;
}

TEST(LinearLoop, HigherOrdersHaveClosedFormLimits) {
  const double y = neutral_lead();
  const std::array limits{
      std::pair{of(Position::polynomial, 2), pi / (3.0 * std::sqrt(2.0))},
      std::pair{of(Position::polynomial, 3), pi / (2.0 * std::sqrt(5.0))},
      std::pair{of(Position::lead, 2), y / std::pow(1.0 + 0.25 * std::pow(y, 4.0), 0.25)}};
  EXPECT_NEAR(limits[0].second, 0.740, 5e-4);
  EXPECT_NEAR(limits[1].second, 0.702, 5e-4);
  EXPECT_NEAR(limits[2].second, 1.348, 5e-4);
  for (const auto& [compensator, limit] : limits) {
    for (const double share : {0.1, 0.5, 0.9, 0.999}) EXPECT_TRUE(stable(late(share * limit, compensator)));
    for (const double share : {1.001, 1.1, 2.0}) EXPECT_FALSE(stable(late(share * limit, compensator)));
  }
}

// An exact inverse leaves the contact neutral, whatever its lag: behind a low-pass, or with the right model.
TEST(LinearLoop, ExactInversesAreNeutral) {
  for (const double x : {0.1, 1.0, 4.0}) {
    auto setup = late(x, {Position::none, Force::smith});
    EXPECT_TRUE(stable(setup)) << x;
    setup.compensator = of(Position::predictor, 1);
    EXPECT_EQ(stable(setup), x < 2.0) << x;  // what is not predicted, a disturbance, returns late
    setup.actuator = {};
    setup.actuator.add(instruments::LowPassSetup{std::sqrt(kStiffness / kMass) / x, 0.7});
    setup.compensator = of(Position::lead, 2);
    EXPECT_TRUE(stable(setup)) << x;
    setup.compensator.lag_error = -0.05;
    EXPECT_FALSE(stable(setup)) << x;
  }
}

// A prediction over more than a quarter of a turn pushes the wrong way: f(0) = k cos(w tau) < 0, a root of f is real.
TEST(LinearLoop, FindsARealRoot) {
  for (double x = 0.05; x < 1.565; x += 0.05) EXPECT_TRUE(stable(late(x, of(Position::predictor, 1)))) << x;
  for (double x = 1.58; x < 4.7; x += 0.01) EXPECT_FALSE(stable(late(x, of(Position::predictor, 1)))) << x;
}

// (120): a delay takes k h of the damping.
TEST(LinearLoop, KnowsTheCriticalDelay) {
  auto setup = late(0.0, {});
  setup.contact.law = contact::Law::kelvin_voigt;
  setup.contact.viscosity = 50.0;
  const double rate = 50.0 / kMass, square = kStiffness / kMass;
  const double w = std::sqrt(0.5 * rate * rate + std::hypot(0.5 * rate * rate, square));
  const double critical = std::atan(w * 50.0 / kStiffness) / w;
  auto& delay = std::get<instruments::TransportDelaySetup>(setup.actuator.stages[0]).delay;
  delay = 0.999 * critical;
  EXPECT_TRUE(stable(setup));
  delay = 1.001 * critical;
  EXPECT_FALSE(stable(setup));
  // A damper of about that value takes the place of the contact's own.
  setup.contact.viscosity = 0.0;
  setup.compensator = {Position::none, Force::damper};
  setup.compensator.damping = 1.1 * kStiffness * delay;
  EXPECT_TRUE(stable(setup));
  setup.compensator.damping = 0.9 * kStiffness * delay;
  EXPECT_FALSE(stable(setup));
}

// s = g + j w of m s^2 + k e^(-s tau) = 0. With u = w tau/2 its argument says g = w tan u, its modulus
// sin(u) exp(-u tan u) = g/w0; so tau = 2 u tan(u)/g. Without damping nothing but the delay makes a motion grow.
TEST(LinearLoop, KnowsTheDelayOfAGrowth) {
  const double w0 = std::sqrt(kStiffness / kMass);
  for (const double u : {0.01, 0.03, 0.2, 0.4}) {
    const double growth = w0 * std::sin(u) * std::exp(-u * std::tan(u));
    const double x = 2.0 * u * std::tan(u) / growth * w0;
    EXPECT_TRUE(is_stable(late(0.999 * x, {}), growth).value()) << u;
    EXPECT_FALSE(is_stable(late(1.001 * x, {}), growth).value()) << u;
  }
}

TEST(LinearLoop, HasNoAnswerForWhatIsNotLinear) {
  EXPECT_FALSE(is_stable(late(0.5, {Position::none, Force::passivity}), 1e-3).has_value());
  EXPECT_FALSE(is_stable(late(0.5, {Position::none, Force::damper}), 1e-3).has_value());
}

// Each took minutes, and no interrupt ended it: soon an answer, or none.
TEST(LinearLoop, GivesUpOnWhatWouldTakeTooManyPoints) {
  auto beyond = late(0.5, {});
  beyond.contact.law = contact::Law::hunt_crossley;
  beyond.contact.damping_number = 1e300;
  EXPECT_FALSE(is_stable(beyond, 1e-3).value_or(false));
  auto wrong = of(Position::lead, 1);
  wrong.lag_error = 1e7;
  EXPECT_FALSE(is_stable(late(0.5, wrong), 1e-3).value_or(false));
  EXPECT_FALSE(is_stable(late(1e6, {}), 1e-3).value_or(false));
}

// Many scenarios share the points that there are: `check` of 240 of them took seconds.
TEST(LinearLoop, CountsItsPointsAndBeginsNothingThatItCannotEnd) {
  int left = kMostPoints;
  EXPECT_TRUE(is_stable(late(0.01, {}), 1e-3, left).has_value());
  EXPECT_LT(left, kMostPoints);
  const int before = left;
  EXPECT_FALSE(is_stable(late(1e6, {}), 1e-3, left).has_value());
  EXPECT_EQ(left, before);
  left = 10;
  EXPECT_FALSE(is_stable(late(0.01, {}), 1e-3, left).has_value());
}

}  // namespace
}  // namespace hilspace::models
