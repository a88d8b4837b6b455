// Faults injected into the in-process rig: each trips its own limit, and thousands of runs with faults at
// random times all end safely, with a complete sequence of records.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "rig/loop/loop.hpp"
#include "support/times.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

constexpr std::uint64_t kSettled = 150;  // rest and ramp are over by then, the bodies do not move yet

struct Case {
  const char* name;
  Injection injection;
  Fault fault;
};

class Injected : public testing::TestWithParam<Case> {};

TEST_P(Injected, FaultTripsItsLimit) {
  InProcessSetup rig = bench::rig_setup();
  rig.script = {GetParam().injection};
  InProcess daq(rig);
  Ring<Record> ring(1 << 14);
  const LoopReport report = run_loop(daq, bench::loop_setup(), ring);
  EXPECT_EQ(named(report.trip.fault).name, named(GetParam().fault).name);
  EXPECT_EQ(report.ended, LoopEnd::tripped);
  EXPECT_GE(report.trip.cycle, kSettled);
  EXPECT_LT(report.trip.cycle, kSettled + 60);
  EXPECT_EQ(daq.command(), 0.0);
  EXPECT_TRUE(report.safe);
  EXPECT_GE(daq.lowest_command(), 0.0);
  EXPECT_LE(daq.highest_command(), 10.0);
  std::vector<Record> records(ring.capacity());
  records.resize(ring.pop(records));
  EXPECT_EQ(records.back().fault, GetParam().fault);
  EXPECT_EQ(records.back().phase, Phase::tripped);
  EXPECT_GT(records.size(), report.trip.cycle + 40);  // records after the trip are kept, too
}

constexpr auto kPosition = SensorOf::position, kForce = SensorOf::force;
INSTANTIATE_TEST_SUITE_P(
    Loop, Injected,
    testing::Values(
        Case{"position_nan", {Disturbance::nan, kSettled, 1, 0, kPosition}, Fault::not_finite},
        Case{"force_nan", {Disturbance::nan, kSettled, 1, 0, kForce}, Fault::not_finite},
        Case{"position_freeze", {Disturbance::freeze, kSettled, 99, 0, kPosition}, Fault::position_stuck},
        Case{"force_freeze", {Disturbance::freeze, kSettled, 99, 0, kForce}, Fault::force_stuck},
        Case{"position_spike", {Disturbance::spike, kSettled, 1, 1.5, kPosition}, Fault::velocity},
        Case{"position_spike_far", {Disturbance::spike, kSettled, 1, -9.0, kPosition}, Fault::extension},
        Case{"force_spike", {Disturbance::spike, kSettled, 1, 2.0, kForce}, Fault::force},
        Case{"position_rail", {Disturbance::rail, kSettled, 99, 0, kPosition}, Fault::extension},
        Case{"force_rail", {Disturbance::rail, kSettled, 99, 0, kForce}, Fault::force},
        Case{"read_delay", {Disturbance::read_delay, kSettled, 99, 60e-6}, Fault::long_in_a_row},
        Case{"read_delay_once", {Disturbance::read_delay, kSettled, 1, 900e-6}, Fault::long_in_a_row},
        Case{"read_failure", {Disturbance::read_failure, kSettled, 99}, Fault::silent},
        Case{"write_failure", {Disturbance::write_failure, kSettled, 9}, Fault::unwritten},
        Case{"late_wake", {Disturbance::late_wake, kSettled, 99, 30e-6}, Fault::late_in_a_row},
        Case{"late_wake_once", {Disturbance::late_wake, kSettled, 1, 900e-6}, Fault::late_in_a_row},
        Case{"stop", {Disturbance::stop, kSettled, 1}, Fault::operator_stop},
        Case{"relay", {Disturbance::relay_open, kSettled, 99}, Fault::relay_open}),
    [](const auto& each) { return each.param.name; });

TEST(Loop, StopsWhenTheOperatorSaysSo) {
  std::atomic<bool> stop{true};
  LoopSetup setup = bench::loop_setup();
  setup.stop = &stop;
  InProcess daq(bench::rig_setup());
  Ring<Record> ring(1 << 14);
  EXPECT_EQ(run_loop(daq, setup, ring).trip.fault, Fault::operator_stop);
}

TEST(Loop, SaysSoWhenTheSafeValueCannotBeWritten) {
  InProcessSetup rig = bench::rig_setup();
  rig.script = {{Disturbance::write_failure, kSettled, 1 << 30}};
  InProcess daq(rig);
  Ring<Record> ring(1 << 14);
  const LoopReport report = run_loop(daq, bench::loop_setup(), ring);
  EXPECT_EQ(report.trip.fault, Fault::unwritten);
  EXPECT_FALSE(report.safe);  // and the relay has opened: no heartbeat got out
}

TEST(Loop, AContactThatGivesEnergyTrips) {
  LoopSetup setup = bench::loop_setup();
  setup.limits.energy_allowance =
      1e-5;  // less than the energy that the actuator's lag adds in an elastic impact
  InProcessSetup rig = bench::rig_setup();
  rig.plant.contact.law = contact::Law::hertz;
  rig.plant.contact.damping_number = 0.0;
  InProcess daq(rig);
  Ring<Record> ring(1 << 14);
  EXPECT_EQ(run_loop(daq, setup, ring).trip.fault, Fault::energy);
}

/// Up to three faults of any kind, anywhere in the run.
std::vector<Injection> random_script(std::uint64_t run) {
  const RandomStream random(20 + test::seed(), run, 0);
  std::vector<Injection> script;
  std::uint64_t k = 0;
  const auto draw = [&](std::uint64_t below) {
    return static_cast<std::uint64_t>(random.uniform(k++) * static_cast<double>(below));
  };
  for (std::uint64_t count = 1 + draw(3); count > 0; --count) {
    Injection each;
    each.what = static_cast<Disturbance>(draw(10));
    each.cycle = draw(700);
    each.cycles = draw(2) == 0 ? 1 + draw(4) : 1 + draw(200);
    each.sensor = draw(2) == 0 ? SensorOf::position : SensorOf::force;
    const double size = std::exp(6.0 * random.uniform(k++) - 3.0) * (draw(2) == 0 ? 1.0 : -1.0);  // V
    const bool delays = each.what == Disturbance::read_delay || each.what == Disturbance::late_wake;
    each.value = delays ? 50e-6 * std::abs(size) : size;
    script.push_back(each);
  }
  return script;
}

TEST(Loop, ThousandsOfRunsWithRandomFaultsEndSafe) {
  const std::uint64_t runs = 2000 * test::times();
  LoopSetup setup = bench::loop_setup();
  setup.scenario_time = 30e-3;
  std::vector<std::uint64_t> tripped(kFaults.size(), 0);
  std::vector<Record> records(1 << 12);
  for (std::uint64_t run = 0; run < runs; ++run) {
    SCOPED_TRACE(run);
    setup.computer.controller = run % 2 == 0 ? std::span<const instruments::Section>(bench::kIntegrator)
                                             : std::span<const instruments::Section>();
    InProcessSetup rig = bench::rig_setup(run);
    rig.script = random_script(run);
    InProcess daq(rig);
    Ring<Record> ring(1 << 12);
    const LoopReport report = run_loop(daq, setup, ring);
    ++tripped[static_cast<std::size_t>(report.trip.fault)];
    ASSERT_GE(daq.lowest_command(), 0.0);
    ASSERT_LE(daq.highest_command(), 10.0);
    ASSERT_TRUE(report.safe || report.trip.fault == Fault::unwritten || report.failed_writes > 0);
    if (report.safe) {
      ASSERT_EQ(daq.command(), 0.0);
    }
    const std::size_t count = ring.pop(records);
    ASSERT_EQ(count, report.cycles);
    ASSERT_EQ(report.lost, 0u);
    for (std::size_t i = 0; i < count; ++i) {
      const Record& each = records[i];
      ASSERT_EQ(each.cycle, i);
      ASSERT_TRUE(each.command >= 0.0 && each.command <= 1.0);
      ASSERT_TRUE(i == 0 || each.time >= records[i - 1].time);
      ASSERT_TRUE(std::isfinite(each.displacement) && std::isfinite(each.velocity) &&
                  std::isfinite(each.force));
      ASSERT_EQ(each.fault, i < report.trip.cycle ? Fault::none : report.trip.fault);
    }
  }
  // The faults were effective, and the runs tripped different limits.
  EXPECT_LT(tripped[0], runs / 2);
  for (const Fault fault : {Fault::not_finite, Fault::velocity, Fault::force, Fault::position_stuck,
                            Fault::silent, Fault::unwritten, Fault::late_in_a_row, Fault::long_in_a_row,
                            Fault::operator_stop, Fault::relay_open})
    EXPECT_GT(tripped[static_cast<std::size_t>(fault)], fault == Fault::relay_open ? 0u : runs / 500)
        << named(fault).name;
}

}  // namespace
}  // namespace hilspace::rig
