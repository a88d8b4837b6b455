#include "analysis/sensitivity/sensitivity_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "results/reading/result_file.hpp"
#include "small_study.hpp"
#include "support/directory.hpp"

namespace hilspace::analysis {
namespace {

const results::Variable& named(const std::vector<results::Variable>& variables, const std::string& name) {
  const auto found = std::ranges::find(variables, name, &results::Variable::name);
  if (found == variables.end()) throw std::runtime_error("no " + name);
  return *found;
}

double delay_and_resolution(const study::ParameterValues& values) {
  return 1e4 * values["actuator.total_delay"_id] + 1e6 * values[kResolution];
}

TEST(SensitivityTable, IsReadBackAsItWasFound) {
  const auto study = grid_study();
  auto result = result_of(study, delay_and_resolution);
  result.variables[2].values.assign(24, 1.0);  // does not vary
  const auto analysis = analyse(study, result, {});
  results::AnalysisTable table = sensitivity_table(analysis);
  TradeOff some{std::vector<double>(12, 0.5), std::vector<Estimate>(3, {2.0, 1.0, 3.0}),
                std::vector<Estimate>(4)};
  add_trade_off({{"actuator.total_delay", "s", {1.0, 2.0, 4.0}},
                 {"actuator.resolution", "m", {1.0, 2.0, 3.0, 4.0}},
                 0.05,
                 {some, some}},
                table);
  const test::Directory folder;
  const auto file = folder.path() / "analysis.h5";
  results::write_table(file, study, table);
  const auto back = results::read_result(file);
  EXPECT_TRUE(back.is_table);
  EXPECT_EQ(named(back.coordinates, "metric").texts.size(), 2u);
  EXPECT_EQ(named(back.coordinates, "parameter").texts, analysis.parameters);
  const auto& total = named(back.variables, "total");
  EXPECT_EQ(total.dimensions, (std::vector<std::string>{"metric", "parameter"}));
  std::size_t velocity = analysis.metrics[0].metric == "velocity.error_pct" ? 0 : 1;
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(total.values[velocity * 3 + j], analysis.metrics[velocity].measures[0][j].value);
    EXPECT_TRUE(std::isnan(total.values[(1 - velocity) * 3 + j]));
  }
  const auto& rank = named(back.variables, "rank").values;  // of delay, material, resolution
  EXPECT_EQ(rank[velocity * 3], 2.0);
  EXPECT_EQ(rank[velocity * 3 + 1], 3.0);
  EXPECT_EQ(rank[velocity * 3 + 2], 1.0);
  EXPECT_EQ(named(back.variables, "remark").texts[1 - velocity], "does not vary");
  const auto& counts = named(back.variables, "counts").values;
  EXPECT_EQ(counts[velocity], 1.0);
  EXPECT_EQ(counts[1 - velocity], 0.0);
  EXPECT_EQ(named(back.variables, "scenarios").values[0], 24.0);
  EXPECT_EQ(named(back.variables, "trade_off.second.low").values[0], 1.0);
  EXPECT_EQ(named(back.variables, "trade_off.second").units, "m");
  EXPECT_EQ(named(back.variables, "trade_off.deviation").values.size(), 24u);
}

}  // namespace
}  // namespace hilspace::analysis
