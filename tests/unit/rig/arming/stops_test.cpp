// Stops of a rig: where its actuator swings to behind the retreat, and which retreats are refused.

#include "rig/arming/stops.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "rig/arming/expect.hpp"
#include "rig/loop/retreat.hpp"
#include "study/study.hpp"
#include "support/message.hpp"
#include "support/repository.hpp"
#include "support/rig_cases.hpp"

namespace hilspace::rig {
namespace {

constexpr double kWrites = 75e3, kFullVolts = 10.0;

models::RigPlantSetup in_air(std::span<const instruments::Section> actuator) {
  models::RigPlantSetup setup;
  setup.actuator = actuator;
  setup.air_gap = 1.0;
  return setup;
}

Limits retreating_at(double volts_per_second) {
  Limits limits;
  limits.retreat_rate = volts_per_second / kFullVolts;
  return limits;
}

// A ramp of duration T excites an undamped pole by |sin(w T/2)|/(w T/2) of its height.
TEST(Stops, AnUndampedPoleSwingsAsItsTransferFunctionSays) {
  constexpr double w = 11662.4, kGain = 300e-6;
  static constexpr std::array kPole{instruments::Section{{kGain, 0.0, 0.0}, {1.0, 0.0, 1.0 / (w * w)}}};
  for (const double command : {0.1, 0.5, 0.9})
    for (const double rate : {5e3, 20e3, 35e3}) {
      models::RigPlant plant(in_air(kPole));
      plant.rest(command * kGain);
      const double half = 0.5 * w * command * kFullVolts / rate;
      const Stopped its = stopped({plant, command, ""}, retreating_at(rate), kWrites);
      EXPECT_NEAR(its.lowest, -command * kGain * std::abs(std::sin(half) / half), 0.02 * command * kGain)
          << command << " at " << rate << " V/s";
      EXPECT_NEAR(its.highest, command * kGain, 1e-9);
    }
}

// Held for long, an oscillation dies away: the stop is then as good as one from rest.
TEST(Stops, AreTheSameFromRestAfterAnyPause) {
  const auto& actuator = test::published_actuator();
  models::RigPlant plant(in_air(actuator));
  plant.rest(0.3 * plant.gain());
  const Stop stop{plant, 0.3, ""};
  const Stopped at_once = stopped(stop, retreating_at(10e3), kWrites),
                later = stopped(stop, retreating_at(10e3), kWrites, 5e-3);
  EXPECT_NEAR(later.lowest, at_once.lowest, 1e-9);
  EXPECT_NEAR(later.speed, at_once.speed, 1e-4);
}

// The command's own rate makes the published actuator swing to -170 um; the retreat's does not.
TEST(Stops, TheDefaultRetreatStaysWithinTheLimitsFromAnyCommand) {
  Stops stops;
  stops.at_rest(in_air(test::published_actuator()), 0.88);
  Limits limits;
  EXPECT_EQ(violation(stops.all(), limits, kWrites), "");
  limits.retreat_rate = limits.command_rate;
  limits.velocity_max = 10.0;
  const std::string found = violation(stops.all(), limits, kWrites);
  EXPECT_NE(found.find("a stop at rest makes the stack swing to -17"), std::string::npos) << found;
  EXPECT_NE(found.find("limits.extension_min is -20 um"), std::string::npos) << found;
  limits.extension_min = -1.0;
  limits.velocity_max = 1.5;
  EXPECT_NE(violation(stops.all(), limits, kWrites).find("limits.velocity_max is 1.5 m/s"),
            std::string::npos);
}

// The proposal is the largest of two digits that qualifies, but for a tenth.
TEST(Stops, ARetreatThatIsTooFastIsRefusedWithOneThatQualifies) {
  Stops stops;
  stops.at_rest(in_air(test::published_actuator()), 0.9);
  Limits limits = retreating_at(10e3);
  limits.extension_max = 290e-6;
  const std::string refused =
      test::message_of<RunError>([&] { require_stops(stops, limits, kWrites, kFullVolts); });
  EXPECT_NE(refused.find("not armed: with limits.retreat_rate = 10000 V/s a stop at rest"), std::string::npos)
      << refused;
  const auto proposed = qualified_retreat(stops.all(), limits, kWrites, kFullVolts);
  ASSERT_TRUE(proposed.has_value());
  EXPECT_NE(refused.find(fmt::format("write limits.retreat_rate = \"{:.6g} V/s\"", *proposed * kFullVolts)),
            std::string::npos)
      << refused;
  limits.retreat_rate = *proposed;
  EXPECT_NO_THROW(require_stops(stops, limits, kWrites, kFullVolts));
  limits.retreat_rate *= 1.2;
  EXPECT_THROW(require_stops(stops, limits, kWrites, kFullVolts), RunError);
  limits.extension_max = 200e-6;  // below where the stops begin: no retreat helps
  EXPECT_NE(test::message_of<RunError>([&] {
              require_stops(stops, limits, kWrites, kFullVolts);
            }).find("a slower retreat does not mend that"),
            std::string::npos);
}

// Every write of a slow program is a step.
TEST(Stops, WritesThatAreFarApartAreSeenAsSteps) {
  Stops stops;
  stops.at_rest(in_air(test::published_actuator()), 0.9);
  const auto lowest = [&](const Limits& limits, double rate) {
    double found = 0.0;
    for (const Stop& stop : stops.all()) found = std::min(found, stopped(stop, limits, rate).lowest);
    return found;
  };
  EXPECT_LT(lowest(Limits{}, 1e3), -80e-6);  // 3 V at a time
  for (const double rate : {1e3, 1.5e3, 2e3, 3e3, 5e3, 10e3, 20e3})
    EXPECT_GT(lowest(at_rate(Limits{}, rate), rate), -20e-6) << rate;
}

/// Lowest extension, m, behind a guard whose writes are `pauses` apart, ns, one after the other and again.
double behind_a_guard(double command, const std::vector<std::int64_t>& pauses, double most) {
  models::RigPlant plant(in_air(test::published_actuator()));
  plant.rest(command * plant.gain());
  PacedRetreat next(Limits{}.retreat_rate, most, 0);
  double lowest = plant.extension(), settled = 0.0;
  std::int64_t now = 0;
  for (std::size_t k = 0; settled < 2e-3; now += pauses[k % pauses.size()], ++k) {
    command = next(command, 0.0, now);
    constexpr double kStep = 10e-6;  // s
    const double pause = 1e-9 * static_cast<double>(pauses[k % pauses.size()]);
    const int parts = std::max(1, static_cast<int>(std::ceil(pause / kStep)));
    for (int part = 0; part < parts; ++part) {
      plant.advance(command, pause / parts);
      lowest = std::min(lowest, plant.extension());
    }
    if (command == 0.0) settled += pause;
  }
  return lowest;
}

// Steps of 5 % at the actuator's own frequency, which a loop may make but once, would add up to a pull.
TEST(Stops, AGuardBehindASlowConverterDoesNotPullTheStack) {
  double bold = 0.0;
  for (const std::int64_t pause : {10'000, 80'000, 270'000, 540'000, 1'000'000})
    for (const double command : {0.1, 0.3, 0.5, 0.7, 0.88}) {
      EXPECT_GT(behind_a_guard(command, {pause}, kRetreatPerWrite), -20e-6) << pause << " from " << command;
      bold = std::min(bold, behind_a_guard(command, {pause}, kMostPerWrite));
    }
  EXPECT_LT(bold, -40e-6);
}

// Once, at any instant of its way and for any time; what it makes good by its next step is small.
TEST(Stops, AGuardThatIsInterruptedDoesNotPullTheStack) {
  for (const std::int64_t pause : {50'000, 130'000, 270'000, 540'000, 2'000'000})
    for (const double command : {0.1, 0.4, 0.88})
      for (std::size_t at = 1; at < 400; at += 13) {
        std::vector<std::int64_t> pauses(2000, 10'000);
        pauses[at] = pause;
        EXPECT_GT(behind_a_guard(command, pauses, kRetreatPerWrite), -20e-6)
            << pause << " ns at " << at << " from " << command;
      }
}

// A drive is stopped around its largest command, where it moves, and from rest below that.
TEST(Stops, OfADriveAreThoseAroundItsLargestCommand) {
  const auto& actuator = test::published_actuator();
  std::vector<double> drive(20000, 0.4);
  for (std::size_t k = 0; k < 2000; ++k)
    drive[10000 + k] = 0.4 + 0.1 * std::sin(0.01 * std::numbers::pi * static_cast<double>(k));
  const Stops stops = stops_of(drive, in_air(actuator), kWrites);
  double most = 0.0, fastest = 0.0;
  for (const Stop& stop : stops.all()) {
    most = std::max(most, stop.command);
    fastest = std::max(fastest, stopped(stop, Limits{}, kWrites).speed);
  }
  EXPECT_NEAR(most, 0.5, 1e-6);
  EXPECT_GT(fastest, 0.05);
  EXPECT_TRUE(stops_of({}, in_air(actuator), kWrites).all().empty());
}

// The published scenarios, at the corners of their tolerances: the retreat at the rate of the command would tear
// the stack after a stop without any fault.
TEST(Stops, OfThePublishedScenariosAreHarmlessAtTheDefaultRetreatOnly) {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  const study::Study study =
      study::load(test::repository() + "/studies/13-rig-twin/published.toml", twin, results::known_metrics());
  for (const std::uint64_t index : {0U, 240U, 400U}) {
    const models::RigSetup scenario = study::rig_setup(study, index);
    LoopSetup loop;
    loop.computer = scenario.computer;
    loop.ramp_time = loop.settle_time = 5e-3;
    loop.limits.extension_max = 290e-6;
    loop.limits.velocity_max = 1.5;
    Stops stops;
    envelope(loop, scenario.plant, {}, &stops);
    Limits limits = loop.limits;
    EXPECT_EQ(violation(stops.all(), limits, kWrites), "") << index;
    limits.retreat_rate = limits.command_rate;
    EXPECT_NE(violation(stops.all(), limits, kWrites), "") << index;
    limits.retreat_rate = loop.limits.retreat_rate = loop.limits.command_rate;
    EXPECT_THROW(expect(loop, scenario, {}), RunError) << index;
  }
}

}  // namespace
}  // namespace hilspace::rig
