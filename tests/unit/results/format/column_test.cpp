// Columns: which a study stores, by name, by group, or all.

#include "results/format/column.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

std::vector<std::string> stored(const std::vector<std::string>& selected) {
  auto study = sample::study();
  study.output.metrics = selected;
  std::vector<std::string> names;
  for (const Column& column : stored_columns(study))
    if (column.content == Column::Content::metric) names.push_back(column.name);
  return names;
}

TEST(Columns, OfAGroupAreThoseOfItsName) {
  const auto all = stored({}), some = stored({"force.*"});
  ASSERT_FALSE(some.empty());
  for (const std::string& name : some) EXPECT_TRUE(name.starts_with("force.")) << name;
  EXPECT_EQ(static_cast<std::ptrdiff_t>(some.size()),
            std::ranges::count_if(all, [](const std::string& name) { return name.starts_with("force."); }));
}

TEST(Columns, OfAGroupAndANameAreBothOnce) {
  auto both = stored({"velocity.error", "force.*", "force.e_imax"});
  EXPECT_EQ(both.size(), stored({"force.*"}).size() + 1);
  EXPECT_EQ(std::ranges::count(both, "force.e_imax"), 1);
}

// A name is meant; a group means what the study has.
TEST(Columns, OfWhatTheStudyHasNotAreStoredByNameAlone) {
  EXPECT_EQ(std::ranges::count(stored({"energy.*"}), "energy.dent_hil"), 0);
  EXPECT_EQ(std::ranges::count(stored({"energy.dent_hil"}), "energy.dent_hil"), 1);
}

TEST(Columns, RoundTheirNumbersToTheirPrecision) {
  auto study = sample::study();
  study.output.precision = study::Precision::float32;
  const metrics::Row row = sample::row(3);
  for (const Column& column : stored_columns(study)) {
    double number = 0.0;
    copy_column(column, {&row, 1}, {&number, 1});
    const double exact = column.value(row);
    if (exact == exact)
      EXPECT_EQ(number, static_cast<double>(static_cast<float>(exact))) << column.name;
    else
      EXPECT_NE(number, number) << column.name;
  }
}

}  // namespace
}  // namespace hilspace::results
