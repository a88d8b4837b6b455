// Derivatives of all scenarios by the linearised solve. Their numbers: tests/laws/derivative_laws.cpp.

#include "analysis/derivatives/every_derivative.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "analysis/derivatives/every_table.hpp"
#include "core/error.hpp"
#include "results/results.hpp"
#include "support/axial_study.hpp"
#include "support/bits.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {
namespace {

using test::read_study;

const std::string kQuantized = test::kAxialStudy + R"(
[actuator]
total_delay = "0.4 ms"
resolution = "1 um"
[force_sensor]
total_delay = "0.2 ms"
resolution = "0.5 N"
)";
const std::string kVaried = kQuantized + R"(
[[axis]]
"actuator.total_delay" = ["0.3 ms", "0.8 ms"]
[[axis]]
"contact.law" = ["flores", "gonthier_exact"]
[[axis]]
"contact.restitution" = [0.6, 0.9]
)";

EveryDerivative every_of(const study::Study& study, int threads = 0) {
  const std::atomic<bool> never{false};
  return *every_derivative(study, results::stored_metrics(study), {.threads = threads}, never);
}

TEST(EveryDerivative, HasTheSameBitsWithAnyThreads) {
  std::string many = kVaried;  // more than one thread takes at once
  many.replace(many.find(R"(["0.3 ms", "0.8 ms"])"), 20, R"({ from = "0.3 ms", to = "0.8 ms", count = 40 })");
  const auto study = read_study(many);
  const EveryDerivative one = every_of(study, 1), two = every_of(study, 2);
  for (std::size_t i = 0; i < one.derivatives.size(); ++i) {
    EXPECT_EQ(test::bits(one.derivatives[i]), test::bits(two.derivatives[i]));
    EXPECT_EQ(test::bits(one.errors[i]), test::bits(two.errors[i]));
  }
}

TEST(EveryDerivative, LeavesOutQuantizersAndNamesThem) {
  const EveryDerivative every = every_of(read_study(kVaried));
  EXPECT_EQ(every.left_out,
            (std::vector<std::string>{"quantizer of the actuator", "quantizer of the force_sensor"}));
  EXPECT_TRUE(std::ranges::any_of(every.without, [](const LocalParameter& its) {
    return study::parameter(its.id).path == "actuator.resolution";
  }));
}

/// A sensor that rings is nothing that collocation takes.
TEST(EveryDerivative, HasNoneOfWhatCollocationDoesNotSolve) {
  const EveryDerivative every = every_of(read_study(kQuantized + R"(
[[axis]]
"force_sensor.damping" = [0.2, 0.7]
)"));
  EXPECT_EQ(every.scenarios, 2u);
  EXPECT_EQ(every.solved, 1u);
  EXPECT_TRUE(std::isnan(every.nominal.front()));
  EXPECT_TRUE(std::isnan(every.at(0, 0, 0).value));
  EXPECT_FALSE(std::isnan(every.nominal.back()));
}

/// Linear instruments beside a low-pass have their own solve, along the parameters that lead to no other one: with a delay of 0 the
/// study has one low-pass each.
TEST(EveryDerivative, HasThoseOfLinearInstruments) {
  const EveryDerivative every = every_of(read_study(test::kAxialStudy + R"(
[actuator]
chain = ["low_pass", "transport_delay"]
low_pass.total_delay = "0.4 ms"
[force_sensor]
total_delay = "0.2 ms"
[[axis]]
"actuator.transport_delay.delay" = ["0 ms", "0.1 ms"]
)"));
  EXPECT_EQ(every.solved, 2u);
  const auto its = std::ranges::find_if(every.parameters, [](study::Id id) {
    return study::parameter(id).path == "actuator.transport_delay.delay";
  });
  ASSERT_NE(its, every.parameters.end());
  const auto delay = static_cast<std::size_t>(its - every.parameters.begin());
  EXPECT_TRUE(std::isnan(every.at(0, 0, delay).value));
  EXPECT_FALSE(std::isnan(every.at(1, 0, delay).value));
}

TEST(EveryDerivative, SpreadsOverWhatIsKnown) {
  const EveryDerivative every = every_of(read_study(kQuantized + R"(
[[axis]]
"contact.restitution" = [0.7, 0.8, 0.9, 1.0]
)"));
  ASSERT_EQ(every.solved, 4u);
  const auto its = std::ranges::find_if(
      every.parameters, [](study::Id id) { return study::parameter(id).path == "contact.restitution"; });
  const auto parameter = static_cast<std::size_t>(its - every.parameters.begin());
  const Spread found = spread_of(every, 0, parameter);  // at 1 there is none to both sides
  EXPECT_EQ(found.scenarios, 3u);
  EXPECT_EQ(found.median, every.elasticity(1, 0, parameter).value);
  EXPECT_EQ(found.error, every.elasticity(1, 0, parameter).error);
  EXPECT_LT(found.low, found.median);
}

TEST(EveryDerivative, RefusesOtherModelsAndTooMany) {
  const std::atomic<bool> never{false}, stopped{true};
  auto study = read_study(kVaried);
  const auto metrics = results::stored_metrics(study);
  EXPECT_FALSE(every_derivative(study, metrics, {}, stopped).has_value());
  study.model = models::ModelKind::sixdof;
  EXPECT_THROW(every_derivative(study, metrics, {}, never), InputError);
  std::string many =
      kQuantized +
      "[[axis]]\n\"approach.velocity\" = {from = \"0.1 m/s\", to = \"0.2 m/s\", count = 1000000}\n";
  EXPECT_THROW(every_derivative(read_study(many), metrics, {}, never), InputError);
}

TEST(EveryDerivative, IsATableOnScenariosMetricsAndParameters) {
  const EveryDerivative every = every_of(read_study(kVaried));
  const auto table = every_table(every);
  EXPECT_EQ(table.content, "derivatives");
  ASSERT_EQ(table.coordinates.size(), 3u);
  EXPECT_EQ(table.coordinates[0].values, (std::vector{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0}));
  const auto its = std::ranges::find(table.variables, "derivative", &results::Variable::name);
  ASSERT_NE(its, table.variables.end());
  EXPECT_EQ(its->dimensions, (std::vector<std::string>{"scenario", "metric", "parameter"}));
  EXPECT_EQ(its->values.size(), 8 * every.metrics.size() * every.parameters.size());
}

}  // namespace
}  // namespace hilspace::analysis
