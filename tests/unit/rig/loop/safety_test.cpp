// Safety alone: every limit, just reached and just not reached; the output stays within its limits.

#include "rig/loop/safety.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace hilspace::rig {
namespace {

constexpr double kRate = 10e3;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Limits limits() {
  Limits limits;
  limits.command_min = 0.1;
  limits.command_max = 0.9;
  limits.command_safe = 0.2;
  limits.command_rate = 1e3;    // 0.1 per cycle
  limits.retreat_rate = 500.0;  // 0.05
  limits.slew_time = 450e-6;    // 5 cycles of 100 us
  limits.velocity_max = 0.05;
  limits.energy_allowance = 1e-3;
  limits.injected_max = 2e-3;
  limits.position_stuck_time = limits.force_stuck_time = 1.95e-3;
  limits.railed_time = limits.silent_time = limits.unwritten_time = limits.relay_time = 250e-6;
  limits.ignored_time = 450e-6;
  limits.late_in_a_row = limits.long_in_a_row = 250e-6;
  limits.late_in_all = limits.long_in_all = 550e-6;
  return limits;
}

/// Healthy cycles: sensors with noise, moderate commands.
Sighting good(std::uint64_t cycle) {
  Sighting seen;
  const double tremble = 1e-3 * static_cast<double>(cycle % 7);
  seen.command = 0.3;
  seen.position_volts = 1.0 + tremble;
  seen.force_volts = 0.1 + tremble;
  seen.extension = 30e-6 + 1e-9 * tremble;
  seen.force = 10.0 + tremble;
  return seen;
}

struct Flaw {
  const char* name;
  std::function<void(Sighting&, std::uint64_t)> spoil;  // from that cycle on, counted from 0
  Trip trip;
};
constexpr std::uint64_t kFirst = 30;

class EveryLimit : public testing::TestWithParam<Flaw> {};

TEST_P(EveryLimit, IsReachedAtItsCycleAndEndsSafe) {
  const Flaw& each = GetParam();
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  for (std::uint64_t i = 0; i < kFirst; ++i) {
    EXPECT_EQ(safety.check(good(i)), 0.3);
    ASSERT_FALSE(safety.trip()) << named(safety.trip().fault).name << " at " << i;
  }
  std::uint64_t count = 0;
  for (; count < 200 && !safety.trip(); ++count) {
    Sighting seen = good(kFirst + count);
    each.spoil(seen, count);
    safety.check(seen);
  }
  ASSERT_EQ(named(safety.trip().fault).name, named(each.trip.fault).name);
  if (!std::isnan(each.trip.value)) {
    EXPECT_NEAR(safety.trip().value, each.trip.value, 1e-9 * std::abs(each.trip.value));
  }
  EXPECT_NEAR(safety.trip().limit, each.trip.limit, 1e-9 * std::abs(each.trip.limit));
  EXPECT_EQ(safety.trip().cycle, kFirst + each.trip.cycle);
  // Latched, and safe as soon as the rate permits, even after recovery.
  double before = safety.last();
  for (std::uint64_t i = 1; i < 20; ++i) {
    const double command = safety.check(good(kFirst + count + i));
    EXPECT_NEAR(command, std::max(before - 0.05, 0.2), 1e-12);
    before = command;
  }
  EXPECT_TRUE(safety.is_safe());
  EXPECT_EQ(safety.last(), 0.2);
  EXPECT_EQ(safety.trip().cycle, kFirst + each.trip.cycle);
}

void late(Sighting& seen, std::uint64_t cycle) { seen.late = cycle % 3 == 2 ? 0 : 1; }

INSTANTIATE_TEST_SUITE_P(
    Safety, EveryLimit,
    testing::Values(
        Flaw{"above", [](Sighting& s, auto) { s.command = 0.91; }, {Fault::command, 0.91, 0.9, 0}},
        Flaw{"below", [](Sighting& s, auto) { s.command = 0.09; }, {Fault::command, 0.09, 0.1, 0}},
        Flaw{"slew",
             [](Sighting& s, std::uint64_t i) { s.command = i % 2 == 0 ? 0.85 : 0.15; },
             {Fault::slew, kNan, 1000.0, 4}},
        Flaw{"command_nan", [](Sighting& s, auto) { s.command = kNan; }, {Fault::not_finite, kNan, 0.0, 0}},
        Flaw{"extension_nan",
             [](Sighting& s, auto) { s.extension = kNan; },
             {Fault::not_finite, kNan, 0.0, 0}},
        Flaw{"force_infinite",
             [](Sighting& s, auto) { s.force = -kInfinite; },
             {Fault::not_finite, kNan, 0.0, 0}},
        Flaw{"extended",
             [](Sighting& s, auto) { s.extension = 281e-6; },
             {Fault::extension, 281e-6, 280e-6, 0}},
        Flaw{"retracted",
             [](Sighting& s, auto) { s.extension = -21e-6; },
             {Fault::extension, -21e-6, -20e-6, 0}},
        Flaw{"velocity",  // 0.06 m/s for some cycles, seen through the filter
             [](Sighting& s, std::uint64_t i) { s.extension += 6e-6 * static_cast<double>(i + 1); },
             {Fault::velocity, kNan, 0.05, 1}},
        Flaw{"force", [](Sighting& s, auto) { s.force = 4001.0; }, {Fault::force, 4001.0, 4000.0, 0}},
        Flaw{"pull", [](Sighting& s, auto) { s.force = -201.0; }, {Fault::force, -201.0, -200.0, 0}},
        Flaw{"force_at_extension",  // 2 kN leave 3/4 of the stroke
             [](Sighting& s, std::uint64_t i) {
               s.force = 2000.0 + 1e-9 * static_cast<double>(i % 2);
               s.extension = 30e-6 + 2e-6 * static_cast<double>(i + 1);
             },
             {Fault::force_at_extension, 226e-6, 225e-6, 97}},
        Flaw{"energy",  // 100 N give 0.1 m/s: 1 mJ in each cycle of 0.1 ms
             [](Sighting& s, auto) {
               s.body_force = 100.0;
               s.body_velocity = -0.1;
             },
             {Fault::energy, 2e-3, 1e-3, 1}},
        Flaw{"injected",  // 100 N press an extension that grows by 0.04 m/s, and the bodies do not move
             [](Sighting& s, std::uint64_t i) {
               s.body_force = 100.0;
               s.extension += 4e-6 * static_cast<double>(i + 1);
             },
             {Fault::injected, kNan, 2e-3, 5}},
        Flaw{"position_stuck",
             [](Sighting& s, auto) { s.extension = 30.5e-6; },
             {Fault::position_stuck, 2e-3, 1.95e-3, 20}},
        Flaw{"force_stuck",
             [](Sighting& s, auto) { s.force = 20.0; },
             {Fault::force_stuck, 2e-3, 1.95e-3, 20}},
        Flaw{"position_railed",
             [](Sighting& s, auto) { s.position_volts = 9.99; },
             {Fault::position_railed, 300e-6, 250e-6, 2}},
        Flaw{"force_railed",
             [](Sighting& s, auto) { s.force_volts = -10.0; },
             {Fault::force_railed, 300e-6, 250e-6, 2}},
        Flaw{"silent", [](Sighting& s, auto) { s.read = false; }, {Fault::silent, 300e-6, 250e-6, 2}},
        Flaw{
            "unwritten", [](Sighting& s, auto) { s.written = false; }, {Fault::unwritten, 300e-6, 250e-6, 2}},
        Flaw{"silent_in_all",
             [](Sighting& s, std::uint64_t i) { s.read = i % 2 == 1; },
             {Fault::silent_in_all, 2.5e-3, 2.5e-3, 48}},
        Flaw{"unwritten_in_all",
             [](Sighting& s, std::uint64_t i) { s.written = i % 3 == 2; },
             {Fault::unwritten_in_all, 2.5e-3, 2.5e-3, 36}},
        Flaw{"late_in_a_row",
             [](Sighting& s, auto) { s.late = 1; },
             {Fault::late_in_a_row, 300e-6, 250e-6, 2}},
        Flaw{"one_long_sleep",
             [](Sighting& s, auto) { s.late = 9; },
             {Fault::late_in_a_row, 900e-6, 250e-6, 0}},
        Flaw{"late_in_all", late, {Fault::late_in_all, 600e-6, 550e-6, 7}},
        Flaw{"long_in_a_row",
             [](Sighting& s, auto) { s.overlong = 1; },
             {Fault::long_in_a_row, 300e-6, 250e-6, 2}},
        Flaw{"long_in_all",
             [](Sighting& s, std::uint64_t i) { s.overlong = i % 2; },
             {Fault::long_in_all, 600e-6, 550e-6, 11}},
        Flaw{"stop", [](Sighting& s, auto) { s.stop = true; }, {Fault::operator_stop, 1.0, 0.0, 0}},
        Flaw{"relay",
             [](Sighting& s, auto) { s.relay_closed = false; },
             {Fault::relay_open, 300e-6, 250e-6, 2}},
        Flaw{"paused",
             [](Sighting& s, auto) { s.paused = 6e-3, s.relay_holds = 5e-3; },
             {Fault::paused, 6e-3, 5e-3, 0}},
        Flaw{"guard_silent",
             [](Sighting& s, auto) { s.guard_silent = true; },
             {Fault::guard_silent, 1.0, 0.0, 0}},
        Flaw{"guard", [](Sighting& s, auto) { s.guard_fired = true; }, {Fault::guard, 1.0, 0.0, 0}},
        Flaw{"unrecorded", [](Sighting& s, auto) { s.unrecorded = true; }, {Fault::recording, 1.0, 0.0, 0}}),
    [](const auto& each) { return each.param.name; });

TEST(Safety, TheCommandChangesNoFasterThanItMay) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  Sighting seen = good(0);
  seen.command = 0.55;
  EXPECT_NEAR(safety.check(seen), 0.4, 1e-15);
  EXPECT_NEAR(safety.check(seen), 0.5, 1e-15);
  EXPECT_NEAR(safety.check(seen), 0.55, 1e-15);
  EXPECT_FALSE(safety.trip());
}

TEST(Safety, AVelocityIsOneAlsoWherePeriodsAreMissing) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  double x = 30e-6;
  for (std::uint64_t i = 0; i < 60; ++i) {  // 0.02 m/s
    Sighting seen = good(i);
    seen.elapsed = i % 5 == 4 ? 3.0 : 1.0;
    seen.read = i % 7 != 6;
    x += 2e-6 * seen.elapsed;
    seen.extension = x;
    safety.check(seen);
    if (i > 20) {
      EXPECT_NEAR(safety.velocity(), 0.02, 1e-6);
    }
  }
  EXPECT_FALSE(safety.trip()) << named(safety.trip().fault).name;
}

TEST(Safety, WhatFailsNowAndThenDoesNotTrip) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  for (std::uint64_t i = 0; i < 100; ++i) {
    Sighting seen = good(i);
    seen.read = i % 5 < 4;
    seen.written = i % 10 < 8;
    seen.relay_closed = i % 2 == 1;
    safety.check(seen);
  }
  EXPECT_FALSE(safety.trip()) << named(safety.trip().fault).name;
}

// A command that was not written has not moved the actuator.
TEST(Safety, ExpectsTheExtensionOfTheCommandThatStands) {
  Expectation expectation;
  expectation.known = true;
  expectation.actuator[0] = {{300e-6, 0.0, 0.0}, {1.0, 1e-4, 0.0}};
  expectation.actuator_sections = 1;
  expectation.touch = 1.0;  // out of reach
  expectation.tolerances.actuator = expectation.tolerances.time = 0.0;
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3, expectation);
  safety.tare(90e-6, 0.0);
  for (std::uint64_t i = 0; i < 50; ++i) {
    Sighting seen = good(i);
    seen.extension = 90e-6 + 1e-9 * static_cast<double>(i % 7);
    seen.force = 1e-3 * static_cast<double>(i % 7);
    seen.written = i < 3;               // fails from the command of cycle 2 on
    seen.command = i < 2 ? 0.3 : 0.39;  // 27 um more
    safety.check(seen);
    if (safety.trip()) break;
  }
  EXPECT_EQ(named(safety.trip().fault).name, named(Fault::unwritten).name);
}

TEST(Safety, LateAtTheStartIsIgnored) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  for (std::uint64_t i = 0; i < 5; ++i) {
    Sighting seen = good(i);
    seen.late = seen.overlong = 100;
    safety.check(seen);
  }
  EXPECT_FALSE(safety.trip());
  EXPECT_EQ(safety.late(), 0u);
}

TEST(Safety, LateAndLongAreCountedApart) {
  Limits wide = limits();
  wide.late_in_a_row = wide.late_in_all = wide.long_in_a_row = wide.long_in_all = 0;
  Safety safety(wide, kRate, {-10.0, 10.0}, 0.3);
  for (std::uint64_t i = 0; i < 50; ++i) {
    Sighting seen = good(i);
    seen.late = i == 10 ? 4 : 0;
    seen.overlong = i == 20 || i == 21 ? 1 : 0;
    safety.check(seen);
  }
  EXPECT_EQ(safety.late(), 4u);
  EXPECT_EQ(safety.overlong(), 2u);
}

TEST(Safety, WhatIsWrittenNeverLeavesItsLimits) {
  const double strange[] = {kNan, kInfinite, -kInfinite, 1e300, -1e300, 0.0, -0.0, 0.95, 0.05};
  for (const double first : strange)
    for (const double second : strange) {
      Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
      for (std::uint64_t i = 0; i < 20; ++i) {
        Sighting seen = good(i);
        if (i >= 3) seen.command = seen.extension = i % 2 == 0 ? first : second;
        const double command = safety.check(seen);
        ASSERT_GE(command, 0.1);
        ASSERT_LE(command, 0.9);
      }
      EXPECT_EQ(safety.last(), 0.2);
    }
}

TEST(Safety, AfterTheGuardTheCommandGoesOnFromWhereItIs) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.8);
  Sighting seen = good(0);
  seen.guard_fired = true;
  seen.guard_command = 0.55;                    // on its way
  EXPECT_EQ(safety.check(seen), 0.55);          // steps of both would be twice the rate
  EXPECT_NEAR(safety.check(seen), 0.5, 1e-15);  // the loop continues if the guard has died
  seen.guard_command = 0.2;
  EXPECT_EQ(safety.check(seen), 0.2);
}

// Writes fail, and recover, at any time: in operation, in the retreat, several in a row. Of those that fail some
// change the output all the same, as where the command is written and the heartbeat is not.
TEST(Safety, TheOutputChangesNoFasterThanItMayAlsoAfterFailedWrites) {
  Limits wide = limits();
  wide.slew_time = 0.0;
  wide.unwritten_time = wide.silent_time = 0.0;
  for (const double last_share : {0.0, 0.5})  // of failed writes that change the output
    for (std::uint64_t run = 0; run < 300; ++run) {
      const RandomStream random(1, run, static_cast<std::uint64_t>(10.0 * last_share));
      std::uint64_t k = 0;
      const double failing = 0.9 * random.uniform(k++);
      const auto stop = static_cast<std::uint64_t>(200.0 * random.uniform(k++));
      Safety safety(wide, kRate, {-10.0, 10.0}, 0.3);
      double output = 0.3;
      bool written = true;
      for (std::uint64_t i = 0; i < 400; ++i) {
        Sighting seen = good(i);
        seen.command = 0.1 + 0.8 * random.uniform(k++);
        seen.written = written;
        seen.stop = i == stop;
        const double command = safety.check(seen);
        written = i > 380 || random.uniform(k++) > failing;
        const bool changed = written || random.uniform(k++) < last_share;
        if (!changed) continue;
        ASSERT_LE(std::abs(command - output), 0.1 + 1e-12) << run << " in cycle " << i;
        // A retreat never leads away from the safe command, wherever it begins.
        if (i >= stop) {
          ASSERT_LE(std::abs(command - 0.2), std::abs(output - 0.2) + 1e-12) << run << " in cycle " << i;
        }
        output = command;
      }
      EXPECT_EQ(output, 0.2) << run;
    }
}

TEST(Safety, ARunThatIsOverEndsAtTheSafeValueWithoutATrip) {
  Safety safety(limits(), kRate, {-10.0, 10.0}, 0.3);
  safety.check(good(0));
  safety.finish();
  for (std::uint64_t i = 1; i <= 10; ++i) safety.check(good(i));
  EXPECT_TRUE(safety.is_safe());
  EXPECT_FALSE(safety.trip());
}

}  // namespace
}  // namespace hilspace::rig
