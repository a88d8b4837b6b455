#include "models/rig_plant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "support/rig_cases.hpp"

namespace hilspace::models {
namespace {

RigPlantSetup published() { return test::rig_scenario().plant; }

TEST(RigPlant, HoldsAnExtensionInProportionToItsCommand) {
  RigPlant plant(published());
  EXPECT_NEAR(plant.gain(), 316.3e-6, 1e-9);
  plant.advance(0.1, 0.1);
  EXPECT_NEAR(plant.extension(), 31.63e-6, 1e-11);
  EXPECT_LT(plant.penetration(), 0.0);
  EXPECT_EQ(plant.contact_force(), 0.0);
}

// 1 - exp(-zeta w t)(cos w_d t + zeta/sqrt(1 - zeta^2) sin w_d t), the step response of 1/{zeta, w}.
TEST(RigPlant, FollowsAStepAsItsClosedFormDoes) {
  RigPlantSetup setup = test::identified_rig_scenario<3000>().plant;
  setup.air_gap = 1.0;  // far away
  RigPlant plant(setup);
  const double z = 0.8, w = 3000.0, wd = w * std::sqrt(1.0 - z * z);
  for (int k = 1; k <= 200; ++k) {
    plant.advance(0.5, 1.0 / 75e3);
    const double t = k / 75e3;
    const double is = 150e-6 * (1.0 - std::exp(-z * w * t) *
                                          (std::cos(wd * t) + z / std::sqrt(1.0 - z * z) * std::sin(wd * t)));
    ASSERT_NEAR(plant.extension(), is, 1e-6 * 150e-6) << k;
  }
}

// Pressed for ever: the actuator gives way by F/k, the frame by F/k_f, and F = K a^1.5 of what is left.
TEST(RigPlant, GivesWayToTheForceByItsCompliances) {
  RigPlantSetup setup = published();
  setup.compliance = 1.0 / 20e6;
  setup.frame_compliance = 1.0 / 50e6;
  RigPlant plant(setup);
  plant.advance(0.5, 0.3);
  const RigView at_rest = plant.view();
  const double force = at_rest.contact_force;
  EXPECT_GT(force, 400.0);
  EXPECT_NEAR(at_rest.extension, 0.5 * plant.gain() - force / 20e6, 1e-10);
  EXPECT_NEAR(at_rest.penetration, at_rest.extension - 63e-6 - force / 50e6, 1e-10);
  EXPECT_NEAR(force, setup.contact.stiffness * std::pow(at_rest.penetration, 1.5), 1e-3 * force);
  EXPECT_NEAR(at_rest.force, force, 1e-6 * force);
}

TEST(RigPlant, ShowsItsSensorsNoise) {
  RigPlantSetup setup = published();
  setup.position_sensor.add(instruments::NoiseSetup{0.73e-6, 23e3, 0.707, 1.0 / 75e3});
  setup.force_sensor.add(instruments::NoiseSetup{1.5, 1e3, 0.707, 1.0 / 75e3});
  RigPlant plant(setup);
  double position = 0.0, force = 0.0;
  constexpr int kSamples = 75000;
  for (int k = 0; k < kSamples; ++k) {
    plant.advance(0.0, 1.0 / 75e3);
    position += plant.measured_position() * plant.measured_position();
    force += plant.measured_force() * plant.measured_force();
  }
  EXPECT_NEAR(std::sqrt(position / kSamples), 0.73e-6, 0.02 * 0.73e-6);
  EXPECT_NEAR(std::sqrt(force / kSamples), 1.5, 0.1);
}

TEST(RigPlant, IsTheSameHoweverTheTimeIsCut) {
  RigPlantSetup setup = published();
  RigPlant once(setup), often(setup);
  once.advance(0.4, 20.0 / 75e3);
  for (int k = 0; k < 20; ++k) often.advance(0.4, 1.0 / 75e3);
  EXPECT_NEAR(once.extension(), often.extension(), 1e-12);
}

TEST(RigPlant, RefusesWhatItCannotModel) {
  RigPlantSetup setup = published();
  setup.actuator = {};
  EXPECT_THROW(RigPlant{setup}, std::invalid_argument);
  setup = published();
  setup.position_sensor.add(instruments::TransportDelaySetup{1e-3});
  EXPECT_THROW(RigPlant{setup}, std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::models
