#include "sweep/sweep.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "sweep/block.hpp"
#include "sweep/part_store.hpp"

namespace hilspace::sweep {
namespace {

namespace fs = std::filesystem;

// Coarse steps: here it matters that scenarios are run, not how well.
constexpr const char* kStudy = R"(
title = "A sweep"
model = "axial"
[chaser]
mass = "30 kg"
[target]
mass = "75 kg"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
[actuator]
total_delay = "1 ms"
[numerics]
step = "50 us"
[[axis]]
"actuator.total_delay" = { from = "0.2 ms", to = "2 ms", count = 30 }
[[axis]]
"approach.velocity" = { from = "20 mm/s", to = "200 mm/s", count = 30 }
)";

study::Study study_of(const std::string& text) {
  std::vector<std::string_view> names;
  for (const auto& metric : metrics::catalogue()) names.push_back(metric.name);
  return study::parse(text, "study.toml", {}, names);
}

class Sweep : public testing::Test {
 protected:
  Sweep() {
    std::string pattern = (fs::temp_directory_path() / "hilspace-sweep-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Sweep() override { fs::remove_all(folder_); }
  fs::path folder_;
};

std::vector<std::uint64_t> bits_of(const fs::path& file) {
  std::vector<std::uint64_t> bits;
  for (const auto& variable : results::read_result(file).variables)
    for (const double value : variable.values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

TEST_F(Sweep, GivesTheSameBitsWithAnyNumberOfThreads) {
  const auto study = study_of(kStudy);
  EXPECT_EQ(run(study, {.output = folder_ / "one.h5", .threads = 1}).computed, 900u);
  EXPECT_EQ(run(study, {.output = folder_ / "two.h5", .threads = 2}).computed, 900u);
  EXPECT_EQ(bits_of(folder_ / "one.h5"), bits_of(folder_ / "two.h5"));
  EXPECT_FALSE(fs::exists(folder_ / "one.h5.parts"));
}

TEST_F(Sweep, GoesOnWhereItWasStopped) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "whole.h5"});
  // Stopped at every report of progress, until it gets through.
  int sessions = 0;
  for (;;) {
    std::atomic<bool> stop{false};
    std::uint64_t first = ~std::uint64_t{0};
    Options options{.output = folder_ / "bits.h5", .threads = 2};
    PartStore(options.output, study, false)
        .add(*Workers(1).compute(
            study,
            {static_cast<std::uint64_t>(100 * sessions), static_cast<std::uint64_t>(100 * sessions + 50)},
            [](std::uint64_t) {}, stop));
    ++sessions;
    options.stop = &stop;
    options.progress = [&](const Progress& p) { first = std::min(first, p.done); };
    stop = sessions < 4;
    const Report report = run(study, options);
    if (report.ending == Ending::complete) {
      EXPECT_EQ(report.computed, 900u - 200u);
      break;
    }
    EXPECT_EQ(report.ending, Ending::interrupted);
    EXPECT_FALSE(fs::exists(options.output));
  }
  EXPECT_EQ(sessions, 4);
  EXPECT_EQ(bits_of(folder_ / "whole.h5"), bits_of(folder_ / "bits.h5"));
}

TEST_F(Sweep, SaysWhenThereIsNothingToDo) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "r.h5"});
  const Report again = run(study, {.output = folder_ / "r.h5"});
  EXPECT_EQ(again.ending, Ending::already_complete);
  EXPECT_EQ(again.computed, 0u);
  EXPECT_EQ(run(study, {.output = folder_ / "r.h5", .fresh = true}).computed, 900u);
}

TEST_F(Sweep, RefusesTheResultAndThePartsOfAnotherStudy) {
  const auto study = study_of(kStudy);
  const auto other = study_of("seed = 2\n" + std::string(kStudy));
  run(study, {.output = folder_ / "r.h5"});
  EXPECT_THROW(run(other, {.output = folder_ / "r.h5"}), InputError);
  const std::atomic<bool> stop{false};
  PartStore(folder_ / "p.h5", study, false)
      .add(*Workers(1).compute(
          study, {0, 10}, [](std::uint64_t) {}, stop));
  EXPECT_THROW(run(other, {.output = folder_ / "p.h5"}), InputError);
  EXPECT_EQ(run(other, {.output = folder_ / "p.h5", .fresh = true}).computed, 900u);
}

// What kill -9 can leave at its worst moments: a part that was being written, and parts already merged.
TEST_F(Sweep, LeavesNothingBehindAfterKills) {
  const auto study = study_of(kStudy);
  fs::create_directory(folder_ / "r.h5.parts");
  std::ofstream(folder_ / "r.h5.parts" / "0-10.part.h5.host.1.1.tmp") << "half";
  run(study, {.output = folder_ / "r.h5"});
  EXPECT_FALSE(fs::exists(folder_ / "r.h5.parts"));
  const std::atomic<bool> stop{false};
  PartStore(folder_ / "r.h5", study, false)
      .add(*Workers(1).compute(
          study, {0, 10}, [](std::uint64_t) {}, stop));
  EXPECT_EQ(run(study, {.output = folder_ / "r.h5"}).ending, Ending::already_complete);
  EXPECT_FALSE(fs::exists(folder_ / "r.h5.parts"));
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
  const PartStore held(folder_ / "r.h5", study, false);
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
                           EXPECT_EQ(p.total, 900u);
                           last = p.done;
                         }});
  EXPECT_EQ(last, 900u);
}

}  // namespace
}  // namespace hilspace::sweep
