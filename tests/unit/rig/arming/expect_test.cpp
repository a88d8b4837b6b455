// Expectation of a scenario's run, and the limits derived from it.

#include "rig/arming/expect.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "study/study.hpp"
#include "support/message.hpp"
#include "support/repository.hpp"

namespace hilspace::rig {
namespace {

const study::Study& twelve() {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  static const study::Study study =
      study::load(test::repository() + "/studies/13-rig-twin/published.toml", twin, results::known_metrics());
  return study;
}

LoopSetup loop_of(const models::RigSetup& scenario) {
  LoopSetup loop;
  loop.computer = scenario.computer;
  loop.ramp_time = loop.settle_time = 5e-3;
  return loop;
}

constexpr Tolerances kNone = [] {
  Tolerances none;
  none.stiffness = none.gap = none.position_zero = 0.0;
  return none;
}();

TEST(Expect, TheEnvelopeGrowsWithWhatIsTolerated) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  const LoopSetup loop = loop_of(scenario);
  const Envelope exact = envelope(loop, scenario.plant, kNone), wide = envelope(loop, scenario.plant, {});
  EXPECT_NEAR(exact.force, 1100.0, 60.0);  // study 15: 1050 N as the sensor shows it
  EXPECT_NEAR(exact.extension, 160e-6, 4e-6);
  EXPECT_GT(wide.force, 1.01 * exact.force);
  EXPECT_GT(wide.extension, exact.extension + 2e-6);
  EXPECT_GT(exact.injected, 0.0);  // the rig's delay adds energy
}

TEST(Expect, AScenarioHasNarrowerLimitsThanItsRig) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  const Tolerances tolerances;
  const Envelope twin{1000.0, 160e-6, 5e-3};
  LoopSetup loop = loop_of(scenario);
  expect(loop, scenario, tolerances, twin);
  const double touch = scenario.plant.air_gap + scenario.plant.offset;
  EXPECT_DOUBLE_EQ(loop.limits.force_max, 1100.0);
  // Margin of the force limit, plus the noise.
  EXPECT_NEAR(std::pow((loop.limits.extension_max - 3.0 * 0.73e-6 - touch) / (160e-6 - touch), 1.5), 1.1,
              1e-3);
  EXPECT_GT(loop.limits.injected_max, 1.5 * 5e-3);
  EXPECT_TRUE(loop.expectation.known);
  EXPECT_DOUBLE_EQ(loop.expectation.touch, touch);
  EXPECT_DOUBLE_EQ(loop.expectation.reduced_mass, 17.5);
  EXPECT_NEAR(loop.limits.position_quiet, 0.25 * 0.73e-6, 0.02e-6);
  loop.limits.force_max = 500.0;
  loop.limits.extension_max = 100e-6;
  expect(loop, scenario, tolerances, twin);
  EXPECT_EQ(loop.limits.force_max, 500.0);  // the laboratory's limits are never widened
  EXPECT_EQ(loop.limits.extension_max, 100e-6);
}

TEST(Expect, ATwinThatNeverTouchesIsRefused) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  LoopSetup loop = loop_of(scenario);
  loop.limits.command_rate = 0.1;  // 1 V/s
  const std::string refused = test::message_of<RunError>([&] { envelope(loop, scenario.plant, kNone); });
  EXPECT_NE(refused.find("limits.command_rate = 1 V/s"), std::string::npos) << refused;
}

// Stiffer specimens give more force, softer ones more penetration.
TEST(Expect, TheRigsOwnLimitsHoldWithWhatIsTolerated) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  const models::RigPlantSetup& plant = scenario.plant;
  const double touch = plant.air_gap + plant.offset;
  RigFile rig;
  rig.tolerances = kNone;
  rig.limits.force_max = 1000.0;
  rig.limits.extension_max = 250e-6;
  const auto its = [&](double extension, double force) {
    return within_own_limits(rig, scenario, {extension, force, 0.0, 0.0});
  };
  EXPECT_EQ(its(200e-6, 900.0).binds, metrics::Limit::force_max);
  EXPECT_DOUBLE_EQ(its(200e-6, 900.0).share, 0.9);
  EXPECT_EQ(its(240e-6, 900.0).binds, metrics::Limit::extension_max);
  EXPECT_DOUBLE_EQ(its(240e-6, 900.0).share, 0.96);
  EXPECT_FALSE(its(240e-6, 1000.0).qualifies());
  rig.tolerances.stiffness = 0.2;
  EXPECT_NEAR(its(touch, 900.0).share, 0.9 * std::pow(1.2, 0.4), 1e-12);
  EXPECT_NEAR(its(240e-6, 0.0).share, (touch + (240e-6 - touch) * std::pow(0.8, -0.4)) / 250e-6, 1e-12);
  rig.tolerances.gap = 5e-6;
  EXPECT_NEAR(its(touch, 0.0).share, (touch + 5e-6) / 250e-6, 1e-12);
  rig.limits.force_max = -1.0;
  EXPECT_FALSE(its(touch, 1.0).qualifies());
}

/// An actuator that is held back does not reach what the bodies do, and no limit notices.
TEST(Expect, TheRigsOwnLimitsKnowHowFarCommandAndReferenceReach) {
  models::RigSetup scenario = study::rig_setup(twelve(), 0);
  RigFile rig;
  rig.tolerances = kNone;
  double stroke = 1.0;  // m at command 1
  for (const auto& section : scenario.plant.actuator) stroke *= section.numerator[0] / section.denominator[0];
  const auto share = [&](double extension) {
    return within_own_limits(rig, scenario, {extension, 10.0, 0.0, 0.0}).share;
  };
  rig.limits.command_max = 0.4;
  const double reach = 0.4 * stroke - scenario.plant.compliance * 10.0;
  EXPECT_NEAR(share(0.9 * reach), 0.9, 1e-9);
  EXPECT_GT(share(1.1 * reach), 1.0);
  scenario.computer.reference_max = 60e-6;
  EXPECT_NEAR(share(57e-6), 0.95, 1e-9);
}

/// A contact that is cut off is no result, and the rig would have moved for nothing.
TEST(Expect, TheBodiesMustBeBackInTime) {
  models::RigSetup scenario = study::rig_setup(twelve(), 0);
  RigFile rig;
  rig.tolerances = kNone;
  rig.scenario_time = 10e-3;
  const double way = scenario.computer.air_gap / scenario.computer.approach_velocity;
  const auto its = [&](double duration, double rebound) {
    return within_own_limits(rig, scenario, {0.0, 0.0, 0.0, 0.0, duration, rebound});
  };
  const double back = scenario.computer.air_gap / 0.02;
  EXPECT_EQ(its(5e-3, 0.02).binds, metrics::Limit::scenario_time);
  EXPECT_NEAR(its(5e-3, 0.02).share, 1.1 * (way + 5e-3 + back) / 10e-3, 1e-12);
  EXPECT_TRUE(its(10e-3 / 1.1 - way - back - 1e-6, 0.02).qualifies());
  EXPECT_FALSE(its(10e-3 / 1.1 - way - back + 1e-6, 0.02).qualifies());
  EXPECT_FALSE(its(1e-3, 0.0).qualifies());  // they stay where they are
  rig.tolerances.stiffness = 0.2;
  EXPECT_NEAR(its(5e-3, 0.02).share, 1.1 * (way + 5e-3 * std::pow(0.8, -0.4) + back) / 10e-3, 1e-12);
}

// What is recommended is a time that the rig file may have.
TEST(Expect, ATimeThatNoRigFileMayHaveIsNotRecommended) {
  for (const double needs : {0.0123, 59.9985}) {
    const std::string how = how_to_give(needs), line = how.substr(6, how.find(" in the rig file") - 6);
    EXPECT_GT(parse_rig("[loop]\n" + line.substr(5) + "\n", "rig.toml").scenario_time, needs) << how;
  }
  for (const double needs : {60.0, 1e6})
    EXPECT_EQ(how_to_give(needs), "it cannot be run, since that is at most 60 s: leave it out");
}

TEST(Expect, ATwinThatIsNotBackInTimeIsRefused) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  LoopSetup loop = loop_of(scenario);
  loop.scenario_time = 7e-3;
  EXPECT_NO_THROW(envelope(loop, scenario.plant, kNone));
  Tolerances soft = kNone;
  soft.stiffness = 0.6;
  const std::string refused = test::message_of<RunError>([&] { envelope(loop, scenario.plant, soft); });
  EXPECT_NE(refused.find("loop.scenario_time, 7 ms"), std::string::npos) << refused;
}

TEST(Expect, ATwinThatCannotBeRunIsRefused) {
  const models::RigSetup scenario = study::rig_setup(twelve(), 0);
  LoopSetup loop = loop_of(scenario);
  loop.limits.command_max = 1e-3;  // the controller wants more
  loop.computer.command_max = 1e300;
  models::RigPlantSetup plant = scenario.plant;
  static constexpr std::array kWild{instruments::Section{{1e308, 0.0, 0.0}, {1.0, 1e-3, 1e-6}}};
  plant.actuator = kWild;
  EXPECT_THROW(envelope(loop, plant, kNone), RunError);
}

}  // namespace
}  // namespace hilspace::rig
