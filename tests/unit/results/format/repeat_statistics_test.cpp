#include "results/format/repeat_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "numerics/sample_mean.hpp"
#include "support/bits.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

using study::Id;
using test::bits;

/// 3 delays x 4 pairs of masses x 2 repeats.
study::Study repeated(Id by) {
  study::Study study = sample::study();
  study.axes.back() = {std::string(study::parameter(by).path), {by}, {{1.0, 2.0}}};
  return study;
}

ResultFile written(const study::Study& study, const std::filesystem::path& file,
                   const std::vector<Range>& blocks = {{0, 24}}) {
  Assembly assembly(study, file, std::nullopt, file.parent_path());
  for (const Range range : blocks) assembly.add(sample::block(range, study));
  assembly.commit(sample::facts());
  return read_result(file);
}

const Variable* find(const ResultFile& result, const std::string& name) {
  const auto found = std::ranges::find(result.variables, name, &Variable::name);
  return found == result.variables.end() ? nullptr : &*found;
}

TEST(RepeatStatistics, AreOfEachPointOfTheOtherAxes) {
  const sample::Directory directory;
  for (const Id by : {"numerics.repeat"_id, "rig.repetition"_id}) {
    const auto study = repeated(by);
    const auto result = written(study, directory / "r.h5");
    const Variable* outcome = find(result, "outcome");
    const Variable* ok = find(result, "repeats.ok");
    ASSERT_TRUE(outcome && ok);
    numerics::SampleMeans means;
    std::size_t looked_at = 0, failed = 0;
    for (const Column& column : stored_columns(study)) {
      const Variable* all = find(result, column.name);
      ASSERT_TRUE(all) << column.name;
      if (column.content != Column::Content::metric) continue;
      const Variable* mean = find(result, column.name + ".mean");
      const Variable* deviation = find(result, column.name + ".deviation");
      const Variable* interval = find(result, column.name + ".interval");
      ASSERT_TRUE(mean && deviation && interval) << column.name;
      EXPECT_EQ(mean->units, column.units);
      EXPECT_EQ(mean->dimensions, (std::vector<std::string>{"actuator.total_delay", "masses"}));
      ASSERT_EQ(mean->values.size(), 12u);
      for (std::size_t k = 0; k < 12; ++k, ++looked_at) {
        std::vector<double> ended_well;
        for (std::size_t i = 2 * k; i < 2 * k + 2; ++i)
          if (outcome->values[i] == 0.0) ended_well.push_back(all->values[i]);
        failed += 2 - ended_well.size();
        const auto expected = means.of(ended_well);
        EXPECT_EQ(bits(mean->values[k]), bits(expected.mean));
        EXPECT_EQ(bits(deviation->values[k]), bits(expected.deviation));
        EXPECT_EQ(bits(interval->values[k]), bits(expected.interval));
      }
    }
    EXPECT_GT(looked_at, 100u);
    EXPECT_GT(failed, 0u);
    for (std::size_t k = 0; k < 12; ++k)
      EXPECT_EQ(ok->values[k], std::ranges::count(std::span(outcome->values).subspan(2 * k, 2), 0.0));
  }
}

TEST(RepeatStatistics, DoNotDependOnTheOrderOfBlocks) {
  const sample::Directory directory;
  const auto study = repeated("numerics.repeat"_id);
  written(study, directory / "a.h5", {{0, 7}, {7, 19}, {19, 24}});
  written(study, directory / "b.h5", {{7, 19}, {19, 24}, {0, 7}});  // repeats in two blocks
  EXPECT_TRUE(sample::bytes(directory / "a.h5") == sample::bytes(directory / "b.h5"));
}

TEST(RepeatStatistics, AreThereWhereTheLastAxisRepeatsOnly) {
  const sample::Directory directory;
  auto study = repeated("numerics.repeat"_id);
  std::swap(study.axes[0], study.axes[2]);
  for (const auto& its : {sample::study(), study}) {
    EXPECT_EQ(repeats_of(its), 0u);
    EXPECT_FALSE(find(written(its, directory / "r.h5"), "velocity.error.mean"));
  }
}

TEST(RepeatStatistics, OfAStudyThatOnlyRepeatsAreScalars) {
  const sample::Directory directory;
  study::Study study = sample::single();
  study.axes = {{"numerics.repeat", {"numerics.repeat"_id}, {{1.0, 2.0, 3.0, 4.0}}}};
  const auto result = written(study, directory / "r.h5", {{0, 4}});
  const Variable* mean = find(result, "velocity.error.mean");
  ASSERT_TRUE(mean);
  EXPECT_TRUE(mean->dimensions.empty());
}

}  // namespace
}  // namespace hilspace::results
