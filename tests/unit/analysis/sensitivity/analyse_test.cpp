#include "analysis/sensitivity/analyse.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/sensitivity/trade_off_study.hpp"
#include "core/error.hpp"
#include "small_study.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;

const Sensitivity& velocity_error(const Analysis& analysis) {
  for (const auto& its : analysis.metrics)
    if (its.metric == "velocity.error_pct") return its;
  throw RunError("not analysed");
}

/// A delay that matters a lot, a material that does a little, and a resolution that does not.
double plain(const study::ParameterValues& values) {
  return 1e4 * values["actuator.total_delay"_id] + 0.5 * values["contact.chaser_material"_id];  // its index
}

template <class Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

TEST(Analyse, AGridIsTakenApartByAxis) {
  const auto study = grid_study();
  const auto analysis = analyse(study, result_of(study, plain), {});
  EXPECT_EQ(analysis.method, Method::factorial);
  EXPECT_EQ(analysis.design, "grid of 3 x 2 x 4");
  EXPECT_EQ(analysis.outcomes[0], 24u);
  EXPECT_EQ(analysis.parameters, (std::vector<std::string>{"actuator.total_delay", "contact.chaser_material",
                                                           "actuator.resolution"}));
  const auto& its = velocity_error(analysis);
  EXPECT_EQ(its.order, (std::vector<std::size_t>{0, 1, 2}));
  const auto& materials = study.axes[1].values.front();
  const double delay = 1400.0 / 9.0,
               material = std::pow(0.25 * (materials[0] - materials[1]), 2);  // variances
  EXPECT_NEAR(its.importance[0], delay / (delay + material), 1e-12);
  EXPECT_NEAR(its.importance[1], material / (delay + material), 1e-12);
  EXPECT_EQ(its.remark, "");
}

TEST(Analyse, KeysAreOfTheMetricsThatCompareBothModels) {
  const auto study = grid_study();
  const auto analysis = analyse(study, result_of(study, plain), {});
  EXPECT_EQ(analysis.metrics.size(), 2u);
  EXPECT_EQ(analysis.key_metrics, 1u);
  EXPECT_TRUE(analysis.keys_compare_models);
  EXPECT_EQ(analysis.metrics[analysis.keys[0].metric].metric, "velocity.error_pct");
  const auto other = analyse(study, result_of(study, plain), {.metrics = {"contact_force.peak_docking"}});
  EXPECT_EQ(other.metrics.size(), 1u);
  EXPECT_FALSE(other.keys_compare_models);
  EXPECT_EQ(other.key_metrics, 1u);
}

// A failed cell contains a number here, which must not be used.
TEST(Analyse, AGridWithAFailedCellHasRankCorrelationsOfTheOthers) {
  const auto study = grid_study();
  auto result = result_of(study, plain);
  result.variables[0].values[5] = static_cast<double>(Outcome::time_limit);
  result.variables[1].values[5] = 1e9;
  const auto analysis = analyse(study, result, {});
  EXPECT_EQ(analysis.outcomes[static_cast<std::size_t>(Outcome::time_limit)], 1u);
  const auto& its = velocity_error(analysis);
  EXPECT_EQ(its.undefined, 1u);
  EXPECT_EQ(its.remark, "1 of 24 cells undefined: no indices, rank correlations");
  EXPECT_TRUE(std::isnan(its.measures[0][0].value));
  EXPECT_GT(its.measures[2][0].value, 0.9);
  EXPECT_TRUE(std::isnan(its.measures[2][1].value));   // a name
  EXPECT_FALSE(std::isnan(its.measures[4][1].value));  // has a ratio
  EXPECT_EQ(its.order.front(), 0u);
}

TEST(Analyse, WhatDoesNotVaryHasNoIndex) {
  const auto study = grid_study();
  const auto flat = analyse(study, result_of(study, [](const auto&) { return 3.0; }), {});
  EXPECT_EQ(velocity_error(flat).remark, "does not vary");
  EXPECT_TRUE(velocity_error(flat).order.empty());
  EXPECT_TRUE(std::isnan(velocity_error(flat).importance[0]));
  EXPECT_EQ(flat.key_metrics, 0u);
  const auto nothing = analyse(study, result_of(study, [](const auto&) { return std::nan(""); }), {});
  EXPECT_EQ(velocity_error(nothing).remark, "undefined in all scenarios");
}

TEST(Analyse, WhatVariesLikeItsNumericalErrorIsSaidAndDoesNotCount) {
  const auto study = grid_study();
  auto result = result_of(study, plain);
  result.variables[1].numerical_error = 4.1;  // of a deviation of 12.5
  EXPECT_EQ(velocity_error(analyse(study, result, {})).remark, "");
  result.variables[1].numerical_error = 4.2;
  const auto its = velocity_error(analyse(study, result, {}));
  EXPECT_EQ(its.remark, "varies by less than 3 times its numerical error");
  EXPECT_FALSE(its.counts);
  EXPECT_FALSE(its.order.empty());
}

TEST(Analyse, RefusesWhatItCannotAnalyse) {
  const auto one = test::read_study(kSmall + "chaser_material = \"peek\"\n");
  EXPECT_TRUE(has(complaint([&] { analyse(one, result_of(one, plain), {}); }), "nothing varies"));
  const auto study = grid_study();
  auto result = result_of(study, plain);
  EXPECT_TRUE(has(complaint([&] { analyse(study, result, {.metrics = {"velocity.eror_pct"}}); }),
                  "velocity.eror_pct: the result has no such metric"));
  EXPECT_TRUE(has(complaint([&] { analyse(study, result, {.metrics = {"outcome"}}); }), "no such metric"));
  result.variables[0].values.pop_back();
  EXPECT_THROW(analyse(study, result, {}), RunError);
  result.is_table = true;
  EXPECT_TRUE(has(complaint([&] { analyse(study, result, {}); }), "is not the result of a study"));
}

TEST(TradeOffGrid, SortsBothAxesAndKeepsTheOthersTogether) {
  const auto study = grid_study();
  const auto result = result_of(study, [](const study::ParameterValues& values) {
    return 1e9 * values["actuator.total_delay"_id] + 1e9 * values[kResolution] +
           values["contact.chaser_material"_id];
  });
  const auto axes = trade_off_axes(study, "actuator.total_delay", "actuator.resolution");
  const auto grid = trade_off_grid(study, result, axes, metric_in(result, "velocity.error_pct"));
  EXPECT_EQ(grid.first, (std::vector{1e-3, 2e-3, 4e-3}));
  EXPECT_EQ(grid.second, (std::vector{1e-6, 1e-5, 1e-4, 1e-3}));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t other = 0; other < 2; ++other)
        EXPECT_NEAR(grid.values[(i * 4 + k) * 2 + other], 1e9 * grid.first[i] + 1e9 * grid.second[k], 100.0);
  EXPECT_NE(grid.values[0], grid.values[1]);
}

TEST(TradeOffGrid, NeedsTwoAxesWithAnOrder) {
  const auto study = grid_study();
  EXPECT_TRUE(
      has(complaint([&] { trade_off_axes(study, "actuator.total_delay", "contact.radius"); }),
          "--trade-off contact.radius: the study has no such axis; its axes: actuator.total_delay, "));
  EXPECT_TRUE(has(complaint([&] { trade_off_axes(study, "contact.chaser_material", "actuator.resolution"); }),
                  "names have no order"));
  EXPECT_TRUE(has(complaint([&] { trade_off_axes(study, "actuator.resolution", "actuator.resolution"); }),
                  "both are on the same axis"));
}

}  // namespace
}  // namespace hilspace::analysis
