// The decision alone: each limit at its exact value, at the adjacent double on either side, and with NaN;
// nothing else changes the verdict.

#include "rig/loop/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace hilspace::rig {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Limits strict() {
  Limits limits;
  limits.command_min = 0.1;
  limits.command_max = 0.9;
  limits.energy_allowance = 1e-3;
  limits.injected_max = 2e-3;
  limits.position_zero = 3e-6;
  limits.force_zero = 5.0;
  limits.late_in_all = limits.long_in_all = 0.7e-3;
  return limits;
}

Seen calm() {
  Seen seen;
  seen.extension = 100e-6;
  seen.velocity = 0.05;
  seen.force = 500.0;
  seen.injected = 1e-4;
  seen.expects = true;
  seen.expected = {102e-6, 5e-6, 1e-6, 4e-6, 400.0, 600.0};
  seen.command = 0.5;
  return seen;
}

/// Bound of a number: `good` is the last value that passes.
struct Edge {
  const char* name;
  std::function<double&(Seen&)> number;
  double good;
  bool upwards;  // whether values above it fail
  Fault fault;
  bool infinity_fails = true;
};

std::vector<Edge> edges() {
  const Limits l = strict();
  const auto below = [](double limit) { return std::nextafter(limit, 0.0); };
  // If the bound applies to a difference or a product, the test finds the last good value itself.
  return {
      {"relay", [](Seen& s) -> double& { return s.relay_open; }, below(l.relay_time), true,
       Fault::relay_open},
      {"unwritten", [](Seen& s) -> double& { return s.unwritten; }, below(l.unwritten_time), true,
       Fault::unwritten},
      {"unwritten_in_all", [](Seen& s) -> double& { return s.unwritten_in_all; },
       below(10.0 * l.unwritten_time), true, Fault::unwritten_in_all},
      {"silent_in_all", [](Seen& s) -> double& { return s.silent_in_all; }, below(10.0 * l.silent_time), true,
       Fault::silent_in_all},
      {"silent", [](Seen& s) -> double& { return s.silent; }, below(l.silent_time), true, Fault::silent},
      {"late", [](Seen& s) -> double& { return s.late; }, below(l.late_in_a_row), true, Fault::late_in_a_row},
      {"late_in_all", [](Seen& s) -> double& { return s.late_in_all; }, below(l.late_in_all), true,
       Fault::late_in_all},
      {"long", [](Seen& s) -> double& { return s.overlong; }, below(l.long_in_a_row), true,
       Fault::long_in_a_row},
      {"long_in_all", [](Seen& s) -> double& { return s.overlong_in_all; }, below(l.long_in_all), true,
       Fault::long_in_all},
      {"position_still", [](Seen& s) -> double& { return s.position_still; }, below(l.position_stuck_time),
       true, Fault::position_stuck},
      {"force_still", [](Seen& s) -> double& { return s.force_still; }, below(l.force_stuck_time), true,
       Fault::force_stuck},
      {"position_railed", [](Seen& s) -> double& { return s.position_railed; }, below(l.railed_time), true,
       Fault::position_railed},
      {"force_railed", [](Seen& s) -> double& { return s.force_railed; }, below(l.railed_time), true,
       Fault::force_railed},
      {"velocity", [](Seen& s) -> double& { return s.velocity; }, l.velocity_max, true, Fault::velocity},
      {"velocity_back", [](Seen& s) -> double& { return s.velocity; }, -l.velocity_max, false,
       Fault::velocity},
      {"energy", [](Seen& s) -> double& { return s.returned; }, l.energy_allowance, true, Fault::energy},
      {"injected", [](Seen& s) -> double& { return s.injected; }, l.injected_max, true, Fault::injected},
      {"position_zero", [](Seen& s) -> double& { return s.rest_position; }, l.position_zero, true,
       Fault::position_zero},
      {"position_zero_back", [](Seen& s) -> double& { return s.rest_position; }, -l.position_zero, false,
       Fault::position_zero},
      {"force_zero", [](Seen& s) -> double& { return s.rest_force; }, l.force_zero, true, Fault::force_zero},
      {"force_zero_back", [](Seen& s) -> double& { return s.rest_force; }, -l.force_zero, false,
       Fault::force_zero},
      {"force_high", [](Seen& s) -> double& { return s.force; }, 600.0, true, Fault::force_at_penetration,
       false},
      {"force_low", [](Seen& s) -> double& { return s.force; }, 400.0, false, Fault::force_at_penetration,
       false},
      {"slack", [](Seen& s) -> double& { return s.expected.slack; }, std::abs(100e-6 - 102e-6), false,
       Fault::position_at_command},
      {"leap", [](Seen& s) -> double& { return s.expected.leap; }, 4e-6, true, Fault::position_at_command},
      {"leap_back", [](Seen& s) -> double& { return s.expected.leap; }, -4e-6, false,
       Fault::position_at_command},
      {"leap_slack", [](Seen& s) -> double& { return s.expected.leap_slack; }, 1e-6, false,
       Fault::position_at_command},
      {"command_above", [](Seen& s) -> double& { return s.command; }, l.command_max, true, Fault::command,
       false},
      {"command_below", [](Seen& s) -> double& { return s.command; }, l.command_min, false, Fault::command,
       false},
      {"slew", [](Seen& s) -> double& { return s.steep; }, below(l.slew_time), true, Fault::slew},
  };
}

TEST(Judge, CalmPasses) { EXPECT_EQ(judge(strict(), calm()).fault, Fault::none); }

TEST(Judge, EachLimitHoldsToTheLastBit) {
  for (const Edge& edge : edges()) {
    SCOPED_TRACE(edge.name);
    Seen seen = calm();
    edge.number(seen) = edge.good;
    EXPECT_EQ(named(judge(strict(), seen).fault).name, "none");
    edge.number(seen) = std::nextafter(edge.good, edge.upwards ? kInf : -kInf);
    EXPECT_EQ(named(judge(strict(), seen).fault).name, named(edge.fault).name);
  }
}

TEST(Judge, WhatIsNoNumberOrInfiniteFails) {
  for (const Edge& edge : edges()) {
    SCOPED_TRACE(edge.name);
    Seen seen = calm();
    edge.number(seen) = kNaN;
    EXPECT_NE(judge(strict(), seen).fault, Fault::none);
    if (edge.infinity_fails) {
      edge.number(seen) = edge.upwards ? kInf : -kInf;
      EXPECT_EQ(named(judge(strict(), seen).fault).name, named(edge.fault).name);
    }
  }
  for (double Seen::*number : {&Seen::extension, &Seen::force, &Seen::command})
    for (const double bad : {kNaN, kInf, -kInf}) {
      Seen seen = calm();
      seen.*number = bad;
      EXPECT_EQ(judge(strict(), seen).fault, Fault::not_finite);
    }
  for (double Expected::*number : {&Expected::extension, &Expected::slack, &Expected::leap,
                                   &Expected::leap_slack, &Expected::force_low, &Expected::force_high}) {
    Seen seen = calm();
    seen.expected.*number = kNaN;
    EXPECT_NE(judge(strict(), seen).fault, Fault::none);
  }
}

TEST(Judge, ExtensionAndForceHaveTwoSides) {
  Limits l = strict();
  Seen seen = calm();
  seen.expects = false;
  for (const auto& [x, fault] : {std::pair{l.extension_max, Fault::none},
                                 {std::nextafter(l.extension_max, 1.0), Fault::extension},
                                 {l.extension_min, Fault::none},
                                 {std::nextafter(l.extension_min, -1.0), Fault::extension}}) {
    seen.extension = x;
    seen.force = 0.0;
    EXPECT_EQ(named(judge(l, seen).fault).name, named(fault).name) << x;
  }
  seen = calm();
  seen.expects = false;
  seen.extension = 0.0;
  for (const auto& [force, fault] : {std::pair{l.force_max, Fault::none},
                                     {std::nextafter(l.force_max, 1e9), Fault::force},
                                     {l.force_min, Fault::none},
                                     {std::nextafter(l.force_min, -1e9), Fault::force}}) {
    seen.force = force;
    EXPECT_EQ(named(judge(l, seen).fault).name, named(fault).name) << force;
  }
  // 8.5: 2 kN leave 3/4 of the stroke; a pull leaves the full stroke, not more.
  seen.force = 2000.0;
  seen.extension = std::nextafter(225e-6, 0.0) - 1e-18;
  EXPECT_EQ(judge(l, seen).fault, Fault::none);
  seen.extension = 225e-6 + 1e-18;
  const Judgement verdict = judge(l, seen);
  EXPECT_EQ(verdict.fault, Fault::force_at_extension);
  EXPECT_NEAR(verdict.limit, 225e-6, 1e-15);
  l.extension_max = 1.0;
  seen.force = -150.0;
  seen.extension = 301e-6;
  EXPECT_EQ(judge(l, seen).fault, Fault::force_at_extension);
  // The full stroke itself is too far.
  l.stroke = l.blocking_force = 1.0;
  seen.force = 0.0;
  seen.extension = 1.0;
  EXPECT_EQ(judge(l, seen).fault, Fault::force_at_extension);
  seen.extension = std::nextafter(1.0, 0.0);
  EXPECT_EQ(judge(l, seen).fault, Fault::none);
}

TEST(Judge, WhatComesFromOutsideIsHeard) {
  for (const auto& [flag, fault] : {std::pair{&Seen::stop, Fault::operator_stop},
                                    {&Seen::guard_fired, Fault::guard},
                                    {&Seen::guard_silent, Fault::guard_silent},
                                    {&Seen::unrecorded, Fault::recording}}) {
    Seen seen = calm();
    seen.*flag = true;
    EXPECT_EQ(judge(strict(), seen).fault, fault);
  }
}

// The relay opens because of it, and is not to blame.
TEST(Judge, APauseIsNamedBeforeTheRelayThatItOpens) {
  Seen seen = calm();
  seen.relay_holds = seen.paused = 5e-3;
  EXPECT_EQ(judge(strict(), seen).fault, Fault::none);
  seen.paused = std::nextafter(5e-3, 1.0);
  seen.relay_open = seen.late = 1.0;
  EXPECT_EQ(judge(strict(), seen).fault, Fault::paused);
  seen.relay_holds = 0.0;  // not known
  EXPECT_EQ(judge(strict(), seen).fault, Fault::relay_open);
}

TEST(Judge, WhatIsNotAskedIsNotJudged) {
  Seen seen = calm();
  seen.extension = seen.force = kNaN;
  seen.measured = false;
  EXPECT_EQ(judge(strict(), seen).fault, Fault::none);
  seen = calm();
  seen.expected = {0.0, 0.0, 1.0, 0.0, 1e9, -1e9};
  seen.expects = false;
  EXPECT_EQ(judge(strict(), seen).fault, Fault::none);
  seen = calm();
  seen.command = kNaN;
  seen.controlled = false;
  EXPECT_EQ(judge(strict(), seen).fault, Fault::none);
}

TEST(Judge, ATimeOfZeroSwitchesItsCheckOff) {
  Limits l = strict();
  l.relay_time = l.unwritten_time = l.silent_time = l.late_in_a_row = l.late_in_all = l.long_in_a_row =
      l.long_in_all = l.position_stuck_time = l.force_stuck_time = l.railed_time = l.slew_time = 0.0;
  Seen seen = calm();
  for (double Seen::*time :
       {&Seen::relay_open, &Seen::unwritten, &Seen::unwritten_in_all, &Seen::silent, &Seen::silent_in_all,
        &Seen::late, &Seen::late_in_all, &Seen::overlong, &Seen::overlong_in_all, &Seen::position_still,
        &Seen::force_still, &Seen::position_railed, &Seen::force_railed, &Seen::steep})
    seen.*time = 1e9;
  EXPECT_EQ(judge(l, seen).fault, Fault::none);
}

}  // namespace
}  // namespace hilspace::rig
