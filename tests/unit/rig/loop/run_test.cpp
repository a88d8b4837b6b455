// From arming to the recording, on a rig in this process: stepped, so without guard and real time.

#include "rig/loop/rig_run.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "results/result_file.hpp"
#include "support/directory.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

study::Study some_study() {
  study::Study study;
  study.title = "a rig";
  study.resolved = "title = \"a rig\"\n";
  study.sha256 = "0";
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
  EXPECT_EQ(report.loop.ended, Ended::parted);
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

TEST(RigRun, FailsBeforeArmingWhereNothingCanBeWritten) {
  InProcess daq(bench::rig_setup());
  EXPECT_THROW(run_on_rig(daq, run_setup("/nowhere/rig.h5")), RunError);
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
}

}  // namespace
}  // namespace hilspace::rig
