// Derivatives: against closed forms of the ideal impact, and against differences of runs.

#include "analysis/derivatives/derivatives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/derivatives/derivatives_table.hpp"
#include "core/error.hpp"
#include "support/axial_study.hpp"
#include "support/bits.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {
namespace {

using test::read_study;

const std::string kInstruments = test::kAxialStudy + R"(
[actuator]
total_delay = "0.4 ms"
[force_sensor]
bandwidth = "10 kHz"
)";

const std::string kPlane = R"(
model = "sixdof"
mechanism = "plane"
impacts = "first"
[approach]
velocity = "0.1 m/s"
[chaser]
mass = "30 kg"
inertia = ["5 kg m2", "5 kg m2", "5 kg m2"]
center_to_port = "0.5 m"
[target]
mass = "75 kg"
inertia = ["5 kg m2", "5 kg m2", "5 kg m2"]
center_to_port = "0.5 m"
[contact]
law = "hertz"
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
)";

std::size_t metric_named(std::string_view name) {
  const auto found = std::ranges::find(metrics::catalogue(), name, &metrics::Metric::name);
  return static_cast<std::size_t>(found - metrics::catalogue().begin());
}

class Local {
 public:
  Local(const study::Study& study, std::vector<std::string_view> names, std::uint64_t scenario = 0,
        double step = 0.02)
      : names_(std::move(names)) {
    std::vector<std::size_t> metrics;
    for (const auto name : names_) metrics.push_back(metric_named(name));
    const std::atomic<bool> never{false};
    found = *derivatives(study, scenario, metrics, {.step = step, .threads = 2}, never);
  }

  std::size_t parameter(std::string_view path) const {
    const auto its = std::ranges::find_if(found.parameters, [path](const LocalParameter& one) {
      return study::parameter(one.id).path == path;
    });
    return static_cast<std::size_t>(its - found.parameters.begin());
  }
  std::size_t metric(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
  }
  Derivative derivative(std::string_view name, std::string_view path) const {
    return found.at(metric(name), parameter(path));
  }
  Derivative elasticity(std::string_view name, std::string_view path) const {
    return found.elasticity(metric(name), parameter(path));
  }

  LocalSensitivity found;

 private:
  std::vector<std::string_view> names_;
};

/// Behind instruments, where a run takes a while: computed once, of three measures and of the docking model's.
const Local& behind_instruments() {
  static const Local local(read_study(kInstruments), [] {
    std::vector<std::string_view> names{"velocity.error_pct", "force.peak_hil", "force.e_imax_pct"};
    for (const auto& metric : metrics::catalogue())
      if (metric.belongs_to(models::ModelKind::axial) && metric.name.ends_with("_docking"))
        names.push_back(metric.name);
    return names;
  }());
  return local;
}

/// The stated error holds, and it is small.
void expect_is(const Derivative& its, double exact, double largest_error) {
  EXPECT_NEAR(its.value, exact, its.error);
  EXPECT_LE(its.error, largest_error);
}

template <class Slope>
Derivative of_slopes(const Slope& slope) {
  return extrapolated({slope(kDifferenceSteps[0]), slope(kDifferenceSteps[1]), slope(kDifferenceSteps[2])});
}

// A number that is read at samples: steps of whole ratios would all meet as many treads per length.
TEST(Extrapolation, StatesTheErrorOfAStaircase) {
  for (const double tread : {0.25, 0.125, 0.05, 0.01}) {
    const auto slope = [&](double h) {
      const auto stair = [&](double x) { return tread * std::floor(x / tread + 0.5); };
      return (stair(1.0 + h) - stair(1.0 - h)) / (2.0 * h);
    };
    const Derivative found = of_slopes(slope);
    EXPECT_GT(found.error, 1e-3 * tread) << tread;
    EXPECT_LE(std::abs(found.value - 1.0), found.error) << tread;
  }
}

TEST(Extrapolation, IsExactUpToTheFourthPower) {
  const auto slope = [](double h) { return 3.0 + 5.0 * h * h; };  // D(h)
  const Derivative found = of_slopes(slope);
  EXPECT_DOUBLE_EQ(found.value, 3.0);
  EXPECT_NEAR(found.error, 0.0, 1e-14);
}

TEST(Extrapolation, StatesAtLeastTheTermThatIsLeft) {
  const auto slope = [](double h) { return 3.0 + 5.0 * h * h * h * h; };
  const Derivative found = of_slopes(slope);
  EXPECT_NE(found.value, 3.0);
  EXPECT_LE(std::abs(found.value - 3.0), found.error);
}

TEST(Derivatives, OfAnElasticImpactFollowItsPowers) {
  auto text = test::kAxialStudy;
  text.replace(text.find("flores"), 6, "hertz");
  const Local local(read_study(text),
                    {"force.peak_docking", "penetration.peak_docking", "contact.duration_docking"});
  // F ~ k^(2/5) m^(3/5) v^(6/5), d ~ (m v^2/k)^(2/5), T ~ d/v; k ~ R^(1/2); dln m/dln m1 = m2/(m1 + m2)
  const double chaser = 75.0 / 105.0;
  expect_is(local.elasticity("force.peak_docking", "approach.velocity"), 1.2, 1e-6);
  expect_is(local.elasticity("force.peak_docking", "chaser.mass"), 0.6 * chaser, 1e-6);
  expect_is(local.elasticity("force.peak_docking", "contact.radius"), 0.2, 1e-6);
  expect_is(local.elasticity("penetration.peak_docking", "approach.velocity"), 0.8, 1e-6);
  expect_is(local.elasticity("penetration.peak_docking", "contact.radius"), -0.2, 1e-6);
  expect_is(local.elasticity("contact.duration_docking", "approach.velocity"), -0.2, 1e-6);
}

TEST(Derivatives, OfTheReboundFollowTheRealisedRestitution) {
  const Local local(read_study(test::kAxialStudy), {"velocity.after_docking"});
  // (4) of the theory manual: ln((1 + chi)/(1 - chi e)) = chi (1 + e); chi = 8/5 (1 - c)/c
  const double c = 0.8, v = 0.1, chi = 1.6 * (1.0 - c) / c;
  const double e = -local.found.nominal.values[metric_named("velocity.after_docking")] / v;
  ASSERT_NEAR(std::log((1.0 + chi) / (1.0 - chi * e)), chi * (1.0 + e), 1e-8);
  const double by_chi = 1.0 / (1.0 + chi) + e / (1.0 - chi * e) - (1.0 + e);
  const double by_e = chi / (1.0 - chi * e) - chi;
  const double slope = -by_chi / by_e * (-1.6 / (c * c));  // de/dc
  const Derivative found = local.derivative("velocity.after_docking", "contact.restitution");
  EXPECT_NEAR(found.value, -v * slope, found.error + 1e-8);
  EXPECT_LE(found.error, 1e-6);
  expect_is(local.elasticity("velocity.after_docking", "approach.velocity"), 1.0, 1e-6);
  expect_is(local.derivative("velocity.after_docking", "contact.radius"), 0.0, 1e-6);
}

TEST(Derivatives, BehindInstrumentsAreThoseOfDifferences) {
  const std::vector<std::string_view> names{"velocity.error_pct", "force.peak_hil", "force.e_imax_pct"};
  const Local& local = behind_instruments();
  const Local closer(read_study(kInstruments), names, 0, 0.005);
  for (const auto name : names)
    for (const auto* path : {"actuator.total_delay", "force_sensor.bandwidth", "approach.velocity"}) {
      const Derivative its = local.derivative(name, path), other = closer.derivative(name, path);
      EXPECT_NEAR(its.value, other.value, its.error + other.error) << name << " by " << path;
      EXPECT_NE(its.value, 0.0) << name << " by " << path;
      EXPECT_LE(its.error, 1e-3 * std::abs(its.value)) << name << " by " << path;
    }
}

TEST(Derivatives, TellOfEachOfTheirRuns) {
  std::size_t calls = 0, of = 0;
  const LocalOptions options{.progress = [&](std::size_t done, std::size_t runs) {
    EXPECT_EQ(done, ++calls);
    of = runs;
  }};
  const std::array chosen{metric_named("force.peak_hil")};
  const std::atomic<bool> never = false;
  ASSERT_TRUE(derivatives(read_study(test::kAxialStudy), 0, chosen, options, never));
  EXPECT_GT(calls, 0u);
  EXPECT_EQ(calls, of);
}

/// Whatever the testbed is, the docking model is without it.
TEST(Derivatives, OfTheDockingModelHaveNoneToTheTestbed) {
  const Local& local = behind_instruments();
  int looked_at = 0;
  for (std::size_t m = 0; m < local.found.metrics.size(); ++m) {
    const auto name = metrics::catalogue()[local.found.metrics[m]].name;
    if (!name.ends_with("_docking")) continue;
    for (std::size_t p = 0; p < local.found.parameters.size(); ++p) {
      const auto path = study::parameter(local.found.parameters[p].id).path;
      const Derivative its = local.found.at(m, p);
      if ((!path.starts_with("actuator.") && !path.starts_with("force_sensor.")) || std::isnan(its.value))
        continue;
      ++looked_at;
      EXPECT_LE(std::abs(its.value), its.error) << name << " by " << path;
    }
  }
  EXPECT_GT(looked_at, 20);
}

TEST(Derivatives, ComeFromTheMeanOfQuantizersAndNoise) {
  const auto rough = read_study(kInstruments + R"(resolution = "1 N"
[numerics]
repeats = 2
)",
                                {{"actuator.resolution", "1 um"}});
  const std::vector<std::string_view> names{"velocity.error_pct", "force.peak_hil"};
  const Local local(rough, names, 1);
  const Local& smooth = behind_instruments();
  EXPECT_EQ(local.found.left_out,
            (std::vector<std::string>{"quantizer of the actuator", "quantizer of the force_sensor"}));
  EXPECT_EQ(local.found.parameters[local.parameter("actuator.resolution")].step, 0.0);
  EXPECT_FALSE(local.found.parameters[local.parameter("force_sensor.resolution")].remark.empty());
  for (const auto name : names) {
    const Derivative its = local.derivative(name, "actuator.total_delay");
    EXPECT_EQ(test::bits(its.value), test::bits(smooth.derivative(name, "actuator.total_delay").value));
    EXPECT_TRUE(std::isnan(local.derivative(name, "actuator.resolution").value));
  }
}

TEST(Derivatives, AreThoseOfTheChosenScenario) {
  const auto axes = read_study(test::kAxialStudy + R"(
[force_sensor]
bandwidth = "10 kHz"
[[axis]]
"actuator.total_delay" = ["0.2 ms", "0.4 ms"]
)");
  const Local local(axes, {"velocity.error_pct"}, 1);
  const Local& alone = behind_instruments();
  EXPECT_EQ(test::bits(local.derivative("velocity.error_pct", "actuator.total_delay").value),
            test::bits(alone.derivative("velocity.error_pct", "actuator.total_delay").value));
}

TEST(Derivatives, EndWhereTheRangeEnds) {
  auto text = test::kAxialStudy;
  text.replace(text.find("= 0.8"), 5, "= 1.0");
  const Local local(read_study(text), {"velocity.after_docking"});
  const auto& restitution = local.found.parameters[local.parameter("contact.restitution")];
  EXPECT_EQ(restitution.step, 0.0);
  EXPECT_EQ(restitution.remark, "is at the end of its range");
  EXPECT_TRUE(std::isnan(local.derivative("velocity.after_docking", "contact.restitution").value));
}

TEST(Derivatives, RankByTheChangePerPercent) {
  const Local& local = behind_instruments();
  const auto order = local.found.order_of(0);
  ASSERT_GE(order.size(), 2U);
  // The lag of the actuator, 2 zeta/w, and w is 4 in the total delay: both move it alike.
  std::vector<std::string_view> first;
  for (const std::size_t p : {order[0], order[1]})
    first.push_back(study::parameter(local.found.parameters[p].id).path);
  std::ranges::sort(first);
  EXPECT_EQ(first, (std::vector<std::string_view>{"actuator.damping", "actuator.total_delay"}));
  for (std::size_t i = 1; i < order.size(); ++i)
    EXPECT_GE(std::abs(local.found.elasticity(0, order[i - 1]).value),
              std::abs(local.found.elasticity(0, order[i]).value));
}

TEST(Derivatives, OfSixDegreesFollowThePowersToo) {
  const Local local(read_study(kPlane), {"force.peak_docking"});
  expect_is(local.elasticity("force.peak_docking", "approach.velocity"), 1.2, 1e-4);
}

TEST(Derivatives, AreRefusedWhereTheComputerRounds) {
  EXPECT_THROW(Local(read_study("model = \"rig\"\n[rig]\ntwin = \"controlled\"\n" +
                                test::without(test::kAxialStudy, "title = \"Example\"\n")),
                     {"velocity.error_pct"}),
               InputError);
}

TEST(DerivativesTable, HasWhatWasFound) {
  const Local& local = behind_instruments();
  const auto table = derivatives_table(0, local.found);
  const auto variable = [&](std::string_view name) {
    return *std::ranges::find(table.variables, name, &results::Variable::name);
  };
  const std::size_t width = local.found.parameters.size(), p = local.parameter("approach.velocity");
  EXPECT_EQ(variable("derivative").values[width + p],
            local.derivative("force.peak_hil", "approach.velocity").value);
  EXPECT_EQ(variable("elasticity.numerical_error").values[p],
            local.elasticity("velocity.error_pct", "approach.velocity").error);
  for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(variable("metric.unit").texts[m], m == 1 ? "N" : "percent");
  EXPECT_EQ(variable("parameter.unit").texts[p], "m s-1");
}

}  // namespace
}  // namespace hilspace::analysis
