// A whole scenario on the in-process rig: actions, records and report of the loop.

#include "rig/loop/loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "support/message.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

struct Ran {
  LoopReport report;
  std::vector<Record> records;
  double command, lowest, highest;
};

Ran run(const LoopSetup& setup, const InProcessSetup& rig) {
  InProcess daq(rig);
  Ring<Record> ring(1 << 15);
  Ran done{run_loop(daq, setup, ring), std::vector<Record>(ring.capacity()), 0.0, 0.0, 0.0};
  done.records.resize(ring.pop(done.records));
  done.command = daq.command();
  done.lowest = daq.lowest_command();
  done.highest = daq.highest_command();
  return done;
}

TEST(Loop, ABodyComesAndGoesAndTheCommandEndsSafe) {
  const Ran done = run(bench::loop_setup(), bench::rig_setup());
  EXPECT_EQ(done.report.ended, LoopEnd::parted) << named(done.report.trip.fault).name;
  EXPECT_FALSE(done.report.trip) << named(done.report.trip.fault).name << " " << done.report.trip.value;
  EXPECT_TRUE(done.report.safe);
  EXPECT_EQ(done.command, 0.0);
  EXPECT_EQ(done.report.cycles, done.records.size());
  EXPECT_EQ(done.report.lost, 0u);
  double peak = 0.0, impulse = 0.0;
  for (const Record& each : done.records) {
    peak = std::max(peak, each.force);
    impulse += each.force / 20e3;
  }
  EXPECT_GT(peak, 50.0);
  const Record& last = done.records.back();
  EXPECT_LT(last.velocity, 0.0);
  // Momentum: the recorded force is the force that decelerated the bodies.
  EXPECT_NEAR(impulse, 5.0 * (bench::kVelocity - last.velocity), 1e-9 * impulse);
}

// With a compensator the same ends the same way; the bodies start earlier by its lag, and leave slower than without.
TEST(Loop, CompensatesTheLagOfItsRig) {
  LoopSetup setup = bench::loop_setup();
  const Ran plain = run(setup, bench::rig_setup());
  setup.computer.compensation =
      bench::compensation({compensation::Position::lead, compensation::Force::none, 2});
  const Ran done = run(setup, bench::rig_setup());
  EXPECT_EQ(done.report.ended, LoopEnd::parted) << named(done.report.trip.fault).name;
  EXPECT_TRUE(done.report.safe);
  double impulse = 0.0;
  for (const Record& each : done.records) impulse += each.force / 20e3;
  EXPECT_NEAR(impulse, 5.0 * (bench::kVelocity - done.records.back().velocity), 1e-9 * impulse);
  EXPECT_GT(done.records.back().velocity, plain.records.back().velocity);
  EXPECT_LT(done.records.back().velocity, 0.0);
}

// Without a scenario: the commands are executed unchanged, within the same limits.
TEST(Loop, DrivesTheCommandsItIsGiven) {
  std::vector<double> commands;
  for (int k = 0; k <= 2000; ++k) commands.push_back(0.2 * std::min(k, 2000 - k) / 1000.0);
  LoopSetup setup = bench::loop_setup();
  setup.drive = commands;
  const Ran done = run(setup, bench::rig_setup());
  EXPECT_EQ(done.report.ended, LoopEnd::driven);
  EXPECT_TRUE(done.report.safe);
  EXPECT_DOUBLE_EQ(done.highest, 2.0);  // V
  std::size_t k = 0;
  for (const Record& each : done.records)
    if (each.phase == Phase::scenario) {
      ASSERT_EQ(each.command, commands[k++]);
    }
  EXPECT_EQ(k, commands.size());
  commands[1000] = 0.9;  // too large a step
  const Ran tripped = run(setup, bench::rig_setup());
  EXPECT_EQ(tripped.report.trip.fault, Fault::slew);
  EXPECT_TRUE(tripped.report.safe);
}

TEST(Loop, RecordsEveryCycleOnOneClock) {
  const Ran done = run(bench::loop_setup(), bench::rig_setup());
  for (std::size_t i = 0; i < done.records.size(); ++i) {
    EXPECT_EQ(done.records[i].cycle, i);
    if (i > 0) {
      EXPECT_NEAR(done.records[i].time - done.records[i - 1].time, 1.0 / 20e3, 2e-9);
      EXPECT_GE(done.records[i].phase, done.records[i - 1].phase);
    }
  }
}

TEST(Loop, TimeZeroIsWhereTheDisplacementCrossesZero) {
  const Ran done = run(bench::loop_setup(), bench::rig_setup());
  for (const Record& each : done.records)
    if (each.time < 0.0) {
      EXPECT_NEAR(each.displacement, bench::kVelocity * each.time, 1e-9) << each.time;
    }
}

TEST(Loop, TheSameRunIsTheSameBits) {
  const Ran a = run(bench::loop_setup(), bench::rig_setup()),
            b = run(bench::loop_setup(), bench::rig_setup());
  EXPECT_EQ(a.records, b.records);
  const Ran other = run(bench::loop_setup(), bench::rig_setup(1));
  EXPECT_NE(a.records[100].position_volts, other.records[100].position_volts);  // other noise
}

TEST(Loop, AControllerHoldsTheOffset) {
  LoopSetup setup = bench::loop_setup();
  setup.computer.controller = bench::kIntegrator;
  setup.settle_time = 20e-3;
  const Ran done = run(setup, bench::rig_setup());
  EXPECT_FALSE(done.report.trip) << named(done.report.trip.fault).name;
  double mean = 0.0, count = 0.0;
  for (const Record& each : done.records)
    if (each.phase == Phase::settle && each.cycle > 300) {
      mean += each.extension;
      ++count;
    }
  EXPECT_NEAR(mean / count, bench::kOffset, 0.2e-6);
  EXPECT_TRUE(done.report.safe);
}

TEST(Loop, WhatNeverTouchesEndsAtTheTimeLimit) {
  LoopSetup setup = bench::loop_setup();
  setup.scenario_time = 10e-3;
  setup.computer.reference_max = bench::kOffset;  // never gets there
  const Ran done = run(setup, bench::rig_setup());
  EXPECT_EQ(done.report.ended, LoopEnd::time_limit);
  EXPECT_TRUE(done.report.safe);
}

LoopSetup without_deadlines() {
  LoopSetup setup = bench::loop_setup();
  setup.limits.late_in_a_row = setup.limits.late_in_all = 0;
  setup.limits.long_in_a_row = setup.limits.long_in_all = 0;
  return setup;
}

TEST(Loop, PeriodsThatWereSleptThroughAreLeftOutAndTheGridStays) {
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::late_wake, 150, 1, 10.2 * 50e-6}};
  const Ran done = run(without_deadlines(), rig);
  EXPECT_EQ(done.report.missed, 9u);
  EXPECT_EQ(done.report.late, 10u);
  EXPECT_EQ(done.report.overlong, 0u);
  EXPECT_NEAR(done.records[150].lateness, 10.2 * 50e-6, 1e-9);
  // The next cycle follows at once, at the end of the current period; then the timing is regular again.
  EXPECT_NEAR(done.records[152].time - done.records[149].time, 12 * 50e-6, 2e-9);
  EXPECT_EQ(done.records[152].lateness, 0.0f);
}

TEST(Loop, LongWorkIsNotLateWaking) {
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::read_delay, 150, 1, 1.7 * 50e-6}};
  const Ran done = run(without_deadlines(), rig);
  EXPECT_EQ(done.report.late, 0u);
  EXPECT_EQ(done.report.overlong, 1u);
  EXPECT_NEAR(done.records[150].work, 1.7 * 50e-6, 1e-9);
}

TEST(Loop, AFullRingLosesAndCounts) {
  InProcess daq(bench::rig_setup());
  Ring<Record> ring(64);
  const LoopReport report = run_loop(daq, bench::loop_setup(), ring);
  EXPECT_EQ(report.lost, report.cycles - 64);
}

TEST(Loop, LimitsBeyondTheConverterAreRefused) {
  InProcessSetup rig = bench::rig_setup();
  rig.outputs = {0.0, 5.0};
  InProcess daq(rig);
  Ring<Record> ring(64);
  EXPECT_THROW(Loop(daq, bench::loop_setup(), ring), InputError);
}

// A converter holds its value: at a low rate a permitted change per second is a step.
TEST(Loop, ARateThatAWriteWouldMakeAStepIsRefused) {
  InProcess daq(bench::rig_setup());
  Ring<Record> ring(64);
  LoopSetup setup = bench::loop_setup();
  for (const double rate : {1e3, 10e3, 75e3}) {
    setup.computer.rate = rate;
    setup.limits.command_rate = 0.05 * rate;
    EXPECT_NO_THROW(Loop(daq, setup, ring)) << rate;
    setup.limits.command_rate = 0.051 * rate;
    EXPECT_THROW(Loop(daq, setup, ring), InputError) << rate;
  }
  setup.computer.rate = 10e3;
  setup.limits.command_rate = 3500.0;
  const std::string refused = test::message_of<InputError>([&] { Loop(daq, setup, ring); });
  EXPECT_NE(refused.find("limits.command_rate = 35000 V/s is 35 % of full scale per write at 10000 Hz"),
            std::string::npos)
      << refused;
  EXPECT_NE(refused.find("use at most 5000 V/s, or a rate of at least 70000 Hz"), std::string::npos)
      << refused;
  setup.limits = at_rate(setup.limits, 10e3);
  EXPECT_NO_THROW(Loop(daq, setup, ring));
  EXPECT_DOUBLE_EQ(setup.limits.command_rate, 500.0);
  EXPECT_DOUBLE_EQ(at_rate(Limits{}, 1e3).retreat_rate, 20.0);
  EXPECT_DOUBLE_EQ(at_rate(Limits{}, 75e3).command_rate, Limits{}.command_rate);
}

// A ramp that takes for ever holds a core at the highest priority, and a run that retreats does not end.
TEST(Loop, ARateThatTakesForEverIsRefused) {
  InProcess daq(bench::rig_setup());
  Ring<Record> ring(64);
  for (auto rate : {&Limits::command_rate, &Limits::retreat_rate}) {
    LoopSetup setup = bench::loop_setup();
    setup.limits.*rate = 1.0 / 59.0;
    EXPECT_NO_THROW(Loop(daq, setup, ring));
    for (const double slow : {1.0 / 61.0, 1e-4, 0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
      setup.limits.*rate = slow;
      const std::string refused = test::message_of<InputError>([&] { Loop(daq, setup, ring); });
      EXPECT_NE(refused.find("_rate = "), std::string::npos) << slow << ": " << refused;
      EXPECT_NE(refused.find("takes more than 60 s over the full scale of 10 V; use at least 0.167 V/s"),
                std::string::npos)
          << slow << ": " << refused;
    }
  }
}

// The retreat has a rate of its own, which is never above the command's; the run goes on until it is over, and
// after_time at rest.
TEST(Loop, RetreatsAtItsOwnRateAndRecordsTheRest) {
  for (const auto& [retreat, expected] : {std::pair{5.0, 5.0}, {300.0, 300.0}, {1e9, 1000.0}}) {
    SCOPED_TRACE(retreat);
    InProcessSetup rig = bench::rig_setup();
    rig.script = {{Disturbance::stop, 170, 1}};
    LoopSetup setup = bench::loop_setup();
    setup.limits.retreat_rate = retreat;
    setup.after_time = 1e-3;
    InProcess daq(rig);
    Ring<Record> ring(1 << 16);
    const LoopReport report = run_loop(daq, setup, ring);
    std::vector<Record> records(ring.capacity());
    records.resize(ring.pop(records));
    EXPECT_EQ(report.trip.fault, Fault::operator_stop);
    EXPECT_TRUE(report.safe);
    ASSERT_EQ(report.trip.cycle, 170U);
    const double left = records[169].command;
    ASSERT_GT(left, 0.05);
    std::uint64_t at_rest = 0;
    for (std::size_t k = 170; k < records.size(); ++k) {
      const double so_far = static_cast<double>(k - 169) * expected / setup.computer.rate;
      EXPECT_NEAR(records[k].command, std::max(left - so_far, 0.0), 1e-9) << k;
      if (records[k].command == 0.0) ++at_rest;
    }
    EXPECT_GE(static_cast<double>(at_rest), setup.after_time * setup.computer.rate);
  }
}

// The relay's opening after the safe command must not be a larger step than a write may be.
TEST(Loop, ASafeCommandThatAnOpenRelayWouldMakeAStepIsRefused) {
  InProcess daq(bench::rig_setup());
  Ring<Record> ring(64);
  LoopSetup setup = bench::loop_setup();
  for (const double rate : {1e3, 20e3, 75e3}) {  // the relay does not know the loop's
    setup.computer.rate = rate;
    setup.limits = at_rate(setup.limits, rate);
    setup.limits.command_safe = 0.99 * kMostPerWrite;
    EXPECT_NO_THROW(Loop(daq, setup, ring));
    setup.limits.command_safe = 1.01 * kMostPerWrite;
    EXPECT_THROW(Loop(daq, setup, ring), InputError);
  }
}

}  // namespace
}  // namespace hilspace::rig
