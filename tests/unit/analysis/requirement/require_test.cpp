#include "analysis/requirement/require.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "core/error.hpp"
#include "simulate/simulate.hpp"
#include "studies.hpp"
#include "support/times.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;

constexpr const char* kAxes = R"(
[[axis]]
"chaser.mass" = ["10 kg", "30 kg", "90 kg"]
[[axis]]
"approach.velocity" = ["20 mm/s", "0.1 m/s", "0.2 m/s"]
)";

constexpr Id kResolution = study::id_of(study::Instrument::actuator, "resolution");

struct Asked {
  study::Study study;
  Requirement requirement;
};

Asked asked(const study::Study& study, const std::vector<std::string>& targets,
            const std::vector<std::string>& ranges) {
  Requirement requirement;
  for (const auto& text : targets) requirement.targets.push_back(parse_target(text, study));
  for (const auto& text : ranges) requirement.varied.push_back(parse_varied(text, study));
  return {freed(study, requirement.varied, results::known_metrics()), requirement};
}

std::vector<ParameterLimit> limits(const Asked& asked) {
  const auto found = require(asked.study, asked.requirement, 2, simulate::kNeverStop);
  EXPECT_TRUE(found);
  return found.value();
}

ParameterLimit limit(const study::Study& study, const std::string& target, const std::string& range) {
  return limits(asked(study, {target}, {range})).front();
}

/// A scenario's metric at a value of a parameter, simulated directly.
metrics::Row row_at(const study::Study& study, std::uint64_t scenario, Id id, double x) {
  study::Study its = study;
  its.base[id] = x;
  return simulate::simulate(study::axial_setup(its, scenario));
}

TEST(Require, AgreesWithAFineScan) {
  const Asked its =
      asked(study_of(), {"abs(velocity.error_pct) <= 30 %"}, {"actuator.total_delay=0.1ms..5ms"});
  const ParameterLimit found = limits(its).front();
  ASSERT_EQ(found.found, Found::limit);
  EXPECT_LE(found.bracket.bad - found.bracket.good, 1e-4 * found.bracket.bad);
  EXPECT_EQ(found.teeth, 1U);
  const Target& target = its.requirement.targets.front();
  int crossings = 0;
  for (double x = 0.98 * found.bracket.good; x < 1.02 * found.bracket.good; x += 0.02e-6) {
    const bool before = target.met(row_at(its.study, 0, "actuator.total_delay"_id, x));
    const bool after = target.met(row_at(its.study, 0, "actuator.total_delay"_id, x + 0.02e-6));
    if (before == after) continue;
    ++crossings;
    EXPECT_GE(x + 0.02e-6, found.bracket.good);
    EXPECT_LE(x, found.bracket.bad);
  }
  EXPECT_EQ(crossings, 1);
}

// Any delay adds energy to a spring. No run with a delay near 0 ends, so none may be asked for.
TEST(Require, ALimitAt0IsBoundByARunThatEnds) {
  const auto spring = test::read_study(R"(
title = "A spring"
chaser.mass = "63 kg"
target.mass = "63 kg"
approach.velocity = "20 mm/s"
contact = { law = "kelvin_voigt_tensile", stiffness = "1 kN/m", damping = "0 N s/m" }
actuator.chain = ["transport_delay"]
actuator.transport_delay.delay = "1 ms"
)");
  const auto found = limit(spring, "restitution.hil <= 1", "actuator.transport_delay.delay=0ms..300ms");
  ASSERT_EQ(found.found, Found::limit);
  EXPECT_EQ(found.bracket.good, 0.0);
  EXPECT_GT(found.bracket.bad, 15e-6);
  EXPECT_LE(found.bracket.bad, 30e-6);
  EXPECT_EQ(found.binding.outcome, Outcome::ok);
  EXPECT_GT(found.binding.value, 1.0);
  EXPECT_LT(found.binding.error, 0.1 * (found.binding.value - 1.0));
  EXPECT_DOUBLE_EQ(found.high, found.bracket.bad + found.numerical_error);
}

// No actuator compensates for a sensor of 100 Hz: the sensor is reported, and the other stages are not.
TEST(Require, NamesWhatNoValueCanMakeUpFor) {
  const auto found = limit(study_of("", {{"force_sensor.bandwidth", "100 Hz"}}),
                           "abs(velocity.error_pct) <= 10 %", "actuator.total_delay=0.1ms..5ms");
  EXPECT_EQ(found.found, Found::none);
  EXPECT_TRUE(found.blame.is_known);
  EXPECT_EQ(found.blame.alone, std::vector<std::string>{"low_pass of the force_sensor"});

  const auto own = limit(study_of(), "abs(velocity.error_pct) <= 10 %", "actuator.total_delay=3ms..5ms");
  EXPECT_EQ(own.found, Found::none);
  EXPECT_TRUE(own.blame.is_known && own.blame.alone.empty() && own.blame.together.empty());

  const auto both =
      limit(study_of("", {{"force_sensor.bandwidth", "100 Hz"}, {"actuator.resolution", "500 um"}}),
            "abs(velocity.error_pct) <= 10 %", "actuator.total_delay=0.1ms..5ms");
  EXPECT_EQ(both.found, Found::none);
  EXPECT_TRUE(both.blame.alone.empty());
  EXPECT_EQ(both.blame.together,
            (std::vector<std::string>{"quantizer of the actuator", "low_pass of the force_sensor"}));

  EXPECT_FALSE(
      limit(study_of(), "abs(velocity.error_pct) <= 30 %", "actuator.total_delay=0.1ms..5ms").blame.is_known);
}

TEST(Require, TheLimitWithMuchFinerStepsIsWithinTheUncertainty) {
  const auto find = [](const std::string& step) {
    Asked its = asked(study_of("", {{"numerics.step", step}, {"actuator.resolution", "5 um"}}),
                      {"abs(velocity.error_pct) <= 30 %"}, {"actuator.total_delay=0.1ms..5ms"});
    its.requirement.tolerance = {0.0, 1e-9};
    return limits(its).front();
  };
  const ParameterLimit coarse = find("30 us"), fine = find("2 us");
  // Otherwise the test would have no effect.
  EXPECT_GT(std::abs(coarse.bracket.good - fine.bracket.good),
            10.0 * (coarse.bracket.bad - coarse.bracket.good));
  EXPECT_LT(coarse.low, fine.bracket.good);
  EXPECT_GT(coarse.high, fine.bracket.bad);
  EXPECT_GT(coarse.numerical_error, fine.numerical_error);
  EXPECT_GT(coarse.numerical_error, 0.0);
}

TEST(Require, TheScenarioThatBindsIsTheFirstThatFails) {
  const Asked its =
      asked(study_of(kAxes), {"abs(velocity.error_pct) <= 30 %", "abs(force.e_abs_pct) <= 20 %"},
            {"actuator.total_delay=0.05ms..5ms"});
  const ParameterLimit found = limits(its).front();
  ASSERT_EQ(found.found, Found::limit);
  double first = 1.0;
  std::uint64_t scenario = 0;
  for (std::uint64_t index = 0; index < 9; ++index) {
    const Bracket alone = bisect({5e-5, 5e-3}, {0.0, 1e-6}, [&](double x) {
      const auto row = row_at(its.study, index, "actuator.total_delay"_id, x);
      return its.requirement.targets[0].met(row) && its.requirement.targets[1].met(row);
    });
    if (alone.good >= first) continue;
    first = alone.good;
    scenario = index;
  }
  EXPECT_EQ(found.binding.scenario, scenario);
  EXPECT_NEAR(found.bracket.good, first, 1e-4 * first);
  const auto row = row_at(its.study, scenario, "actuator.total_delay"_id, found.bracket.bad);
  EXPECT_FALSE(its.requirement.targets[found.binding.target].met(row));
  EXPECT_EQ(found.binding.value, its.requirement.targets[found.binding.target].value(row));
  // All values are good in the reported range.
  for (std::uint64_t index = 0; index < 9; ++index)
    for (const auto& target : its.requirement.targets)
      EXPECT_TRUE(target.met(row_at(its.study, index, "actuator.total_delay"_id, found.bracket.good)));
}

TEST(Require, FindsOutWhichEndIsTheGoodOne) {
  const std::string target = "abs(velocity.error_pct) <= 25 %";
  const ParameterLimit less = limit(study_of(), target, "force_sensor.bandwidth=100Hz..20kHz");
  ASSERT_EQ(less.found, Found::limit);
  EXPECT_GT(less.bracket.good, less.bracket.bad);
  EXPECT_EQ(less.good_end, 20e3);
  EXPECT_LE(less.low, less.bracket.bad);
  EXPECT_GE(less.high, less.bracket.good);
  const ParameterLimit turned = limit(study_of(), target, "force_sensor.bandwidth=20kHz..100Hz");
  EXPECT_NEAR(turned.bracket.good, less.bracket.good, 2e-4 * less.bracket.good);
  EXPECT_EQ(turned.good_end, 20e3);
}

TEST(Require, WhereThereIsNoLimitItSaysWhatIsNearest) {
  const ParameterLimit all =
      limit(study_of(kAxes), "abs(velocity.error_pct) <= 1000 %", "actuator.total_delay=0.1ms..0.5ms");
  EXPECT_EQ(all.found, Found::all);
  EXPECT_TRUE(std::isnan(all.bracket.good));
  EXPECT_EQ(all.binding.outcome, Outcome::ok);
  EXPECT_GT(all.binding.margin, 0.0);
  EXPECT_GT(all.binding.error, 0.0);
  const ParameterLimit none =
      limit(study_of(kAxes), "abs(velocity.error_pct) <= 0.1 %", "actuator.total_delay=0.1ms..0.5ms");
  EXPECT_EQ(none.found, Found::none);
  EXPECT_LT(none.binding.margin, 0.0);
  EXPECT_GT(none.binding.value, 0.1);
  EXPECT_EQ(none.good_end, 0.1e-3);
}

TEST(Require, AScenarioThatDoesNotEndWellMeetsNothing) {
  const auto study = study_of(kAxes, {{"numerics.penetration_limit", "300 um"}});
  const ParameterLimit none =
      limit(study, "abs(velocity.error_pct) <= 1000 %", "actuator.total_delay=0.1ms..0.5ms");
  EXPECT_EQ(none.found, Found::none);
  EXPECT_EQ(none.binding.outcome, Outcome::penetration_limit);
  // The onset is a limit like any other, and as accurate as the finer runs agree.
  const ParameterLimit speed = limit(study_of("", {{"numerics.penetration_limit", "200 um"}}),
                                     "abs(velocity.error_pct) <= 1000 %", "approach.velocity=10mm/s..1m/s");
  ASSERT_EQ(speed.found, Found::limit);
  EXPECT_EQ(speed.binding.outcome, Outcome::penetration_limit);
  EXPECT_LT(speed.numerical_error, 0.01 * speed.bracket.good);
  EXPECT_LE(speed.low, speed.bracket.good);
}

TEST(Require, TakesTheFirstOfSeveralCrossingsAndTellsOfTheOthers) {
  const auto study = study_of("", {{"numerics.step", "10 us"}});
  const Asked its = asked(study, {"penetration.e_imax_pct <= 30 %"}, {"actuator.resolution=1um..100um"});
  Asked many = its;
  many.requirement.looks = 400;
  const ParameterLimit found = limits(many).front();
  ASSERT_EQ(found.found, Found::limit);
  EXPECT_TRUE(found.again);  // a coarser quantizer may hit the peak
  for (const double x : spread(1e-6, found.bracket.good, test::fewer(500)))
    EXPECT_TRUE(its.requirement.targets.front().met(row_at(its.study, 0, kResolution, x))) << x;
  EXPECT_GE(limits(its).front().bracket.good, found.bracket.good);
}

TEST(Require, AmongTeethItIsStillGoodForAllScenariosAndAround) {
  // Over the resolution the largest error is a sawtooth, with different teeth in each scenario.
  Asked its = asked(study_of(kAxes, {{"numerics.step", "10 us"}}), {"penetration.e_imax_pct <= 45 %"},
                    {"actuator.resolution=0.2um..60um"});
  const Target& target = its.requirement.targets.front();
  for (its.requirement.looks = 3; its.requirement.looks <= (test::kSanitized ? 4 : 10);
       ++its.requirement.looks) {
    const ParameterLimit found = limits(its).front();
    ASSERT_EQ(found.found, Found::limit);
    const double x = found.bracket.good;
    for (std::uint64_t index = 0; index < 9; ++index)
      EXPECT_TRUE(target.met(row_at(its.study, index, kResolution, x))) << index;
    EXPECT_FALSE(target.met(row_at(its.study, found.binding.scenario, kResolution, found.bracket.bad)));
    for (const double before : spread(0.99 * x, 0.999 * x, 10))
      EXPECT_TRUE(target.met(row_at(its.study, found.binding.scenario, kResolution, before))) << before / x;
    EXPECT_LE(found.low, x);
    EXPECT_GE(found.high, found.bracket.bad);
  }
}

TEST(Require, AToothBeforeTheLimitIsTheLimit) {
  const auto study = study_of("", {{"numerics.step", "10 us"}, {"actuator.resolution", "2 um"}});
  std::size_t teeth = 0;
  for (const double bound : spread(59.75, 60.0, 3)) {
    Asked its = asked(study, {"penetration.e_imax_pct <= " + std::to_string(bound) + " %"},
                      {"actuator.total_delay=0.5ms..2ms"});
    its.requirement.looks = 4;
    const ParameterLimit found = limits(its).front();
    ASSERT_EQ(found.found, Found::limit);
    if (found.teeth > 1) ++teeth;
    const double x = found.bracket.good;
    for (const double before : spread(0.99 * x, 0.999 * x, 10))
      EXPECT_TRUE(
          its.requirement.targets.front().met(row_at(its.study, 0, "actuator.total_delay"_id, before)))
          << bound << " " << before / x;
  }
  EXPECT_GT(teeth, 0U);
}

TEST(Require, TheFrontierIsOneLimitPerValueOfTheOther) {
  Asked its = asked(study_of(), {"abs(velocity.error_pct) <= 30 %"},
                    {"actuator.total_delay=0.1ms..5ms", "approach.velocity=20mm/s..0.2m/s"});
  its.requirement.points = 3;
  const auto frontier = limits(its);
  ASSERT_EQ(frontier.size(), 3U);
  EXPECT_EQ(frontier.front().at, std::vector{0.02});
  EXPECT_EQ(frontier.back().at, std::vector{0.2});
  for (const ParameterLimit& one : frontier) {
    const auto study = study_of("", {{"approach.velocity", std::to_string(one.at.front()) + " m/s"}});
    const ParameterLimit alone =
        limit(study, "abs(velocity.error_pct) <= 30 %", "actuator.total_delay=0.1ms..5ms");
    EXPECT_NEAR(one.bracket.good, alone.bracket.good, 1e-4 * alone.bracket.good);
  }
  EXPECT_GT(frontier.front().bracket.good, frontier.back().bracket.good);
}

TEST(Require, DoesNotDependOnThreads) {
  const Asked its =
      asked(study_of(kAxes), {"abs(velocity.error_pct) <= 30 %"}, {"actuator.total_delay=0.1ms..5ms"});
  const auto one = require(its.study, its.requirement, 1, simulate::kNeverStop).value();
  const auto two = require(its.study, its.requirement, 2, simulate::kNeverStop).value();
  EXPECT_EQ(one.front().bracket.good, two.front().bracket.good);
  EXPECT_EQ(one.front().low, two.front().low);
}

TEST(Require, EndsEarlyWhenAskedTo) {
  const Asked its =
      asked(study_of(kAxes), {"abs(velocity.error_pct) <= 30 %"}, {"actuator.total_delay=0.1ms..5ms"});
  EXPECT_FALSE(require(its.study, its.requirement, 1, std::atomic<bool>{true}));
}

TEST(Vary, TakesTheParameterOffItsAxis) {
  const auto study = study_of(kAxes);
  const std::vector varied{parse_varied("chaser.mass=1..20 kg", study)};
  EXPECT_EQ(varied[0].from, 1.0);
  EXPECT_EQ(varied[0].to, 20.0);
  const auto free = freed(study, varied, results::known_metrics());
  EXPECT_EQ(study::scenario_count(free), 3U);
  EXPECT_EQ(free.base["chaser.mass"_id], 1.0);
}

TEST(Vary, BringsTheStageThatAKeyStandsFor) {
  // Without its stage a resolution would have no effect.
  const auto study = study_of();
  const std::vector varied{parse_varied("actuator.resolution=1um..50um", study)};
  const auto free = freed(study, varied, results::known_metrics());
  EXPECT_NE(row_at(free, 0, kResolution, 1e-6).values, row_at(free, 0, kResolution, 50e-6).values);
}

TEST(Vary, SaysWhatCannotBeVaried) {
  const auto complaint = [](const std::string& text, const std::string& further = "") {
    try {
      const auto study = study_of(further);
      freed(study, std::vector{parse_varied(text, study)}, results::known_metrics());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(complaint("actuator.total_dely=1..2ms").find("did you mean actuator.total_delay"),
            std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=1ms").find("PATH=FROM..TO"), std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=1..2").find("the unit is missing"), std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=0.1ms...5ms").find("has three dots; write two"),
            std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=0,1ms..5 ms").find("has a decimal comma; write 0.1ms"),
            std::string::npos);
  EXPECT_NE(complaint("contact.restitution=0,5..0.9").find("has a decimal comma; write 0.5"),
            std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=1..2 kg").find("kg is not a unit of time"), std::string::npos);
  EXPECT_NE(complaint("actuator.total_delay=1..1 ms").find("must differ"), std::string::npos);
  EXPECT_NE(complaint("contact.restitution=a..b").find("is not a number"), std::string::npos);
  EXPECT_NE(complaint("contact.restitution=0.5..1.5").find("contact.restitution = 1.5: must be"),
            std::string::npos);
  EXPECT_NE(complaint("contact.law=0..1").find("names have no range"), std::string::npos);
  EXPECT_NE(complaint("actuator.bandwidth=1..9 kHz").find("the study has actuator.total_delay"),
            std::string::npos);
  EXPECT_NE(complaint("chaser.mass=1..9 kg",
                      "[[axis]]\n\"chaser.mass\" = [\"1 kg\", \"2 kg\"]\n"
                      "\"target.mass\" = [\"1 kg\", \"2 kg\"]\nname = \"both\"\n")
                .find("varies together with other parameters"),
            std::string::npos);
  EXPECT_NE(complaint("chaser.mass=1..9 kg",
                      "[design]\ntype = \"random\"\nsamples = 4\n[[parameter]]\npath = \"chaser.mass\"\n"
                      "from = \"1 kg\"\nto = \"2 kg\"\n")
                .find("the study's [design] samples it; remove its [[parameter]]"),
            std::string::npos);
}

}  // namespace
}  // namespace hilspace::analysis
