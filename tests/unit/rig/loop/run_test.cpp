// From arming to the recording, on a rig in this process: stepped, so without guard and real time.

#include "rig/loop/rig_run.hpp"

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/resource.h>

#include <limits>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"
#include "study/notation/sha256.hpp"
#include "support/directory.hpp"
#include "support/message.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

study::Study some_study() {
  study::Study study;
  study.title = "a rig";
  study.resolved = "title = \"a rig\"\n";
  study.sha256 = study::sha256(study.resolved);
  return study;
}
const study::Study kStudy = some_study();

RigRunSetup run_setup(const std::filesystem::path& file) {
  return {bench::loop_setup(), {file, kStudy, 0, {{"configuration", "none"}}}, {}, {}, 0.1, 1 << 10};
}

const results::Variable& variable(const std::vector<results::Variable>& variables, std::string_view name) {
  for (const results::Variable& each : variables)
    if (each.name == name) return each;
  throw std::out_of_range(std::string(name));
}

TEST(RigRun, LeavesARecordingOfEveryCycle) {
  const hilspace::test::Directory directory;
  InProcess daq(bench::rig_setup());
  const RigRunReport report = run_on_rig(daq, run_setup(directory / "rig.h5"));
  EXPECT_EQ(report.loop.ended, LoopEnd::parted);
  EXPECT_EQ(report.loop.lost, 0u);
  const auto file = results::read_result(directory / "rig.h5");
  EXPECT_EQ(variable(file.variables, "cycles").values.at(0), static_cast<double>(report.loop.cycles));
  EXPECT_EQ(variable(file.variables, "trip.fault").values.at(0), 0.0);
  EXPECT_EQ(variable(file.variables, "safe").values.at(0), 1.0);
  const auto channels = results::read_trace_group(directory / "rig.h5", "rig");
  for (const results::Variable& channel : channels)
    EXPECT_EQ(channel.values.size(), report.loop.cycles) << channel.name;
  const auto& cycle = variable(channels, "cycle").values;
  for (std::size_t i = 0; i < cycle.size(); ++i) ASSERT_EQ(cycle[i], static_cast<double>(i));
  const auto timing = results::read_trace_group(directory / "rig.h5", "rig/timing");
  double work = 0.0;
  for (const double count : variable(timing, "work").values) work += count;
  EXPECT_EQ(work, static_cast<double>(report.loop.cycles));
}

TEST(RigRun, TheSameRunLeavesTheSameNumbers) {
  const hilspace::test::Directory directory;
  for (const char* name : {"a.h5", "b.h5"}) {
    InProcess daq(bench::rig_setup());
    run_on_rig(daq, run_setup(directory / name));
  }
  const auto a = results::read_trace_group(directory / "a.h5", "rig");
  const auto b = results::read_trace_group(directory / "b.h5", "rig");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].values, b[i].values) << a[i].name;
}

TEST(RigRun, SaysWhyItTripped) {
  const hilspace::test::Directory directory;
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::nan, 400, 1, 0.0, SensorOf::force}};
  InProcess daq(rig);
  const RigRunReport report = run_on_rig(daq, run_setup(directory / "rig.h5"));
  EXPECT_EQ(report.loop.trip.fault, Fault::not_finite);
  const auto file = results::read_result(directory / "rig.h5");
  const auto& fault = variable(file.variables, "trip.fault");
  EXPECT_EQ(fault.flags.at(static_cast<std::size_t>(fault.values.at(0))), "not_finite");
  EXPECT_EQ(variable(file.variables, "trip.cycle").values.at(0), static_cast<double>(report.loop.trip.cycle));
}

TEST(RigRun, IsNotArmedWhenTheRelayStaysClosedOrOpen) {
  const hilspace::test::Directory directory;
  InProcessSetup stays_open = bench::rig_setup();
  stays_open.script = {{Disturbance::relay_open, 0, 1 << 30}};
  InProcess open(stays_open);
  EXPECT_THROW(run_on_rig(open, run_setup(directory / "rig.h5")), RunError);
  InProcessSetup stays_closed = bench::rig_setup();
  stays_closed.relay_hold = 1e9;
  InProcess closed(stays_closed);
  closed.write({0.0, true});
  EXPECT_THROW(run_on_rig(closed, run_setup(directory / "rig.h5")), RunError);
}

// Whoever dies, the guard comes first: a relay that opens before it has ended would cut the amplifier off.
TEST(RigRun, IsNotArmedWhereTheRelayOpensBeforeTheGuardIsDone) {
  const hilspace::test::Directory directory;
  // 5 ms of silence, 5/8 ms to the next look, 0.2 ms for waking up, and 4 ms for the retreat over the full scale.
  EXPECT_NEAR(guard_takes(Limits{}, 5e-3, 250.0, 0.0), 9.825e-3, 1e-12);
  EXPECT_NEAR(guard_takes(Limits{}, 5e-3, 250.0, 10e-6), 9.825e-3, 1e-12);
  EXPECT_NEAR(guard_takes(Limits{}, 5e-3, 250.0, 1e-3), 55.825e-3, 1e-12);  // 2 % of full scale per write
  RigRunSetup setup = run_setup(directory / "rig.h5");
  setup.guard_rate = 250.0;
  int armed = 0;
  setup.arming = [&] { ++armed; };
  const auto refusal_of = [&](double hold) {
    InProcessSetup rig = bench::rig_setup();
    rig.relay_hold = hold;
    InProcess daq(rig);
    const std::string said = hilspace::test::message_of<RunError>([&] { run_on_rig(daq, setup); });
    EXPECT_TRUE(said.empty() || daq.highest_command() == 0.0);
    return said;
  };
  EXPECT_EQ(refusal_of(10e-3), "");
  EXPECT_EQ(armed, 1);
  const std::string said = refusal_of(9.65e-3);
  EXPECT_EQ(armed, 1);
  EXPECT_NE(said.find("the guard takes up to 9.8"), std::string::npos) << said;
  EXPECT_NE(said.find("or write loop.guard_silence = \"4.8 ms\""), std::string::npos) << said;
  setup.guard_silence = 4.8e-3;  // as it says
  EXPECT_EQ(refusal_of(9.65e-3), "");
  setup.guard_rate = 100.0;
  EXPECT_NE(refusal_of(9.6e-3).find("or raise limits.retreat_rate"), std::string::npos);
  EXPECT_NE(hilspace::test::message_of<RunError>([] {
              require_guard_first({9.6e-3, 9.6e-3, 1e-3, 1e-3}, Limits{}, 5e-3, 250.0);
            }).find("or take a converter that writes faster"),
            std::string::npos);
}

TEST(RigRun, TimesTheRelay) {
  for (const double hold : {3e-3, 20e-3, 0.2}) {
    InProcessSetup rig = bench::rig_setup();
    rig.relay_hold = hold;
    rig.script = {{Disturbance::read_failure, 30, 2}};
    InProcess daq(rig);
    const LoopSetup loop = bench::loop_setup();
    confirm_relay(daq, loop, 1.0);
    const RelayTime found = time_relay(daq, loop, 1.0, 0.0, 250.0);
    EXPECT_LE(found.closed, hold);
    EXPECT_GE(found.closed, hold - 2.0 / loop.computer.rate);
    EXPECT_EQ(found.write, 0.0);
  }
}

// Contacts bounce for some milliseconds, both times that they close.
TEST(RigRun, ARelayWhoseContactsBounceIsTimed) {
  InProcessSetup rig = bench::rig_setup();
  for (const std::uint64_t bounce : {5U, 60U, 300U, 2150U, 2300U})
    rig.script.push_back({Disturbance::relay_open, bounce, 15});
  InProcess daq(rig);
  const LoopSetup loop = bench::loop_setup();
  const RelayTime found = time_relay(daq, loop, 1.0, 0.0, 250.0);
  EXPECT_NEAR(found.closed, rig.relay_hold, 3.0 / loop.computer.rate);
}

// It has to hold, not only to close.
TEST(RigRun, ARelayThatDoesNotStayClosedIsNotTimed) {
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::relay_open, 1500, 3}};
  InProcess daq(rig);
  const LoopSetup loop = bench::loop_setup();
  confirm_relay(daq, loop, 1.0);
  EXPECT_NE(hilspace::test::message_of<RunError>([&] {
              time_relay(daq, loop, 1.0, 0.0, 250.0);
            }).find("did not stay closed while the heartbeat toggled"),
            std::string::npos);
}

TEST(RigRun, FailsBeforeArmingWhereNothingCanBeWritten) {
  InProcess daq(bench::rig_setup());
  EXPECT_THROW(run_on_rig(daq, run_setup("/nowhere/rig.h5")), RunError);
}

// Nothing can be written any more, neither to the disk nor to the converter: the worse is said too.
TEST(RigRun, AFailedRecordingDoesNotHideThatTheOutputMayBeDriven) {
  const hilspace::test::Directory directory;
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::write_failure, 400, 1 << 30}};
  InProcess daq(rig);
  RigRunSetup setup = run_setup(directory / "rig.h5");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  setup.arming = [&] {
    const rlimit full{1000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
  };
  const std::string said = hilspace::test::message_of<RunError>([&] { run_on_rig(daq, setup); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_NE(said.find("SWITCH OFF THE AMPLIFIER"), std::string::npos) << said;
}

// Recorded next to the volts: raw codes; next to the run: the state of its supervision.
TEST(RigRun, RecordsCodesAndWhoWatches) {
  const hilspace::test::Directory directory;
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::stop, 400, 1 << 30}};
  InProcess daq(rig);
  run_on_rig(daq, run_setup(directory / "rig.h5"));
  const auto channels = results::read_trace_group(directory / "rig.h5", "rig");
  const auto& volts = variable(channels, "position_volts").values;
  const auto& codes = variable(channels, "position_code").values;
  const auto& stop = variable(channels, "stop").values;
  const auto& relay = variable(channels, "relay").values;
  for (std::size_t i = 0; i < volts.size(); ++i)
    ASSERT_NEAR(-10.0 + codes[i] * 20.0 / 65536.0, volts[i], 1e-9);
  EXPECT_EQ(stop.front(), 0.0);
  EXPECT_EQ(stop.back(), 1.0);
  EXPECT_EQ(relay.front(), 1.0);
  EXPECT_EQ(variable(channels, "guard").values.back(), 0.0);  // none: time is stepped
}

// A time just above a deadline is distinguished from it within an eighth, at any rate.
TEST(Histogram, ItsBinsResolveADeadline) {
  double before = 0.0;
  for (std::size_t bin = 0; bin < Histogram{}.bins.size(); ++bin) {
    ASSERT_GT(Histogram::upper_bound(bin), before);
    before = Histogram::upper_bound(bin);
  }
  for (std::int64_t ns = 1; ns < 100'000'000'000; ns += 1 + ns / 97) {
    const std::size_t bin = Histogram::bin_of(ns);
    ASSERT_LT(static_cast<double>(ns), Histogram::upper_bound(bin)) << ns;
    ASSERT_GE(static_cast<double>(ns), Histogram::upper_bound(bin - 1)) << ns;
    if (ns >= 8) {
      ASSERT_LE(Histogram::upper_bound(bin), 1.125 * static_cast<double>(ns) + 1e-9) << ns;
    }
  }
  EXPECT_EQ(Histogram::bin_of(-5), 0u);
  EXPECT_EQ(Histogram::bin_of(std::numeric_limits<std::int64_t>::max()), Histogram{}.bins.size() - 1);
}

TEST(GuardWatch, IsSilentAfterSoManyCyclesWithoutAPulse) {
  GuardPage page;
  GuardWatch watch(&page, 3);
  page.pulse = 1;
  for (int cycle = 0; cycle < 4; ++cycle) EXPECT_FALSE(watch.is_silent()) << cycle;
  page.pulse = 2;
  for (int cycle = 0; cycle < 4; ++cycle) EXPECT_FALSE(watch.is_silent()) << cycle;
  EXPECT_TRUE(watch.is_silent());
  page.pulse = 3;
  EXPECT_FALSE(watch.is_silent());
  EXPECT_FALSE(GuardWatch().is_silent());
}

// A refusal to arm does not call `arming`: the journal says armed only of runs that move.
TEST(RigRun, SaysThatItArmsLastOfAll) {
  const hilspace::test::Directory directory;
  int armed = 0;
  InProcessSetup stays_open = bench::rig_setup();
  stays_open.script = {{Disturbance::relay_open, 0, 1 << 30}};
  InProcess refuses(stays_open), runs(bench::rig_setup());
  RigRunSetup setup = run_setup(directory / "rig.h5");
  setup.arming = [&] { ++armed; };
  EXPECT_THROW(run_on_rig(refuses, setup), RunError);
  EXPECT_EQ(armed, 0);
  setup.arming = [&] {
    ++armed;
    EXPECT_EQ(runs.highest_command(), 0.0);
  };
  run_on_rig(runs, setup);
  EXPECT_EQ(armed, 1);
  EXPECT_GT(runs.highest_command(), 0.0);
}

TEST(Recorder, WhatIsBrokenOffStaysReadable) {
  const hilspace::test::Directory directory;
  Ring<Record> ring(1 << 14);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Record record;
    record.cycle = i;
    record.time = 1e-5 * static_cast<double>(i);
    ring.push(record);
  }
  { const Recorder recorder({directory / "rig.h5", kStudy, 0, {}}, bench::loop_setup(), ring); }
  for (const auto& channel : results::read_trace_group(directory / "rig.h5", "rig"))
    EXPECT_LE(channel.values.size(), 5000u);
  const auto file = results::read_result(directory / "rig.h5");
  for (const auto& [name, said] : {std::pair{"end.rig", "interrupted"}, std::pair{"trip.fault", "unknown"}}) {
    const auto& each = variable(file.variables, name);
    EXPECT_EQ(each.flags.at(static_cast<std::size_t>(each.values.at(0))), said);
  }
}

}  // namespace
}  // namespace hilspace::rig
