// Loops are killed at any time of a scenario: the plant receives the safe command, has never received one
// beyond its limits, and the recording so far is readable. Nothing is timed: tests wait for states.

#include <gtest/gtest.h>
#include <signal.h>
#include <time.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/random.hpp"
#include "realtime/roles.hpp"
#include "results/reading/result_file.hpp"
#include "support/directory.hpp"
#include "support/times.hpp"

namespace hilspace::rig {
namespace {

using roles::Process;

void pause_ms(double ms) {
  const timespec t{0, static_cast<long>(ms * 1e6)};
  ::nanosleep(&t, nullptr);
}

/// Allows minutes, since duration is not tested.
template <class Condition>
bool eventually(Condition&& condition) {
  for (int i = 0; i < 300'000; ++i) {
    if (condition()) return true;
    pause_ms(1.0);
  }
  return false;
}

void expect_readable(const std::filesystem::path& file) {
  const auto channels = results::read_trace_group(file, "rig");
  ASSERT_GT(channels.size(), 10u);
  const auto& time = channels.front().values;
  for (const auto& channel : channels) {
    ASSERT_EQ(channel.values.size(), time.size()) << channel.name;
    if (channel.name == "command") {
      for (const double command : channel.values) ASSERT_TRUE(command >= 0.0 && command <= 1.0);
    }
    if (channel.name == "cycle") {
      for (std::size_t i = 0; i < time.size(); ++i) ASSERT_EQ(channel.values[i], static_cast<double>(i));
    }
  }
}

class Kill : public testing::Test {
 protected:
  Kill() : name(roles::unique_name()), plant({"plant", name}), memory(EmulatedMapping::open(name, 60.0)) {}

  /// Runs until the actuator moves, and then for a random time.
  void let_run(Process& loop, std::uint64_t round) {
    ASSERT_TRUE(eventually([&] { return memory->effective.load() > 0.02 || !loop.running(); }));
    ASSERT_TRUE(loop.running());
    pause_ms(330.0 *
             RandomStream(test::seed(), round, 0).uniform(0));  // from the ramp into the impact and beyond
  }
  void expect_within_limits() {
    EXPECT_GE(memory->lowest.load(), 0.0);
    EXPECT_LE(memory->highest.load(), 10.0);
  }

  const test::Directory directory;
  std::string name;
  Process plant;
  EmulatedMapping memory;
};

TEST_F(Kill, OfTheLoopTheGuardForcesTheSafeValue) {
  for (std::uint64_t round = 0; round < 6 * test::times(); ++round) {
    SCOPED_TRACE(round);
    const auto file = directory / ("rig" + std::to_string(round) + ".h5");
    Process loop({"loop", name, file.string(), round % 2 == 0 ? "starts" : "forks"});
    let_run(loop, round);
    if (HasFatalFailure()) return;
    loop.signal(SIGKILL);
    loop.wait();
    // Not only the relay: the voltage itself is safe.
    ASSERT_TRUE(eventually([&] { return memory->command.load() == 0.0 && memory->effective.load() == 0.0; }));
    expect_within_limits();
    expect_readable(file);
    if (HasFatalFailure()) return;
    std::filesystem::remove(file);
  }
}

/// It runs in its own session, so it is found by the name it was started with.
void signal_guard(const std::string& name, int number) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t process = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
    if (process <= 0) continue;
    std::ifstream line(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream text;  // empty if the process ends during the read
    text << line.rdbuf();
    if (text.str().find(std::string("guard\0", 6) + name) != std::string::npos) ::kill(process, number);
  }
}

std::string fault_of(const std::filesystem::path& file) {
  for (const auto& variable : results::read_result(file).variables)
    if (variable.name == "trip.fault")
      return variable.flags.at(static_cast<std::size_t>(variable.values.at(0)));
  return "";
}

// The loop never runs without a guard: it detects the loss and ends safely.
TEST_F(Kill, OfTheGuardTheLoopTrips) {
  const auto file = directory / "rig.h5";
  Process loop({"loop", name, file.string(), "waits"});
  ASSERT_TRUE(eventually([&] { return memory->effective.load() > 0.02 || !loop.running(); }));
  signal_guard(name, SIGKILL);
  EXPECT_EQ(loop.wait(), roles::kTripped);
  EXPECT_EQ(fault_of(file), "guard_silent");
  EXPECT_EQ(memory->command.load(), 0.0);
  expect_within_limits();
}

// It does not run with a guard that hangs either; and such a guard, which does not end when it is dismissed,
// does not keep the program from its end.
TEST_F(Kill, OfNobodyAGuardThatHangsIsGivenUp) {
  const auto file = directory / "rig.h5";
  Process loop({"loop", name, file.string(), "waits"});
  ASSERT_TRUE(eventually([&] { return memory->effective.load() > 0.02 || !loop.running(); }));
  signal_guard(name, SIGSTOP);
  const bool ended = eventually([&] { return !loop.running(); });
  if (!ended) signal_guard(name, SIGKILL);
  ASSERT_TRUE(ended);
  EXPECT_EQ(loop.wait(), roles::kTripped);
  EXPECT_EQ(fault_of(file), "guard_silent");
  EXPECT_EQ(memory->command.load(), 0.0);
  expect_within_limits();
}

// The recording of a killed writer must not claim that the bodies separated, or that no limit was reached.
TEST_F(Kill, OfTheLoopTheRecordingSaysThatItWasInterrupted) {
  const auto file = directory / "rig.h5";
  Process loop({"loop", name, file.string(), "starts"});
  ASSERT_TRUE(eventually([&] { return memory->effective.load() > 0.02 || !loop.running(); }));
  loop.signal(SIGKILL);
  loop.wait();
  EXPECT_EQ(fault_of(file), "unknown");
  for (const auto& variable : results::read_result(file).variables) {
    if (variable.name == "end.rig") {
      EXPECT_EQ(variable.flags.at(static_cast<std::size_t>(variable.values.at(0))), "interrupted");
    }
  }
}

TEST_F(Kill, OfLoopAndGuardTheRelayOpens) {
  for (std::uint64_t round = 0; round < 5; ++round) {
    SCOPED_TRACE(round);
    Process loop({"loop", name, (directory / "rig.h5").string(), "starts"});
    let_run(loop, 100 + round);
    if (HasFatalFailure()) return;
    signal_guard(name, SIGKILL);
    loop.signal(SIGKILL);
    loop.wait();
    ASSERT_TRUE(eventually([&] { return memory->effective.load() == 0.0 && !memory->relay_closed.load(); }));
    expect_within_limits();
  }
}

/// Periods in which the loop did not run.
double missed(const std::filesystem::path& file) {
  for (const auto& variable : results::read_result(file).variables)
    if (variable.name == "cycles.missed") return variable.values.at(0);
  ADD_FAILURE() << "the recording does not say";
  return 0.0;
}

// Independent of the load: a loop that is preempted during the contact may trip, and another attempt follows.
TEST_F(Kill, OfNobodyTheRunEndsSafe) {
  int code = roles::kTripped;
  for (int attempt = 0; code == roles::kTripped && attempt < 100; ++attempt) {
    const auto file = directory / ("rig" + std::to_string(attempt) + ".h5");
    Process loop({"loop", name, file.string(), "starts"});
    code = loop.wait();
    EXPECT_EQ(memory->command.load(), 0.0);
    expect_within_limits();
    if (code == roles::kTripped) {
      ASSERT_GT(missed(file), 0.0);
    }
  }
  EXPECT_EQ(code, 0);
  EXPECT_GT(memory->deepest.load(), 0.0);
}

TEST_F(Kill, ALoopThatWasHeldUpTripsWhenItComesBack) {
  Process loop({"loop", name, (directory / "rig.h5").string(), "starts"});
  ASSERT_TRUE(eventually([&] { return memory->effective.load() > 0.05; }));
  loop.signal(SIGSTOP);
  ASSERT_TRUE(eventually([&] { return memory->command.load() == 0.0; }));
  loop.signal(SIGCONT);
  EXPECT_EQ(loop.wait(), roles::kTripped);
  EXPECT_EQ(memory->command.load(), 0.0);
  const auto file = results::read_result(directory / "rig.h5");
  for (const auto& variable : file.variables) {
    if (variable.name == "trip.fault") {
      EXPECT_EQ(variable.flags.at(static_cast<std::size_t>(variable.values.at(0))), "guard");
    }
    if (variable.name == "cycles.missed" || variable.name == "cycles.late") {
      EXPECT_GT(variable.values.at(0), 0.0) << variable.name;
    }
  }
  expect_readable(directory / "rig.h5");
}

}  // namespace
}  // namespace hilspace::rig
