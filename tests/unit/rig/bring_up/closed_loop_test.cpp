#include "rig/bring_up/closed_loop.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/random.hpp"
#include "results/format/column.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/bring_up/closed_checks.hpp"
#include "rig/bring_up/prove.hpp"
#include "rig/loop/real_time.hpp"
#include "study/study.hpp"
#include "support/repository.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

/// A slow approach to a contact that begins at x0, with noise on both channels.
ClosedLoopRecord approach(double x0, double stiffness, double noise, std::uint64_t seed) {
  ClosedLoopRecord record;
  const auto add = [&](double time, double x, Phase phase) {
    const RandomStream random(seed, record.time.size(), 0);
    record.time.push_back(time);
    record.reference.push_back(x);
    record.command.push_back(x / 300e-6);
    record.extension.push_back(x + noise * 0.5e-6 * (2.0 * random.uniform(0) - 1.0));
    record.force.push_back(3.0 + stiffness * std::pow(std::max(x - x0, 0.0), 1.5) +
                           noise * 2.0 * (2.0 * random.uniform(1) - 1.0));
    record.phase.push_back(phase);
  };
  for (int k = 0; k < 2000; ++k) add(-0.1 + 20e-6 * k, 20e-6, Phase::settle);
  for (int k = 0; k < 4000; ++k) add(20e-6 * k, 20e-6 + 1e-3 * 20e-6 * k, Phase::scenario);
  return record;
}

TEST(Onset, IsWhereTheForceBeginsWhateverTheStiffness) {
  for (const double stiffness : {2e8, 2e9, 2e10})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Onset found = onset(approach(70e-6, stiffness, 1.0, seed));
      ASSERT_TRUE(found.found);
      EXPECT_NEAR(found.extension, 70e-6, 1e-6) << stiffness;
      EXPECT_NEAR(found.zero, 3.0, 0.1);
    }
}

TEST(Onset, IsNotFoundInNoise) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_FALSE(onset(approach(1.0, 1e9, 1.0, seed)).found);
  EXPECT_FALSE(onset(ClosedLoopRecord{}).found);
}

TEST(Onset, OfSeveralTouchesIsTheMedianOfThoseThatWereFelt) {
  const auto at = [](double extension) { return Onset{true, extension, 1.0, 0.0}; };
  const std::vector<Onset> touches{at(71e-6), at(66e-6), Onset{}, at(70e-6)};
  EXPECT_EQ(median(touches).extension, 70e-6);
  EXPECT_NEAR(median(touches).spread, 5e-6, 1e-12);
  EXPECT_FALSE(median(std::vector<Onset>{at(70e-6), Onset{}}).found);
  EXPECT_FALSE(median({}).found);
}

TEST(Deviation, IsThatOfTheRigFromItsTwin) {
  ClosedLoopRecord twin, rig;
  for (int k = 0; k < 1000; ++k) {
    const double t = 1e-4 * k;
    for (ClosedLoopRecord* record : {&twin, &rig}) {
      if (record == &rig && k % 7 == 3) continue;  // missed periods do not count as deviations
      record->time.push_back(t);
      record->phase.push_back(k < 500 ? Phase::scenario : Phase::after);
      record->extension.push_back(1e-3 * std::sin(20.0 * t) + (record == &rig ? 2e-6 : 0.0));
      record->command.push_back(record == &rig ? 0.55 : 0.5);
    }
  }
  const Deviation found = deviation(rig, twin);
  EXPECT_NEAR(found.rms, 2e-6, 1e-9);
  EXPECT_NEAR(found.peak, 2e-6, 1e-8);
  EXPECT_NEAR(found.command, 0.1, 1e-9);
}

/// What a rig, whose position sensor freezes at an instant of that loop, s, does to specimens and stack.
struct Frozen {
  LoopReport report;
  double force, extension;  // N, m, largest true ones
};
Frozen frozen(const AirLoop& air, double instant, bool apart) {
  InProcessSetup rig;
  rig.plant = air.scenario.plant;
  if (apart) move_apart(rig.plant);
  rig.scaling = air.loop.scaling;
  if (instant > 0.0)
    rig.script = {{Disturbance::freeze, static_cast<std::uint64_t>(instant * air.loop.computer.rate),
                   std::uint64_t{1} << 40, 0.0, SensorOf::position}};
  InProcess daq(rig);
  Ring<Record> ring(1);
  LoopSetup loop = air.loop;
  loop.limits.position_stuck_time = 0.1;  // as slowly as a rig file may have it
  const LoopReport report = run_loop(daq, loop, ring);
  return {report, daq.largest_force(), daq.largest_extension()};
}

// The controller drives on, to full scale or into the specimens, while the reading stays where it is.
TEST(ClosedLoop, APositionSensorThatFreezesEndsVerifyAndTouchOffAtOnce) {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  const study::Study study = study::load(hilspace::test::repository() + "/studies/13-rig-twin/published.toml",
                                         twin, results::known_metrics());
  const RigFile rig = load_rig(hilspace::test::repository() + "/studies/15-rig-campaign/in-process.toml");
  const models::RigSetup scenario = study::rig_setup(study, 0);
  const double farthest = 190e-6;
  const AirLoop approach = approach_in_air(rig, scenario, farthest),
                step = stepping_in_air(rig, scenario, farthest),
                touch = touching(rig, scenario, 1e-3, beyond_touch(rig, scenario), 300.0);
  for (const AirLoop* air : {&approach, &step, &touch}) {
    const bool apart = air != &touch;
    const Frozen healthy = frozen(*air, 0.0, apart);
    EXPECT_FALSE(healthy.report.trip) << named(healthy.report.trip.fault).name;
    for (const double instant : {0.008, 0.013, 0.02, 0.0335, 0.04, 0.05, 0.06}) {
      const Frozen its = frozen(*air, instant, apart);
      EXPECT_EQ(named(its.report.trip.fault).name, named(Fault::position_at_command).name) << instant;
      EXPECT_TRUE(its.report.safe);
      EXPECT_LE(its.extension, apart ? rig.limits.extension_max : healthy.extension + 15e-6) << instant;
      EXPECT_LE(its.force, 100.0) << instant;  // 42 N where nothing fails; --force-max is 300 N
    }
  }
}

// A rig that does not yield has no number for what an endless force moves it by: its rehearsal goes on all the same.
TEST(ClosedLoop, TheDryRunOfAStiffRigGoesOnToItsEnd) {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  const study::Study study = study::load(hilspace::test::repository() + "/studies/13-rig-twin/published.toml",
                                         twin, results::known_metrics());
  const RigFile rig = load_rig(hilspace::test::repository() + "/studies/15-rig-campaign/in-process.toml");
  const AirLoop air = approach_in_air(rig, study::rig_setup(study, 0), 190e-6);
  EXPECT_EQ(air.loop.expectation.compliance, 0.0);
  InProcessSetup setup;
  setup.plant = air.scenario.plant;
  setup.scaling = air.loop.scaling;
  InProcess daq(setup);
  EXPECT_NEAR(static_cast<double>(dry_run(daq, air.loop, 0.05).cycles), 0.05 * air.loop.computer.rate, 2.0);
}

// In air there is no force that a rig could yield under, whatever specimens the study names.
TEST(ClosedLoop, AFrozenSensorEndsVerifyOfAYieldingRigAsOfAStiffOne) {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  const study::Study study = study::load(hilspace::test::repository() + "/studies/13-rig-twin/published.toml",
                                         twin, results::known_metrics());
  const RigFile rig = load_rig(hilspace::test::repository() + "/studies/15-rig-campaign/in-process.toml");
  models::RigSetup yielding = study::rig_setup(study, 0);
  yielding.plant.compliance = 1.0 / 20e6;  // 20 N/um
  yielding.plant.contact.stiffness *= 50.0;
  for (const AirLoop& air :
       {approach_in_air(rig, yielding, 190e-6), stepping_in_air(rig, yielding, 190e-6)}) {
    EXPECT_EQ(air.loop.expectation.compliance, 0.0);
    EXPECT_FALSE(frozen(air, 0.0, true).report.trip);
    for (const double instant : {0.013, 0.0335, 0.05}) {
      const Frozen its = frozen(air, instant, true);
      EXPECT_EQ(named(its.report.trip.fault).name, named(Fault::position_at_command).name) << instant;
      EXPECT_LE(its.extension, rig.limits.extension_max) << instant;
    }
  }
}

/// The same with a sensor that leaps by so many metres at an instant, and stays there.
Frozen leapt(const AirLoop& air, double instant, double by, bool apart) {
  InProcessSetup rig;
  rig.plant = air.scenario.plant;
  if (apart) move_apart(rig.plant);
  rig.scaling = air.loop.scaling;
  rig.script = {{Disturbance::spike, static_cast<std::uint64_t>(instant * air.loop.computer.rate),
                 std::uint64_t{1} << 40, rig.scaling.position_volts(by) - rig.scaling.position_volts(0.0),
                 SensorOf::position}};
  InProcess daq(rig);
  Ring<Record> ring(1);
  const LoopReport report = run_loop(daq, air.loop, ring);
  return {report, daq.largest_force(), daq.largest_extension()};
}

// What is not calibrated yet is off slowly; a sensor that leaps is told by its own tolerance, 5 um, also where the rig
// yields under the force. A reading that falls has the controller drive on by as much.
TEST(ClosedLoop, APositionSensorThatLeapsEndsVerifyAndTouchOffAtOnce) {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  const study::Study study = study::load(hilspace::test::repository() + "/studies/13-rig-twin/published.toml",
                                         twin, results::known_metrics());
  const RigFile rig = load_rig(hilspace::test::repository() + "/studies/15-rig-campaign/in-process.toml");
  for (const double compliance : {0.0, 1.0 / 20e6}) {
    models::RigSetup scenario = study::rig_setup(study, 0);
    scenario.plant.compliance = compliance;
    const AirLoop approach = approach_in_air(rig, scenario, 190e-6),
                  step = stepping_in_air(rig, scenario, 190e-6),
                  touch = touching(rig, scenario, 1e-3, beyond_touch(rig, scenario), 300.0);
    for (const AirLoop* air : {&approach, &step, &touch}) {
      const bool apart = air != &touch;
      const Frozen healthy = frozen(*air, 0.0, apart);
      EXPECT_FALSE(healthy.report.trip) << named(healthy.report.trip.fault).name << " at " << compliance;
      for (const double by : {-9e-6, 15e-6})
        for (const double share : {0.3, 0.6}) {
          const double instant = share * static_cast<double>(healthy.report.cycles) / air->loop.computer.rate;
          const Frozen its = leapt(*air, instant, by, apart);
          EXPECT_EQ(named(its.report.trip.fault).name, named(Fault::position_at_command).name)
              << by << " at " << instant << " with " << compliance;
          EXPECT_LE(static_cast<double>(its.report.trip.cycle) / air->loop.computer.rate, instant + 1e-3);
          EXPECT_LE(its.force, healthy.force + 20.0) << by << " at " << instant << " with " << compliance;
        }
    }
  }
}

OpenRig bench_rig(bool wired) {
  auto daq = std::make_unique<InProcess>(bench::rig_setup());
  const auto press = [rig = daq.get(), wired](bool pressed) { rig->press_stop(pressed && wired); };
  return {std::move(daq), {}, {}, press};
}

TEST(Proof, OfTheStopInputHoldsOnlyWhereItShowsTheButton) {
  OpenRig wired = bench_rig(true), loose = bench_rig(false);
  const auto nobody = [](const std::string&) { FAIL(); };
  EXPECT_TRUE(prove_stop(wired, bench::loop_setup(), 0.1, nobody).holds);
  const Proof proof = prove_stop(loose, bench::loop_setup(), 0.1, nobody);
  EXPECT_FALSE(proof.holds);
  EXPECT_NE(proof.seen.find("pressed"), std::string::npos);
}

// On real hardware an operator is asked to press it.
TEST(Proof, OfTheStopInputAsksWhereNobodyPressesItByItself) {
  OpenRig rig = bench_rig(true);
  auto* const button = dynamic_cast<InProcess*>(rig.daq.get());
  rig.press_stop = {};
  std::vector<std::string> asked;
  const Proof proof = prove_stop(rig, bench::loop_setup(), 0.1, [&](const std::string& what) {
    asked.push_back(what);
    button->press_stop(what.starts_with("press"));
  });
  EXPECT_TRUE(proof.holds);
  EXPECT_EQ(asked.size(), 3u);
}

}  // namespace
}  // namespace hilspace::rig
