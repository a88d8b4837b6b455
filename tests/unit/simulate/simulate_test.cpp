#include "simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "core/error.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/axial_recorder.hpp"
#include "simulate/pair_run.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"
#include "support/times.hpp"

namespace hilspace::simulate {
namespace {

using test::bondoky_531;
using test::metric;

TEST(Simulate, EndsAtThePenetrationLimit) {
  auto setup = bondoky_531(1e-3);
  setup.penetration_limit = 150e-6;  // between the docking peak, 140.6 um, and the HIL peak, 169 um
  const auto row = simulate(setup);
  EXPECT_EQ(row.outcome, Outcome::penetration_limit);
  EXPECT_EQ(row.end_docking, RunEnd::separated);
  EXPECT_EQ(row.end_hil, RunEnd::stopped);
  EXPECT_NEAR(metric(row, "force.peak_docking"), 1589.7, 0.1);
  EXPECT_TRUE(std::isnan(metric(row, "force.peak_hil")));
  EXPECT_TRUE(std::isnan(metric(row, "velocity.error_pct")));
}

TEST(Simulate, EndsAtTheTimeLimit) {
  auto setup = bondoky_531(1e-3);
  setup.time_limit = 3e-3;
  const auto row = simulate(setup);
  EXPECT_EQ(row.outcome, Outcome::time_limit);
  EXPECT_EQ(row.end_docking, RunEnd::stopped);
  for (const double value : row.values) EXPECT_TRUE(std::isnan(value));
}

// Numbers so small that the step underflows leave no time grid; that is said, instead of standing still.
TEST(Simulate, WhatHasNoTimeGridDiverges) {
  for (const double velocity : {1e-170, 1e-300}) {
    auto setup = bondoky_531(1e-3);
    setup.approach_velocity = velocity;
    EXPECT_EQ(simulate(setup).outcome, Outcome::diverged);
    EXPECT_EQ(simulate_traced(setup).row.outcome, Outcome::diverged);
    metrics::Row row;
    simulate_lanes({&setup, 1}, {&row, 1});
    EXPECT_EQ(row.outcome, Outcome::diverged);
  }
}

// The clock of such a scenario would stand still, so it is given up before anything looks at it: a noise
// draws up to now, and that would have no end.
TEST(Simulate, WhatHasNoTimeGridDrawsNoNoise) {
  auto setup = bondoky_531(1e-3);
  setup.actuator.add(instruments::NoiseSetup{.std = 1e-6, .sample_time = 1e-6});
  setup.approach_velocity = 1e-300;
  const auto good = bondoky_531(1e-3);
  for (const auto solver : {models::Solver::rk4, models::Solver::dopri5}) {
    setup.solver = solver;
    EXPECT_EQ(simulate(setup).outcome, Outcome::diverged);
    EXPECT_EQ(simulate(finer(setup, 0)).outcome, Outcome::diverged);
    EXPECT_EQ(simulate_traced(setup).row.outcome, Outcome::diverged);
    std::array setups{setup, setup, good, setup};
    setups[3].approach_velocity = 0.1;
    std::array<metrics::Row, 4> rows;
    ASSERT_TRUE(simulate_lanes(setups, rows));
    EXPECT_EQ(rows[0].outcome, Outcome::diverged);
    EXPECT_EQ(rows[1].outcome, Outcome::diverged);
    EXPECT_EQ(rows[2].outcome, Outcome::ok);
    EXPECT_EQ(rows[3].outcome, Outcome::ok);
  }
}

/// An actuator of 0.5 ms and 1 um, and a sensor that is late by 0.3 ms.
models::AxialSetup late_sensor() {
  auto setup = bondoky_531(0.5e-3);
  setup.force_sensor = {};
  setup.force_sensor.add(instruments::TransportDelaySetup{0.3e-3});
  return setup;
}

// What the quantizer does unresolved to the contact force comes out of a delay as late as the force.
TEST(Simulate, ADelayKeepsTheSpreadOfWhatItDelays) {
  auto setup = late_sensor();
  const auto row = simulate(setup);
  EXPECT_NEAR(metric(row, "force.peak_hil"), metric(row, "contact_force.peak_hil"), 0.1);  // it was 10 N
  setup.solver = models::Solver::dopri5;
  EXPECT_NEAR(metric(row, "force.peak_hil"), metric(simulate(setup), "force.peak_hil"), 0.1);
}

TEST(Simulate, AQuantizerBehindADelayIsAsExactAsStated) {
  auto setup = late_sensor();
  setup.force_sensor.add(instruments::QuantizerSetup{1.0});
  const auto row = simulate(setup);
  metrics::NumericalError error;
  const std::array finer_rows{simulate(finer(setup, 0)), simulate(finer(setup, 1))};
  error.include(row, finer_rows);
  setup.solver = models::Solver::dopri5;
  const auto located = simulate(setup);
  const auto catalogue = metrics::catalogue();
  for (const auto name : {"force.e_imax", "force.peak_hil", "velocity.after_hil"}) {
    const auto found = std::ranges::find(catalogue, std::string_view(name), &metrics::Metric::name);
    const double stated = error.values[static_cast<std::size_t>(found - catalogue.begin())];
    EXPECT_NEAR(metric(row, name), metric(located, name), 1.5 * stated + 1e-12)
        << name;  // 0.13 N, 0.029 stated
  }
}

/// A coarse testbed whose levels and samples stand anywhere.
models::AxialSetup phased(double place, double force, double sample) {
  auto setup = bondoky_531(1e-3);
  setup.actuator = {};
  setup.actuator.add(instruments::LowPassSetup{4000.0, 0.7});
  setup.actuator.add(instruments::QuantizerSetup{20e-6, place, false});
  setup.force_sensor = {};
  setup.force_sensor.add(instruments::LowPassSetup{6e4, 0.7});
  setup.force_sensor.add(instruments::SampleHoldSetup{1e4, sample});
  setup.force_sensor.add(instruments::QuantizerSetup{50.0, force, true});
  return setup;
}

// A tared sensor shows no force before the contact, wherever its levels stand.
TEST(Simulate, PhasesOfASensorActOnNobodyBeforeTheContact) {
  for (const double phase : {-0.48, -0.2, 0.3, 0.49}) {
    const auto [row, trace] = simulate_traced(phased(phase, phase, 0.5 + phase));
    EXPECT_EQ(row.outcome, Outcome::ok);
    const auto& force = trace.groups[1].channels[5].values;
    const auto& contact = trace.groups[1].channels[4].values;
    for (std::size_t i = 0; contact[i] == 0.0; ++i) ASSERT_EQ(force[i], 0.0);
    EXPECT_EQ(std::remainder(metric(row, "force.peak_hil"), 50.0), 0.0);
  }
}

TEST(Simulate, PhasesGiveTheSameBitsInLanes) {
  std::vector<models::AxialSetup> setups;
  for (int k = 0; k < 19; ++k) setups.push_back(phased(k / 19.0 - 0.48, 0.47 - k / 20.0, k / 19.0));
  for (int k = 0; k < 3; ++k) {  // a low-pass and a quantizer: the short way, but for the phase
    setups.push_back(bondoky_531(1e-3));
    test::quantizer(setups.back().actuator).phase = 0.15 * k;
  }
  std::vector<metrics::Row> rows(setups.size());
  ASSERT_TRUE(simulate_lanes(setups, rows));
  std::set<double> peaks;
  for (std::size_t k = 0; k < setups.size(); ++k) {
    const auto row = simulate(setups[k]);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
      EXPECT_EQ(test::bits(rows[k].values[i]), test::bits(row.values[i])) << k;
    peaks.insert(metric(rows[k], "contact_force.peak_hil"));
  }
  EXPECT_GT(peaks.size(), 19u);  // they matter
}

// So far before the contact that a step does not move the clock.
TEST(Simulate, AStartBeyondTheClockDiverges) {
  auto setup = bondoky_531(1e-3);
  setup.actuator.add(instruments::NoiseSetup{.std = 1e12, .sample_time = 1e-6});
  metrics::Row in_lanes;
  simulate_lanes({&setup, 1}, {&in_lanes, 1});
  EXPECT_EQ(simulate(setup).outcome, Outcome::diverged);
  EXPECT_EQ(in_lanes.outcome, Outcome::diverged);
}

// A restitution of 1e-6 makes a contact that creeps out for 15 million steps.
TEST(Simulate, ACreepingContactIsGivenUp) {
  auto setup = bondoky_531(1e-3);
  setup.contact.damping_number = contact::damping_number(contact::Law::flores, 1e-6);
  metrics::Row row;
  simulate_lanes({&setup, 1}, {&row, 1});
  EXPECT_EQ(row.outcome, Outcome::work_limit);
}

// A step over the whole contact sees no force, and one over most of it gains energy: neither is a result.
TEST(Simulate, StepsThatDoNotResolveTheContactAreNoResult) {
  for (const double step : {1.0, 20e-3, 2e-3, 1e-3}) {
    auto setup = bondoky_531(1e-3);
    setup.step = step;
    metrics::Row in_lanes;
    simulate_lanes({&setup, 1}, {&in_lanes, 1});
    for (const auto& row : {simulate(setup), in_lanes}) {
      EXPECT_EQ(row.outcome, Outcome::unresolved) << step;
      for (const double value : row.values) EXPECT_TRUE(std::isnan(value)) << step;
    }
  }
}

// A time limit far behind the end of the contact changes nothing, however large it is; in finer steps
// neither.
TEST(Simulate, AFarTimeLimitChangesNothing) {
  const auto near = bondoky_531(1e-3);
  const auto expected = simulate(near), expected_finer = simulate(finer(near, 0));
  for (const double limit : {1e6, 1e9, 1e12, 1e300}) {
    auto far = near;
    far.time_limit = limit;
    for (const auto name : {"force.peak_hil", "velocity.error_pct", "penetration.e_imax_pct"}) {
      EXPECT_EQ(metric(simulate(far), name), metric(expected, name)) << limit;
      EXPECT_EQ(metric(simulate(finer(far, 0)), name), metric(expected_finer, name)) << limit;
    }
  }
}

// Denominator 1 - s/(1e4 rad/s): what it shows grows with exp(1e4 t/s) and flings the bodies apart.
TEST(Simulate, AnUnstableInstrumentDiverges) {
  auto setup = bondoky_531(1e-3);
  static constexpr instruments::Section kUnstable[]{{{1.0, 0.0, 0.0}, {1.0, -1e-4, 0.0}}};
  setup.actuator = {};
  setup.actuator.add(instruments::TransferFunctionSetup{kUnstable});
  for (const auto solver : {models::Solver::rk4, models::Solver::dopri5}) {
    if (test::kSanitized && solver != models::Solver::rk4) continue;  // half a minute
    setup.solver = solver;
    const auto row = simulate(setup);
    EXPECT_NE(row.outcome, Outcome::ok);
    EXPECT_TRUE(std::isnan(metric(row, "force.peak_hil")));
    EXPECT_NEAR(metric(row, "force.peak_docking"), 1589.7, 0.1);
  }
}

// A noise of 1e15 Hz has 1e10 samples a step: that is told at once, and not worked off.
TEST(Simulate, ANoiseOfTooManySamplesIsNotWorkedOff) {
  auto setup = bondoky_531(1e-3);
  setup.force_sensor.add(instruments::NoiseSetup{.std = 1.0, .sample_time = 1e-15});
  EXPECT_EQ(simulate(setup).outcome, Outcome::work_limit);
  metrics::Row in_lanes;
  simulate_lanes({&setup, 1}, {&in_lanes, 1});
  EXPECT_EQ(in_lanes.outcome, Outcome::work_limit);
}

// Nor is a contact of 5 ms in steps of a nanosecond.
TEST(Simulate, ATransportDelayNextToNoneIsNotWorkedOff) {
  for (const double delay : {1e-9, 1e-5}) {
    auto setup = bondoky_531(1e-3);
    setup.actuator.add(instruments::TransportDelaySetup{delay});
    EXPECT_EQ(simulate(setup).outcome, delay < 1e-8 ? Outcome::work_limit : Outcome::ok) << delay;
  }
}

// The docking model's end is not the testbed's: only what the testbed shows is lost.
TEST(Simulate, AReboundBeyondAllProportionIsNoResult) {
  using metrics::ModelEnd;
  const ModelEnd good{Outcome::ok, RunEnd::separated, -0.08};
  const auto ends = [&](double docking, double hil) {
    return checked({{Outcome::ok, RunEnd::separated, docking}, {Outcome::ok, RunEnd::separated, hil}}, false,
                   0.1);
  };
  EXPECT_EQ(ends(-0.08, -0.3).hil.outcome, Outcome::ok);  // a late testbed gains energy
  EXPECT_EQ(ends(-0.1, -0.1).docking.outcome, Outcome::ok);
  EXPECT_EQ(ends(-0.08, -101.0).hil.outcome, Outcome::diverged);
  EXPECT_EQ(ends(-0.08, -101.0).docking.outcome, Outcome::ok);
  EXPECT_EQ(ends(-0.101, -0.1).docking.outcome, Outcome::unresolved);
  EXPECT_EQ(ends(-0.101, -0.1).hil.outcome, Outcome::unresolved);
  EXPECT_EQ(checked({good, good}, true, 0.1).docking.outcome, Outcome::unresolved);
  const ModelEnd late{Outcome::time_limit, RunEnd::stopped, 0.05};
  EXPECT_EQ(checked({late, good}, true, 0.1).docking.outcome, Outcome::time_limit);
}

TEST(Simulate, StopsWhenAsked) {
  auto setup = bondoky_531(1e-3);
  setup.step = 1e-9;
  const std::atomic<bool> stop{true};
  metrics::Row row;
  EXPECT_FALSE(simulate_lanes({&setup, 1}, {&row, 1}, stop));
  EXPECT_EQ(simulate(setup, stop).outcome, Outcome::not_run);
}

TEST(Simulate, ADivergedRunIsAFinding) {
  auto setup = bondoky_531(1e-3);
  setup.contact.stiffness = std::numeric_limits<double>::max();
  setup.step = 1e-3;
  const auto row = simulate(setup);
  EXPECT_NE(row.outcome, Outcome::ok);
}

// A step may hold any number of samples: who asks to stop does not wait for them.
TEST(SimulateTraced, RecordsNoSamplesOnceItIsStopped) {
  const std::atomic<bool> stop{true};
  const auto trace = simulate_traced(bondoky_531(1e-3), 1e-10, stop).trace;
  for (const auto& group : trace.groups) EXPECT_TRUE(group.time.empty());
}

TEST(SimulateTraced, GivesUpWhatFillsTheMemory) {
  EXPECT_NO_THROW(check_samples(kMostSamples - 1, 1e-9));
  EXPECT_THROW(check_samples(kMostSamples, 1e-9), RunError);
  EXPECT_THROW(check_samples(kMostSamples, 0.0), RunError);
}

TEST(SimulateTraced, GivesTheSameRowAndAConsistentTrace) {
  auto setup = bondoky_531(0.4e-3);
  setup.step = 5e-6;  // resolves a micrometre at 0.1 m/s
  const auto [row, trace] = simulate_traced(setup);
  const auto untraced = simulate(setup);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    if (const auto& its = metrics::catalogue()[i]; its.axial && !its.of_dent && !its.of_hybrid)
      EXPECT_EQ(row.values[i], untraced.values[i]);
    else
      EXPECT_TRUE(std::isnan(row.values[i])) << "of another model or contact";
  ASSERT_EQ(trace.groups.size(), 2u);
  EXPECT_EQ(trace.groups[0].name, "docking");
  EXPECT_EQ(trace.groups[1].name, "hil");
  for (const auto& group : trace.groups)
    for (const auto& channel : group.channels) ASSERT_EQ(channel.values.size(), group.time.size());
  EXPECT_EQ(trace.groups[0].time.front(), 0.0);
  for (const auto& group : trace.groups) {  // 0 and not -0, which a table would print
    EXPECT_FALSE(std::signbit(group.time.front()));
    EXPECT_FALSE(std::signbit(group.channels[0].values.front()));
  }
  std::size_t jumps = 0;
  for (std::size_t i = 1; i < trace.groups[0].time.size(); ++i) {
    ASSERT_GE(trace.groups[0].time[i], trace.groups[0].time[i - 1]);
    jumps += trace.groups[0].time[i] == trace.groups[0].time[i - 1] ? 1u : 0u;
  }
  EXPECT_GT(jumps, 200u) << "140 um up and down in steps of 1 um, seen from both sides";
  double peak = 0.0;
  for (const double force : trace.groups[0].channels[5].values) peak = std::max(peak, force);
  EXPECT_NEAR(peak, metric(row, "force.peak_docking"), 0.1);
  EXPECT_EQ(trace.groups[1].channels[1].values.back(), metric(row, "velocity.after_hil"));
}

TEST(SimulateTraced, SamplesAtAnInterval) {
  const auto [row, trace] = simulate_traced(bondoky_531(0.4e-3), 1e-4);
  ASSERT_GT(trace.groups[0].time.size(), 40u);
  for (std::size_t i = 0; i < trace.groups[0].time.size(); ++i)
    EXPECT_EQ(trace.groups[0].time[i], 1e-4 * static_cast<double>(i));
  // Between the steps the displacement follows x' = v.
  const auto& d = trace.groups[0].channels[0].values;
  const auto& v = trace.groups[0].channels[1].values;
  for (std::size_t i = 1; i + 1 < d.size(); ++i) EXPECT_NEAR((d[i + 1] - d[i - 1]) / 2e-4, v[i], 2e-3);
}

TEST(SimulateFiner, TakesAQuarterOfTheStep) {
  const auto setup = bondoky_531(0.4e-3);
  EXPECT_EQ(simulate(finer(setup, 0)).step, 0.25 * simulate(setup).step);
}

/// A lead starts the run before the bodies touch; coarse and fine steps meet the samples of the computer at the same
/// instants all the same.
TEST(SimulateFiner, BeginsWhereCoarseStepsBegin) {
  auto setup = bondoky_531(1e-3);
  setup.compensator = {.position = compensation::Position::lead, .order = 2, .rate = 4e3};
  setup.step = 16e-6;
  const double coarse = metric(simulate(setup), "velocity.error_pct");
  setup.step = 1e-6;
  EXPECT_NEAR(metric(simulate(setup), "velocity.error_pct"), coarse, 0.1);  // percent; it was 9
}

TEST(InstructionSets, EndWithTheBaseline) {
  ASSERT_FALSE(instruction_sets().empty());
  EXPECT_EQ(instruction_sets().back(), "baseline");
  EXPECT_THROW(simulate_lanes_with("abacus", {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::simulate
