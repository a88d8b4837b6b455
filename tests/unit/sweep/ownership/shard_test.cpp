#include "sweep/ownership/shard.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "sweep/merge.hpp"
#include "sweep/sweep.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

template <class Action>
std::string input_error(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

TEST(Shard, IsReadAsItIsWritten) {
  const Shard shard = parse_shard("2/3");
  EXPECT_EQ(shard.index, 2u);
  EXPECT_EQ(shard.count, 3u);
  EXPECT_EQ(text_of(shard), "2/3");
  for (const std::string bad : {"", "/", "1", "0/3", "4/3", "1/0", "1/", "/3", "-1/3", "1.5/3", " 1/3",
                                "1/3 ", "1/3/5", "a/b", "1/99999999999999999999"})
    EXPECT_TRUE(has(input_error([&] { parse_shard(bad); }), "--shard " + bad + ": write --shard I/N")) << bad;
}

TEST(Shard, RangesShareOutAllScenariosEvenly) {
  for (const std::uint64_t total : {1u, 7u, 24u, 1000u}) {
    for (std::uint64_t count = 1; count <= std::min<std::uint64_t>(total, 40); ++count) {
      std::uint64_t at = 0;
      for (std::uint64_t index = 1; index <= count; ++index) {
        const results::Range range = range_of({index, count}, total);
        EXPECT_EQ(range.begin, at);
        EXPECT_GE(range.size(), total / count);
        EXPECT_LE(range.size(), total / count + 1);
        at = range.end;
      }
      EXPECT_EQ(at, total);
    }
  }
  const std::uint64_t many = std::uint64_t{1} << 40;
  EXPECT_EQ(range_of({many, many}, many), (results::Range{many - 1, many}));
}

TEST(Shard, MoreShardsThanScenariosAreRefused) {
  EXPECT_TRUE(has(input_error([] {
                    range_of({1, 8}, 7);
                  }),
                  "the study has 7 scenarios, and so at most 7 shards"));
  EXPECT_TRUE(has(input_error([] { range_of({1, 2}, 1); }), "1 scenario, and so at most 1 shard"));
}

using Shards = Sweep;

TEST_F(Shards, MergedGiveTheBitsOfTheWhole) {
  auto study = study_of(small_study("output.traces = [3, 70]\n"));
  const Report whole = run(study, {.output = folder_ / "whole.h5"});
  MergeOptions options{.output = folder_ / "merged.h5"};
  metrics::Summary together;
  for (std::uint64_t i = 3; i > 0; --i) {
    const fs::path file = folder_ / ("s" + std::to_string(i) + ".h5");
    std::uint64_t total = 0;
    const Report report =
        run(study,
            {.output = file, .shard = Shard{i, 3}, .progress = [&](const Progress& p) { total = p.total; }});
    EXPECT_TRUE(report.is_part);
    EXPECT_EQ(report.range, (results::Range{30 * (i - 1), 30 * i}));
    EXPECT_EQ(report.computed, 30u);
    EXPECT_EQ(total, 30u);
    EXPECT_FALSE(fs::exists(PartStore::folder_of(file)));
    options.parts.push_back(file);
  }
  const Merged merged = merge(options);
  EXPECT_EQ(merged.report.completion, Completion::complete);
  EXPECT_EQ(merged.study.sha256, study.sha256);
  EXPECT_EQ(merged.report.summary.outcomes, whole.summary.outcomes);
  EXPECT_EQ(merged.report.summary.error.scenarios, whole.summary.error.scenarios);
  EXPECT_EQ(bits_of(folder_ / "whole.h5"), bits_of(folder_ / "merged.h5"));
  for (const std::string group : {"traces/3/hil", "traces/70/docking"})
    EXPECT_EQ(results::read_trace_group(folder_ / "whole.h5", group)[3].values,
              results::read_trace_group(folder_ / "merged.h5", group)[3].values);
}

TEST_F(Shards, GoOnWhereTheyWereStopped) {
  const auto study = study_of(small_study());
  const Shard second{2, 3};
  run(study, {.output = folder_ / "whole.h5", .shard = second});
  add_part(study, folder_ / "s.h5", {40, 45}, second);
  const std::atomic<bool> stop{true};
  const Report stopped = run(study, {.output = folder_ / "s.h5", .shard = second, .stop = &stop});
  EXPECT_EQ(stopped.completion, Completion::interrupted);
  EXPECT_FALSE(fs::exists(folder_ / "s.h5"));
  EXPECT_EQ(run(study, {.output = folder_ / "s.h5", .shard = second}).computed, 25u);
  const auto a = results::read_part(folder_ / "whole.h5"), b = results::read_part(folder_ / "s.h5");
  EXPECT_EQ(a.range(), b.range());
  EXPECT_EQ(a.error.scenarios, b.error.scenarios);
  for (std::uint64_t i = a.range().begin; i < a.range().end; ++i) EXPECT_TRUE(same(a.row(i), b.row(i)));
}

TEST_F(Shards, SayWhenThereIsNothingToDo) {
  const auto study = study_of(small_study());
  const RunOptions options{.output = folder_ / "s.h5", .shard = Shard{2, 3}};
  run(study, options);
  add_part(study, folder_ / "s.h5", {30, 31}, options.shard);  // left by a kill right after joining
  const Report again = run(study, options);
  EXPECT_EQ(again.completion, Completion::already_complete);
  EXPECT_EQ(again.computed, 0u);
  EXPECT_EQ(names_in(folder_), std::vector<std::string>{"s.h5"});
}

TEST_F(Shards, AreNotMistakenForEachOther) {
  const auto study = study_of(small_study());
  const fs::path file = folder_ / "s.h5";
  run(study, {.output = file, .shard = Shard{2, 3}});
  const auto text = input_error([&] { run(study, {.output = file, .shard = Shard{3, 3}}); });
  EXPECT_TRUE(has(text, "scenarios 30 to 59 instead of 60 to 89") && has(text, "--fresh")) << text;
  EXPECT_EQ(run(study, {.output = file, .shard = Shard{3, 3}, .fresh = true}).computed, 30u);

  const fs::path other = folder_ / "p.h5";
  add_part(study, other, {25, 35});  // of a run of the whole study
  EXPECT_TRUE(has(input_error([&] {
                    run(study, {.output = other, .shard = Shard{2, 3}});
                  }),
                  "of another shard"));
  EXPECT_EQ(run(study, {.output = other}).computed, 80u);
  // A whole result is not a shard, and vice versa.
  EXPECT_THROW(run(study, {.output = other, .shard = Shard{2, 3}, .fresh = true}), InputError);
  EXPECT_THROW(run(study, {.output = file, .fresh = true}), InputError);
}

}  // namespace
}  // namespace hilspace::sweep
