// What the axial model states, of the one in lanes and of the one with any law and any instruments.

#include "models/axial.hpp"

#include <gtest/gtest.h>

namespace hilspace::models {
namespace {

using namespace instruments;

constexpr LowPassSetup kActuator{4000.0, 0.7}, kSensor{60000.0, 0.7};
constexpr QuantizerSetup kQuantum{1e-6}, kNone{0.0};

PlainInstrument<double> instrument(const LowPassSetup& low_pass, const QuantizerSetup& quantizer) {
  PlainInstrument<double> chain;
  chain.low_pass() = LowPass<double, false>(low_pass);
  chain.quantizer() = Quantizer<double>(quantizer);
  return chain;
}
AnyChain<double> any_instrument(const LowPassSetup& low_pass, const QuantizerSetup& quantizer) {
  ChainSetup setup;
  setup.add(low_pass);
  setup.add(quantizer);
  return {setup, RandomStream(1, 2, 3)};
}

template <class Model>
Model model();
template <>
PlainHil<double> model() {
  PlainHil<double> m;
  m.bodies.inverse_mass = 0.05;
  m.law = {1e9, 0.4, 1e-4};
  m.actuator = instrument(kActuator, kQuantum);
  m.sensor = instrument(kSensor, kNone);
  return m;
}
contact::GeneralLaw<double> flores() {
  contact::LawSetup setup;
  setup.law = contact::Law::flores;
  setup.stiffness = 1e9;
  setup.damping_number = 0.4;
  return contact::general_law(setup, 1e-4);
}
template <>
AnyHil<double> model() {
  AnyHil<double> m;
  m.bodies.inverse_mass = 0.05;
  m.law = flores();
  m.actuator = any_instrument(kActuator, kQuantum);
  m.sensor = any_instrument(kSensor, kNone);
  return m;
}

constexpr Horizon<double> kHorizon{5e-6, 5e-6 / 64, 0.0};

template <class Model>
class AxialModelOf : public testing::Test {
 protected:
  /// Where the sensor's states begin.
  static constexpr std::size_t kSensorAt = Model::kSensorAt;
};
using Hils = testing::Types<PlainHil<double>, AnyHil<double>>;
TYPED_TEST_SUITE(AxialModelOf, Hils);

// Until the actuator arrives, nothing touches, and the first jump is its first quantum's half.
TYPED_TEST(AxialModelOf, TouchesWhenTheQuantisedActuatorDoes) {
  auto m = model<TypeParam>();
  auto y = m.start(0.0, 0.1);
  EXPECT_EQ(y[2], -0.35e-3 * 0.1);
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.law.touching);
  EXPECT_EQ(m.observe(y).contact_force, 0.0);
  y[2] = 0.4999999e-6;  // a hair before the crossing, moving in
  m.begin_step(y, kHorizon);
  EXPECT_TRUE(m.law.touching);
  EXPECT_NEAR(m.observe(y).penetration, 1e-6, 1e-18);
}

TYPED_TEST(AxialModelOf, StartsAnywhereOnTheApproach) {
  auto m = model<TypeParam>();
  const auto y = m.start(-3e-5, 0.1);
  EXPECT_EQ(y[0], -3e-5);
  EXPECT_EQ(y[1], 0.1);
  EXPECT_DOUBLE_EQ(y[2], -3e-5 - 0.35e-3 * 0.1);
  EXPECT_EQ(y[3], 0.1);
  for (std::size_t i = TestFixture::kSensorAt; i < y.size(); ++i) EXPECT_EQ(y[i], 0.0);
}

TYPED_TEST(AxialModelOf, LatchesTheRateAtWhichContactBegins) {
  auto m = model<TypeParam>();
  auto y = m.start(0.0, 0.1);
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
  EXPECT_FALSE(m.law.touching);
  y[2] = 0.8e-6;  // and in again
  y[3] = 0.05;
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.law.damping, 0.4 / 0.05);
}

TYPED_TEST(AxialModelOf, BeginningAStepTwiceIsBeginningItOnce) {
  auto m = model<TypeParam>();
  auto y = m.start(0.0, 0.1);
  y[2] = 7.3e-6;
  y[TestFixture::kSensorAt] = 12.0;
  m.acceleration = -3.0;
  const double first = m.begin_step(y, kHorizon);
  const auto before = m.observe(y);
  EXPECT_EQ(m.begin_step(y, kHorizon), first);
  EXPECT_EQ(m.observe(y).contact_force, before.contact_force);
}

// The measured force acts on the bodies, not the force at the interface.
TYPED_TEST(AxialModelOf, BodiesFeelTheMeasuredForce) {
  auto m = model<TypeParam>();
  auto y = m.start(0.0, 0.1);
  y[2] = 50e-6;
  y[TestFixture::kSensorAt] = 123.0;  // the sensor's state
  m.begin_step(y, kHorizon);
  EXPECT_DOUBLE_EQ(m.derivative(y)[1], -123.0 * 0.05);
  EXPECT_GT(m.observe(y).contact_force, 200.0);
  EXPECT_EQ(m.observe(y).force, 123.0);
}

// Depth and energy are those of the interface, not those of the bodies.
TYPED_TEST(AxialModelOf, StoresEnergyAtTheInterface) {
  auto m = model<TypeParam>();
  auto y = m.start(0.0, 0.1);
  y[0] = 80e-6;
  y[2] = 50.2e-6;
  m.begin_step(y, kHorizon);
  EXPECT_NEAR(m.observe(y).penetration, 50e-6, 1e-17);
  EXPECT_NEAR(m.observe(y).potential, 0.4 * 1e9 * std::pow(50e-6, 2.5), 1e-15);
}

TYPED_TEST(AxialModelOf, IsOverOnlyWhenItsSensorIsAtRest) {
  auto m = model<TypeParam>();
  constexpr std::size_t s = TestFixture::kSensorAt;
  auto y = m.start(0.0, 0.1);
  y[0] = y[2] = -1e-6;
  y[1] = y[3] = -0.05;
  y[s] = 3.0;
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.separated(y, 0.5));
  y[s] = 0.1;
  EXPECT_TRUE(m.separated(y, 0.5));
  y[s + 1] = 1e6;  // passing through 0 is not resting there
  EXPECT_FALSE(m.separated(y, 0.5));
}

TYPED_TEST(AxialModelOf, IsNotOverWhileTheBodiesApproachOrTouch) {
  auto m = model<TypeParam>();
  auto y = m.start(-1e-6, 0.1);
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.separated(y, 0.5));
  y[1] = -0.1;
  EXPECT_TRUE(m.separated(y, 0.5));
  y[2] = 5e-6;
  m.begin_step(y, kHorizon);
  EXPECT_FALSE(m.separated(y, 0.5));
}

// The same bits, whichever of the two is asked.
TEST(AxialModels, AgreeToTheBit) {
  auto plain = model<PlainHil<double>>();
  auto any = model<AnyHil<double>>();
  auto y = plain.start(0.0, 0.1);
  auto z = any.start(0.0, 0.1);
  for (int i = 0; i < 200; ++i) {
    y[0] = z[0] = 1e-6 * i;
    y[1] = z[1] = 0.1 - 1e-3 * i;
    y[2] = z[2] = 0.93e-6 * i - 1e-5;
    y[3] = z[3] = 0.1 - 0.97e-3 * i;
    y[PlainHil<double>::kSensorAt] = z[AnyHil<double>::kSensorAt] = 3.1 * i;
    y[PlainHil<double>::kSensorAt + 1] = z[AnyHil<double>::kSensorAt + 1] = 1e4 * (100 - i);
    ASSERT_EQ(plain.begin_step(y, kHorizon), any.begin_step(z, kHorizon)) << i;
    const auto a = plain.observe(y), b = any.observe(z);
    ASSERT_EQ(a.penetration, b.penetration);
    ASSERT_EQ(a.contact_force, b.contact_force);
    ASSERT_EQ(a.force, b.force);
    ASSERT_EQ(a.potential, b.potential);
    const auto f = plain.derivative(y);
    const auto g = any.derivative(z);
    for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(f[k], g[k]);
    for (std::size_t k = 0; k < 2; ++k)
      ASSERT_EQ(f[PlainHil<double>::kSensorAt + k], g[AnyHil<double>::kSensorAt + k]);
    plain.end_step(y, plain.view(y));
    any.end_step(z, any.view(z));
  }
}

}  // namespace
}  // namespace hilspace::models
