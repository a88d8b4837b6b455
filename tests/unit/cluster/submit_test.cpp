#include "cluster/submit.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "cluster/submission.hpp"
#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "support/axial_study.hpp"
#include "support/directory.hpp"
#include "support/text.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::cluster {
namespace {

namespace fs = std::filesystem;
using test::has;

class Submit : public testing::Test {
 protected:
  static study::Study study_of(const std::string& settings = "") {
    return study::parse(settings + test::kAxialStudy + R"(
[[axis]]
"actuator.total_delay" = { from = "0.2 ms", to = "2 ms", count = 24 }
)",
                        "study.toml", {}, {});
  }
  /// A Slurm that records its commands and numbers jobs from 1.
  Slurm slurm() {
    return Slurm([this](std::span<const std::string> words) -> Finished {
      if (words[0] == "scontrol") return {0, "MaxArraySize = 6\n", ""};
      if (words[0] == "squeue") return {0, queue_, ""};
      if (words[1] == "--version") return {0, "slurm", ""};
      calls_.emplace_back(words.begin(), words.end());
      if (calls_.size() == refused_) return {1, "", "no such partition"};
      return {0, std::to_string(calls_.size()) + "\n", ""};
    });
  }
  Submitted submit(Request request) { return cluster::submit(study_, request, slurm()); }
  template <class Error>
  std::string refused(const Request& request, const std::string& settings = "") {
    try {
      cluster::submit(study_of(settings), request, slurm());
    } catch (const Error& error) {
      return error.what();
    }
    ADD_FAILURE() << "was not refused";
    return {};
  }

  const test::Directory directory_;
  const study::Study study_ = study_of();
  const Request request_{
      .output = directory_ / "r.h5", .chunks = 12, .command = "hilspace", .options = {"--time=5"}};
  const ChunkFolder folder_{directory_ / "r.h5"};
  std::vector<std::vector<std::string>> calls_;
  std::string queue_;
  std::size_t refused_ = 0;
};

TEST_F(Submit, LeavesAnArrayAndItsMerge) {
  const Submitted submitted = submit(request_);
  EXPECT_EQ(submitted.left, 12u);
  EXPECT_EQ(submitted.tasks, 5u) << "as many as an array takes here";
  ASSERT_EQ(calls_.size(), 2u);
  EXPECT_EQ(calls_[0],
            (std::vector<std::string>{"sbatch", "--parsable", "--time=5", folder_.array_script().string()}));
  EXPECT_EQ(calls_[1], (std::vector<std::string>{"sbatch", "--parsable", "--dependency=afterany:1",
                                                 "--time=5", folder_.merge_script().string()}));
  const Submission kept = folder_.submission().value();
  EXPECT_EQ(kept.array_job, "1");
  EXPECT_EQ(kept.merge_job, "2");
  EXPECT_EQ(kept.tasks.size(), 5u);
  EXPECT_EQ(study::load(folder_.study().string(), {}, {}).sha256, study_.sha256);
}

TEST_F(Submit, AgainTakesWhatIsMissing) {
  submit(request_);
  for (std::uint64_t number = 1; number <= 12; ++number)
    if (number != 3 && number != 8) std::ofstream(folder_.chunk(number)) << "done";
  const Submitted again = submit(request_);
  EXPECT_EQ(again.done, 10u);
  EXPECT_EQ(folder_.submission()->tasks, (std::vector<Chunks>{{3}, {8}}));
  for (const std::uint64_t number : {3u, 8u}) std::ofstream(folder_.chunk(number)) << "done";
  calls_.clear();
  const Submitted merge = submit(request_);
  EXPECT_EQ(merge.left, 0u);
  ASSERT_EQ(calls_.size(), 1u) << "the merge alone, after nothing";
  EXPECT_EQ(calls_[0],
            (std::vector<std::string>{"sbatch", "--parsable", "--time=5", folder_.merge_script().string()}));
}

TEST_F(Submit, RefusesWhatIsQueued) {
  submit(request_);
  queue_ = "1|3|PENDING|Priority\n2|N/A|PENDING|Dependency\n";
  const std::string message = refused<RunError>(request_);
  EXPECT_TRUE(has(message, "is queued or running already: jobs 1, 2; ")) << message;
  auto fresh = request_;
  fresh.fresh = true;
  EXPECT_TRUE(has(refused<RunError>(fresh), "scancel 1 2 ends it"));
  EXPECT_EQ(calls_.size(), 2u);
}

TEST_F(Submit, RefusesChunksOfAnotherStudyOrDivision) {
  submit(request_);
  EXPECT_TRUE(has(refused<InputError>(request_, "seed = 2\n"), "holds chunks of another study"));
  auto other = request_;
  other.chunks = 6;
  EXPECT_TRUE(has(refused<InputError>(other), "was divided into 12 chunks, not 6"));
  std::ofstream(folder_.chunk(1)) << "done";
  other.fresh = true;
  const auto holder = std::make_optional<sweep::RunLock>(sweep::PartStore::folder_of(folder_.chunk(2)));
  EXPECT_TRUE(has(refused<RunError>(other), "is writing to it; end it before using --fresh"));
  EXPECT_TRUE(folder_.is_done(1));
  fs::remove_all(sweep::PartStore::folder_of(folder_.chunk(2)));
  EXPECT_EQ(submit(other).left, 6u);
  EXPECT_FALSE(folder_.is_done(1));
}

TEST_F(Submit, RefusesWhatDoesNotFit) {
  auto request = request_;
  request.chunks = 25;
  EXPECT_TRUE(has(refused<InputError>(request), "the study has 24 scenarios, so at most 24 chunks"));
  request = request_;
  request.tasks = 6;
  EXPECT_TRUE(has(refused<InputError>(request), "--tasks 6: this cluster permits 1 to 5 tasks"));
  request = request_;
  request.options = {"--array=1-4"};
  EXPECT_TRUE(has(refused<InputError>(request), "--array=1-4: submit itself passes that option"));
  request = request_;
  request.output = directory_ / "a\ntouch pwned.h5";
  EXPECT_TRUE(has(refused<InputError>(request), "a line break or another control character"));
  request = request_;
  request.command = "hilspace\nreboot";
  EXPECT_TRUE(has(refused<InputError>(request), "--command 'hilspace?reboot'"));
  EXPECT_EQ(directory_.names(), std::vector<std::string>{});
}

TEST_F(Submit, KeepsTheNumberOfTheArrayWhenTheMergeIsRefused) {
  refused_ = 2;
  EXPECT_TRUE(has(refused<RunError>(request_), "no such partition"));
  EXPECT_EQ(folder_.submission()->array_job, "1");
  EXPECT_EQ(folder_.submission()->merge_job, "");
}

TEST_F(Submit, NeedsSlurmUnlessItIsDry) {
  const Slurm nobody([](auto) { return Finished{Finished::kNoSuchProgram, "", ""}; });
  EXPECT_THROW(cluster::submit(study_, request_, nobody), RunError);
  EXPECT_FALSE(fs::exists(folder_.path()));
  auto dry = request_;
  dry.dry_run = true;
  const Submitted submitted = cluster::submit(study_, dry, nobody);
  EXPECT_EQ(submitted.tasks, 12u);
  EXPECT_EQ(submitted.calls.size(), 2u);
  EXPECT_EQ(submitted.calls[1][2], "--dependency=afterany:JOB");
  EXPECT_TRUE(fs::exists(folder_.array_script()));
}

}  // namespace
}  // namespace hilspace::cluster
