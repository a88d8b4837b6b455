#include "sweep/merge.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

class Merge : public Sweep {
 protected:
  Merge() : study_(study_of(small_study("output.traces = [3, 7]\n"))) {
    for (std::uint64_t i = 1; i <= 3; ++i) run(study_, {.output = shard(i), .shard = Shard{i, 3}});
  }
  fs::path shard(std::uint64_t i) const { return folder_ / ("s" + std::to_string(i) + ".h5"); }
  MergeOptions all() const {
    return {.parts = {shard(1), shard(2), shard(3)}, .output = folder_ / "merged.h5"};
  }
  std::string refused(const MergeOptions& options) const {
    try {
      merge(options);
    } catch (const RunError& error) {
      EXPECT_FALSE(fs::exists(folder_ / "merged.h5"));
      return error.what();
    }
    ADD_FAILURE() << "was merged";
    return {};
  }
  static bool has(const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
  }
  const study::Study study_;
};

TEST_F(Merge, NamesWhatIsMissingOrDoubled) {
  auto options = all();
  options.parts = {shard(3), shard(1)};
  EXPECT_TRUE(has(refused(options), "scenarios 30 to 59 of 90 are missing")) << refused(options);
  options.parts = {shard(3), shard(2)};  // without the one that carries the study
  EXPECT_TRUE(has(refused(options), "scenarios 0 to 29 of 90 are missing")) << refused(options);
  options.parts = {shard(1), shard(2), shard(3), shard(2)};
  EXPECT_THROW(merge(options), InputError);
  EXPECT_THROW(merge({.parts = {}, .output = folder_ / "merged.h5"}), InputError);
}

TEST_F(Merge, NamesWhatIsForeign) {
  const auto other = study_of(small_study("seed = 2\n"));
  run(other, {.output = folder_ / "other.h5", .shard = Shard{2, 3}});
  auto options = all();
  options.parts[1] = folder_ / "other.h5";
  EXPECT_TRUE(has(refused(options), "other.h5: belongs to another study"));
  std::ofstream(folder_ / "notes.txt") << "important";
  options.parts[1] = folder_ / "notes.txt";
  EXPECT_TRUE(has(refused(options), "notes.txt: is not an HDF5 file"));
}

TEST_F(Merge, TakesThePartsOfARunFromItsFolder) {
  add_part(study_, folder_ / "run.h5", {0, 50});
  add_part(study_, folder_ / "run.h5", {50, 90});
  auto options = all();
  options.parts = {folder_ / "run.h5.parts"};
  EXPECT_EQ(merge(options).report.range.size(), 90u);
  EXPECT_EQ(names_in(folder_ / "run.h5.parts").size(), 2u) << "the parts stay";
  run(study_, {.output = folder_ / "whole.h5"});
  EXPECT_EQ(bits_of(folder_ / "merged.h5"), bits_of(folder_ / "whole.h5"));
  fs::create_directory(folder_ / "empty");
  options.parts = {folder_ / "empty"};
  EXPECT_THROW(merge(options), InputError);
}

TEST_F(Merge, ReplacesWhatRunWouldReplace) {
  merge(all());
  EXPECT_EQ(merge(all()).report.completion, Completion::already_complete);
  auto options = all();
  options.fresh = true;
  EXPECT_EQ(merge(options).report.completion, Completion::complete);

  run(study_of(small_study("seed = 2\n")), {.output = folder_ / "other.h5"});
  options.output = folder_ / "other.h5";
  options.fresh = false;
  EXPECT_THROW(merge(options), InputError);
  options.fresh = true;
  EXPECT_EQ(merge(options).report.completion, Completion::complete);
  EXPECT_EQ(bits_of(folder_ / "other.h5"), bits_of(folder_ / "merged.h5"));

  std::ofstream(folder_ / "notes.txt") << "important";
  options.output = folder_ / "notes.txt";
  EXPECT_THROW(merge(options), RunError);
  options.output = shard(1);
  EXPECT_THROW(merge(options), InputError);
}

TEST_F(Merge, StopsWhenAskedAndLosesNothing) {
  const std::atomic<bool> stop{true};
  auto options = all();
  options.stop = &stop;
  EXPECT_EQ(merge(options).report.completion, Completion::interrupted);
  EXPECT_EQ(names_in(folder_), (std::vector<std::string>{"s1.h5", "s2.h5", "s3.h5"}));
  options.stop = nullptr;
  EXPECT_EQ(merge(options).report.completion, Completion::complete);
}

}  // namespace
}  // namespace hilspace::sweep
