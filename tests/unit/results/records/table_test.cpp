#include "results/records/table_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "support/directory.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

const Variable& variable_named(const std::vector<Variable>& variables, std::string_view name) {
  return *std::ranges::find(variables, name, &Variable::name);
}

AnalysisTable table_of(const study::Study& study) {
  AnalysisTable table{"stability", true};
  Variable way{"way", "", "how it was found"};
  way.texts = {"closed form", "simulated"};
  table.coordinates = {way};
  const auto count = study::scenario_count(study);
  Variable limit{"limit", "s", "critical delay"};
  limit.dimensions = axis_names(study);
  limit.dimensions.push_back("way");
  for (std::size_t i = 0; i < 2 * count; ++i) limit.values.push_back(static_cast<double>(i));
  limit.values[1] = std::nan("");
  limit.numerical_error = 0.25;
  Variable stable{"stable", "", "whether it rests"};
  stable.dimensions = axis_names(study);
  stable.values.assign(count, 1.0);
  stable.flags = {"no", "yes"};
  Variable best{"best", "", "of all"};
  best.dimensions = {"way"};
  best.texts = {"a", "b"};
  Variable scalar{"share", "1", "of all"};
  scalar.values = {0.5};
  table.variables = {limit, stable, best, scalar};
  return table;
}

TEST(AnalysisTable, IsReadBackAsItWasWritten) {
  const test::Directory folder;
  const study::Study study = sample::study();
  const AnalysisTable table = table_of(study);
  write_table(folder / "table.h5", study, table);
  const ResultFile file = read_result(folder / "table.h5");
  EXPECT_TRUE(file.is_table);
  auto dimensions = axis_names(study);
  dimensions.push_back("way");
  EXPECT_EQ(file.dimension_names, dimensions);
  EXPECT_EQ(variable_named(file.coordinates, "way").texts, table.coordinates[0].texts);
  for (const Variable& written : table.variables) {
    const Variable& read = variable_named(file.variables, written.name);
    EXPECT_EQ(read.dimensions, written.dimensions);
    EXPECT_EQ(read.units, written.units);
    EXPECT_EQ(read.long_name, written.long_name);
    EXPECT_EQ(read.flags, written.flags);
    EXPECT_EQ(read.texts, written.texts);
    ASSERT_EQ(read.values.size(), written.values.size());
    for (std::size_t i = 0; i < read.values.size(); ++i)
      EXPECT_TRUE(read.values[i] == written.values[i] || std::isnan(written.values[i])) << written.name;
  }
  EXPECT_EQ(variable_named(file.variables, "limit").numerical_error, 0.25);
  EXPECT_TRUE(std::isnan(variable_named(file.variables, "limit").values[1]));
}

TEST(AnalysisTable, ReplacesATableAndNothingElse) {
  const test::Directory folder;
  const study::Study study = sample::study();
  AnalysisTable table = table_of(study);
  write_table(folder / "table.h5", study, table);
  table.content = "requirement";
  write_table(folder / "table.h5", study, table);
  const auto attributes = read_result(folder / "table.h5").attributes;
  EXPECT_NE(std::ranges::find(attributes, std::pair<std::string, std::string>{"content", "requirement"}),
            attributes.end());
  write_part(folder / "part.h5", study, sample::block({0, 2}));
  EXPECT_THROW(write_table(folder / "part.h5", study, table), RunError);
}

// The file inspected before the computation is replaced, and no later one.
TEST(AnalysisTable, KeepsWhatAppearedMeanwhile) {
  const test::Directory folder;
  const study::Study study = sample::study();
  const AnalysisTable table = table_of(study);
  const Place seen(folder / "table.h5");
  write_table(folder / "table.h5", study, table);
  const std::string theirs = sample::bytes(folder / "table.h5");
  EXPECT_THROW(write_table(seen, study, table), RunError);
  EXPECT_EQ(sample::bytes(folder / "table.h5"), theirs);

  const Place trace(folder / "trace.h5");
  write_trace(folder / "trace.h5", study, 3, sample::trace(), sample::row(3));
  EXPECT_THROW(write_trace(trace, study, 3, sample::trace(), sample::row(3)), RunError);
  write_trace(folder / "trace.h5", study, 3, sample::trace(), sample::row(3));
}

TEST(AnalysisTable, RefusesAnAxisOfTheNameOfAVariable) {
  const test::Directory folder;
  study::Study study = sample::study();
  const AnalysisTable table = table_of(study);
  study.axes[1].name = table.variables[0].name;
  EXPECT_THROW(write_table(folder / "table.h5", study, table), InputError);
}

// A table with holes is an error of the program, not of the user.
TEST(AnalysisTable, HasAsManyValuesAsItsDimensionsHavePoints) {
  const test::Directory folder;
  const study::Study study = sample::study();
  AnalysisTable table = table_of(study);
  table.variables[0].values.pop_back();
  EXPECT_THROW(write_table(folder / "table.h5", study, table), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder / "table.h5"));
}

}  // namespace
}  // namespace hilspace::results
