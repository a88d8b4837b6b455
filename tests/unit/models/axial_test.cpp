#include "models/axial.hpp"

#include <gtest/gtest.h>

namespace hilspace::models {
namespace {

HilModel<double> model() {
  HilModel<double> m;
  m.bodies.inverse_mass = 0.05;
  m.law = {1e9, 0.0};
  m.damping_number = 0.4;
  m.slowest = 1e-4;
  m.actuator.first = {4000.0, 0.7};
  m.actuator.rest.first.resolution = 1e-6;
  m.actuator.rest.first.cells_per_unit = 1e6;
  m.sensor.first = {60000.0, 0.7};
  m.sensor.rest.first.resolution = 0.0;
  m.sensor.rest.first.cells_per_unit = 0.0;
  return m;
}
const instruments::Horizon<double> kHorizon{5e-6, 5e-6 / 64};

// Until the actuator arrives, nothing touches, and the first jump is its first quantum's half.
TEST(AxialModel, TouchesWhenTheQuantisedActuatorDoes) {
  auto m = model();
  auto y = m.start(0.1);
  EXPECT_EQ(y[2], -0.35e-3 * 0.1);
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.touching);
  EXPECT_EQ(m.observe(y).contact_force, 0.0);
  y[2] = 0.4999999e-6;  // a hair before the crossing, moving in
  m.begin_step(y, kHorizon);
  EXPECT_TRUE(m.touching);
  EXPECT_NEAR(m.observe(y).penetration, 1e-6, 1e-18);
}

TEST(AxialModel, LatchesTheRateAtWhichContactBegins) {
  auto m = model();
  auto y = m.start(0.1);
  m.begin_step(y, kHorizon);
  y[2] = 0.8e-6;
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.law.damping, 0.4 / 0.1);
  y[3] = 0.02;  // slower meanwhile: still the same contact
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.law.damping, 0.4 / 0.1);
  y[2] = -1e-6;
  y[3] = -0.02;
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.touching);
  y[2] = 0.8e-6;  // and in again
  y[3] = 0.05;
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.law.damping, 0.4 / 0.05);
}

TEST(AxialModel, BeginningAStepTwiceIsBeginningItOnce) {
  auto m = model();
  auto y = m.start(0.1);
  y[2] = 7.3e-6;
  y[4] = 12.0;
  m.acceleration = -3.0;
  const double first = m.begin_step(y, kHorizon);
  const auto before = m.observe(y);
  EXPECT_EQ(m.begin_step(y, kHorizon), first);
  EXPECT_EQ(m.observe(y).contact_force, before.contact_force);
}

// The measured force acts on the bodies, not the force at the interface.
TEST(AxialModel, BodiesFeelTheMeasuredForce) {
  auto m = model();
  auto y = m.start(0.1);
  y[2] = 50e-6;
  y[4] = 123.0;  // the sensor's state
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.derivative(y)[1], -123.0 * 0.05);
  EXPECT_GT(m.observe(y).contact_force, 200.0);
}

TEST(AxialModel, IsOverOnlyWhenItsSensorIsAtRest) {
  auto m = model();
  auto y = m.start(0.1);
  y[0] = y[2] = -1e-6;
  y[1] = y[3] = -0.05;
  y[4] = 3.0;
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.separated(y, 0.5));
  y[4] = 0.1;
  EXPECT_TRUE(m.separated(y, 0.5));
  y[5] = 1e6;  // passing through 0 is not resting there
  EXPECT_FALSE(m.separated(y, 0.5));
}

}  // namespace
}  // namespace hilspace::models
