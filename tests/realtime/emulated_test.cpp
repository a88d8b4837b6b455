// Wall-clock runs on the emulated rig: counters, detection, safe ends. No assertion on speed.

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>

#include <thread>
#include <vector>

#include "core/error.hpp"
#include "realtime/roles.hpp"
#include "rig/bring_up/prove.hpp"
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

// A guard whose write has no effect answers, and is exposed by the missing effect.
TEST(Emulated, OnlyAGuardWhoseWriteIsSeenIsProven) {
  for (const bool writes : {true, false}) {
    const std::string name = roles::unique_name();
    roles::Process plant({"plant", name});
    const auto memory = EmulatedMapping::open(name, 60.0);
    const test::Directory directory;
    OpenRig rig{std::make_unique<Emulated>(name, roles::kRate), {}, {}, {}};
    RigRunSetup setup = roles::run_setup(name, directory / "rig.h5");
    if (!writes) setup.guard = {"/proc/self/exe", "idle", name};
    const Proof proof = prove_guard(rig, setup, 0.1);
    EXPECT_EQ(proof.holds, writes) << proof.seen;
    EXPECT_EQ(memory->command.load(), 0.0);
  }
}

TEST(RealTime, DryRunCountsEveryCycle) {
  const DryRun run = dry_run(5e3, 0.1);
  EXPECT_GE(run.cycles, 499u);  // the first one is due a period after the start
  EXPECT_LE(run.cycles, 501u + run.late);
  EXPECT_LE(run.late, run.cycles);
  // No machine computes a cycle within 10 ns: every cycle is long or skipped.
  EXPECT_GT(dry_run(100e6, 0.01).share(), 0.9);
}

TEST(RealTime, AnImpossibleRateIsNotArmed) {
  EXPECT_THROW(require_pace(dry_run(100e6, 0.01), 100e6, {}), RunError);
}

std::vector<int> cores() {
  cpu_set_t set;
  ::sched_getaffinity(0, sizeof set, &set);
  std::vector<int> found;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) found.push_back(core);
  return found;
}

// Processes that a campaign starts from its second run on must not share the loop's core.
TEST(RealTime, TheThreadIsOnTheLoopsCoreOnlyWhileItIsTheLoop) {
  const auto before = cores();
  RealTimeSetup setup;
  setup.required = false;
  setup.core = before.back();
  {
    const RealTime real_time(setup);
    EXPECT_EQ(cores(), std::vector{before.back()});
  }
  EXPECT_EQ(cores(), before);
}

TEST(RealTime, EverythingElseKeepsOffTheLoopsCore) {
  const auto all = cores();
  std::vector<int> seen;
  bool good = false;
  std::thread other([&] {
    good = keep_off(all.back());
    std::thread([&] { seen = cores(); }).join();  // as recorder and guard are started
  });
  other.join();
  EXPECT_EQ(good, all.size() > 1);
  if (good) {
    EXPECT_EQ(seen, std::vector<int>(all.begin(), all.end() - 1));
  }
}

TEST(Emulated, TheDryRunIsInItsOwnTimeAndMovesNothing) {
  const std::string name = roles::unique_name();
  roles::Process plant({"plant", name});
  const auto memory = EmulatedMapping::open(name, 60.0);
  const test::Directory directory;
  Emulated daq(name, roles::kRate);
  const RigRunSetup setup = roles::run_setup(name, directory / "rig.h5");
  const DryRun run = dry_run(daq, setup.loop, 0.5);
  EXPECT_NEAR(static_cast<double>(run.cycles), 0.5 * daq.speed() * roles::kRate,
              0.1 * static_cast<double>(run.cycles));
  EXPECT_EQ(memory->highest.load(), 0.0);
  EXPECT_EQ(memory->effective.load(), 0.0);
}

TEST(Emulated, WhenThePlantHasDiedNothingIsRead) {
  const std::string name = roles::unique_name();
  roles::Process plant({"plant", name});
  const auto memory = EmulatedMapping::open(name, 60.0);
  Emulated daq(name, roles::kRate);
  Inputs inputs;
  EXPECT_TRUE(daq.read(inputs));
  plant.signal(SIGKILL);
  plant.wait();
  WallClock(1e3).wait_until(WallClock::monotonic() + 2'000'000);
  EXPECT_FALSE(daq.read(inputs));
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
