// Wall-clock runs on the emulated rig: what is counted and detected, and that they end safe. Never how quick.

#include <gtest/gtest.h>
#include <signal.h>

#include "core/error.hpp"
#include "realtime/roles.hpp"
#include "rig/loop/real_time.hpp"
#include "support/directory.hpp"

namespace hilspace::rig {
namespace {

TEST(Emulated, ThatIsNotThereIsRefusedWithAdvice) {
  try {
    EmulatedMapping::open("/hilspace-test-nowhere", 0.0);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("hilspace-rig emulate"), std::string::npos);
  }
}

TEST(Emulated, WithoutAGuardNothingIsArmed) {
  const std::string name = roles::unique_name();
  roles::Process plant({"plant", name});
  const auto memory = EmulatedMapping::open(name, 60.0);
  const test::Directory directory;
  Emulated daq(name, roles::kRate);
  RigRunSetup setup = roles::run_setup(name, directory / "rig.h5");
  setup.guard = {};
  EXPECT_THROW(run_on_rig(daq, setup), InputError);
  setup.guard = {"/bin/true"};
  EXPECT_THROW(run_on_rig(daq, setup), RunError);
  setup.guard = {"/nowhere/guard"};
  EXPECT_THROW(run_on_rig(daq, setup), RunError);
  EXPECT_EQ(memory->highest.load(), 0.0);
}

TEST(Emulated, AStopEndsSafe) {
  const std::string name = roles::unique_name();
  roles::Process plant({"plant", name});
  const auto memory = EmulatedMapping::open(name, 60.0);
  const test::Directory directory;
  Emulated daq(name, roles::kRate);
  memory->stop = true;
  const RigRunReport report = run_on_rig(daq, roles::run_setup(name, directory / "rig.h5"));
  EXPECT_EQ(report.loop.trip.fault, Fault::operator_stop);
  EXPECT_TRUE(report.loop.safe);
  EXPECT_EQ(memory->command.load(), 0.0);
}

TEST(RealTime, DryRunCountsEveryCycle) {
  const DryRun run = dry_run(5e3, 0.1);
  EXPECT_EQ(run.cycles, 500u);
  EXPECT_LE(run.late, run.cycles);
  // No machine wakes within a thousandth of a period of 10 ns: all of it is late, or was left out.
  EXPECT_GT(dry_run(100e6, 0.01, 1e-3).share(), 0.9);
}

TEST(RealTime, AnImpossibleRateIsNotArmed) {
  RealTimeSetup setup;
  setup.dry_run = 0.01;
  EXPECT_THROW(RealTime(setup, 100e6), RunError);  // for this, or for a machine that is not fit at all
}

TEST(RealTime, TheDoctorFindsSomethingToSayOfEverything) {
  RealTimeSetup setup;
  setup.dry_run = 0.05;
  const auto findings = examine(10e3, setup);
  EXPECT_EQ(findings.size(), 9u);
  for (const Finding& each : findings) {
    EXPECT_FALSE(each.found.empty()) << each.what;
    EXPECT_EQ(each.advice.empty(), each.verdict == Verdict::good) << each.what;
  }
  EXPECT_NE(describe(findings).find("This machine"), std::string::npos);
}

}  // namespace
}  // namespace hilspace::rig
