#include "sweep/sweep.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "sweep/execution/workers.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

TEST_F(Sweep, GivesTheSameBitsWithAnyNumberOfThreads) {
  const auto study = study_of(kStudy);
  EXPECT_EQ(run(study, {.output = folder_ / "one.h5", .threads = 1}).computed, kScenarios);
  EXPECT_EQ(run(study, {.output = folder_ / "two.h5", .threads = 2}).computed, kScenarios);
  EXPECT_EQ(bits_of(folder_ / "one.h5"), bits_of(folder_ / "two.h5"));
  EXPECT_FALSE(fs::exists(folder_ / "one.h5.parts"));
}

TEST_F(Sweep, GoesOnWhereItWasStopped) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "whole.h5"});
  // Stopped at every progress report, until it completes.
  int sessions = 0;
  for (;;) {
    std::atomic<bool> stop{false};
    std::uint64_t first = ~std::uint64_t{0};
    RunOptions options{.output = folder_ / "bits.h5", .threads = 2};
    const auto at = static_cast<std::uint64_t>(75 * sessions);
    add_part(study, options.output, {at, at + 50});
    ++sessions;
    options.stop = &stop;
    options.progress = [&](const Progress& p) { first = std::min(first, p.done); };
    stop = sessions < 4;
    const Report report = run(study, options);
    if (report.completion == Completion::complete) {
      EXPECT_EQ(report.computed, kScenarios - 200u);
      break;
    }
    EXPECT_EQ(report.completion, Completion::interrupted);
    EXPECT_FALSE(fs::exists(options.output));
  }
  EXPECT_EQ(sessions, 4);
  EXPECT_EQ(bits_of(folder_ / "whole.h5"), bits_of(folder_ / "bits.h5"));
}

// Time histories are made one by one once all rows exist; a stop request is honoured between any two of them.
TEST_F(Sweep, StopsBetweenTraces) {
  const auto study = study_of(small_study("output.traces = [0, 1, 2, 3]\n"));
  run(study, {.output = folder_ / "whole.h5"});
  const fs::path file = folder_ / "r.h5";
  std::atomic<bool> stop{false};
  RunOptions options{.output = file, .threads = 1, .stop = &stop};
  options.progress = [&](const Progress&) {  // last called when all rows are in two parts
    stop = PartStore::files_in(PartStore::folder_of(file)).size() == 2;
  };
  const Report stopped = run(study, options);
  EXPECT_EQ(stopped.completion, Completion::interrupted);
  EXPECT_EQ(names_in(folder_), (std::vector<std::string>{"r.h5.parts", "whole.h5"}));
  const Report resumed = run(study, {.output = file});
  EXPECT_EQ(resumed.completion, Completion::complete);
  EXPECT_EQ(resumed.computed, 0u);
  EXPECT_EQ(bits_of(folder_ / "whole.h5"), bits_of(file));
  EXPECT_EQ(results::read_result(file).traces.size(), 8u);
}

TEST_F(Sweep, SaysWhenThereIsNothingToDo) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "r.h5"});
  const Report again = run(study, {.output = folder_ / "r.h5"});
  EXPECT_EQ(again.completion, Completion::already_complete);
  EXPECT_EQ(again.computed, 0u);
  EXPECT_EQ(run(study, {.output = folder_ / "r.h5", .fresh = true}).computed, kScenarios);
}

TEST_F(Sweep, RefusesTheResultAndThePartsOfAnotherStudy) {
  const auto study = study_of(kStudy);
  const auto other = study_of("seed = 2\n" + kStudy);
  run(study, {.output = folder_ / "r.h5"});
  EXPECT_THROW(run(other, {.output = folder_ / "r.h5"}), InputError);
  add_part(study, folder_ / "p.h5", {0, 10});
  EXPECT_THROW(run(other, {.output = folder_ / "p.h5"}), InputError);
  EXPECT_EQ(run(other, {.output = folder_ / "p.h5", .fresh = true}).computed, kScenarios);
}

// The worst states that kill -9 can leave: a part being written, and parts already merged.
TEST_F(Sweep, LeavesNothingBehindAfterKills) {
  const auto study = study_of(kStudy);
  fs::create_directory(folder_ / "r.h5.parts");
  std::ofstream(folder_ / "r.h5.parts" / "0-10.part.h5.host.1.1.tmp") << "half";
  run(study, {.output = folder_ / "r.h5"});
  EXPECT_FALSE(fs::exists(folder_ / "r.h5.parts"));
  add_part(study, folder_ / "r.h5", {0, 10});
  EXPECT_EQ(run(study, {.output = folder_ / "r.h5"}).completion, Completion::already_complete);
  EXPECT_FALSE(fs::exists(folder_ / "r.h5.parts"));
}

// A power cut can bring back the name of a part whose scenarios were computed again.
TEST_F(Sweep, TakesPartsThatOverlapOnce) {
  const auto study = study_of(small_study());
  const fs::path output = folder_ / "r.h5";
  for (const auto& [begin, end] : {std::pair<std::uint64_t, std::uint64_t>{0, 20}, {10, 30}, {40, 60}}) {
    const fs::path elsewhere = folder_ / fmt::format("{}.h5", begin);
    add_part(study, elsewhere, {begin, end});
    fs::create_directory(PartStore::folder_of(output));
    for (const auto& part : PartStore::files_in(PartStore::folder_of(elsewhere)))
      fs::copy_file(part, PartStore::folder_of(output) / part.filename());
  }
  EXPECT_EQ(PartStore::recorded(output), 50u);
  const auto report = run(study, {.output = output});
  EXPECT_EQ(report.completion, Completion::complete);
  EXPECT_EQ(report.computed, 90u - 40u);  // of those that overlap the first one is kept
}

// tests/cli/memory_test.py compares it with the actual use.
TEST_F(Sweep, MemoryIsBounded) {
  auto many = study_of(kStudy);
  many.axes[0].values[0].resize(1'000'000, 1e-3);
  auto more = many;
  more.axes[0].values[0].resize(10'000'000, 1e-3);
  EXPECT_EQ(memory(many, 2) + 2 * 9'000'000 * sizeof(double), memory(more, 2));  // the values of the axis
  EXPECT_LT(memory(many, 2), 200'000'000u);
  EXPECT_LT(memory(many, 64), 500'000'000u);
  EXPECT_LT(memory(study_of(kStudy), 2), memory(many, 2));
  const auto all = memory(many, 2);
  many.output.metrics = {"velocity.error_pct"};
  EXPECT_LT(memory(many, 2), all);
}

TEST_F(Sweep, UsesNoMoreThreadsThanThereAre) {
  const int here = Workers(0).count();
  EXPECT_EQ(Workers(here + 100000).count(), here);
  EXPECT_EQ(Workers(1).count(), 1);
}

TEST_F(Sweep, NeverReplacesWhatIsNoResult) {
  std::ofstream(folder_ / "notes.txt") << "important";
  for (const bool fresh : {false, true})
    EXPECT_THROW(run(study_of(kStudy), {.output = folder_ / "notes.txt", .fresh = fresh}), RunError);
  std::string word;
  std::ifstream(folder_ / "notes.txt") >> word;
  EXPECT_EQ(word, "important");
  EXPECT_FALSE(fs::exists(folder_ / "notes.txt.parts"));
}

TEST_F(Sweep, TwoRunsOnOneOutputExcludeEachOther) {
  const auto study = study_of(kStudy);
  const PartStore held(OutputFile(study, folder_ / "r.h5"), study, false);
  EXPECT_THROW(run(study, {.output = folder_ / "r.h5"}), RunError);
}

TEST_F(Sweep, SaysWhereItCannotWrite) {
  try {
    run(study_of(kStudy), {.output = folder_ / "no" / "such" / "r.h5"});
    FAIL() << "wrote into a folder that is not there";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("r.h5"), std::string::npos);
  }
}

TEST_F(Sweep, TellsItsProgress) {
  std::uint64_t last = 0;
  run(study_of(kStudy), {.output = folder_ / "r.h5", .progress = [&](const Progress& p) {
                           EXPECT_GE(p.done, last);
                           EXPECT_EQ(p.total, kScenarios);
                           last = p.done;
                         }});
  EXPECT_EQ(last, kScenarios);
}

}  // namespace
}  // namespace hilspace::sweep
