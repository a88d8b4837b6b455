#include "cluster/scripts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cluster/process.hpp"
#include "support/directory.hpp"
#include "support/text.hpp"

namespace hilspace::cluster {
namespace {

namespace fs = std::filesystem;
using test::has;

class ScriptsTest : public testing::Test {
 protected:
  /// A hilspace that executes `body`; of its arguments, $5 is the share I/N and $7 the file.
  void hilspace(const std::string& body) {
    std::ofstream(directory_ / "hilspace") << "shard=$4 file=$6\n" << body;
    scripts_.command = "bash " + shell_word((directory_ / "hilspace").string());
  }
  Finished run_task(const std::string& before = "") {
    fs::create_directories(scripts_.folder.logs());
    const fs::path file = directory_ / "array.sh";
    std::ofstream(file) << array_script(scripts_);
    return run_process(std::vector<std::string>{
        "bash", "-c", before + "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=40 bash \"$0\"", file.string()});
  }

  const test::Directory directory_;
  const fs::path output_ = directory_ / "it's a result.h5";
  Scripts scripts_{ChunkFolder(output_), output_, "hilspace", 5, {{1, 3, 5}, {2, 4}}};
};

TEST(ShellWord, IsOneWord) {
  for (const std::string text : {"", "plain-1.h5", "a b", "it's", "$HOME \"x\" \\ ; * \n"})
    EXPECT_EQ(run_process(std::vector<std::string>{"bash", "-c", "printf %s " + shell_word(text)}).out, text);
  EXPECT_EQ(shell_word("plain-1.h5"), "plain-1.h5");
}

TEST_F(ScriptsTest, SayWhatSlurmIsToDo) {
  scripts_.signal_before = 90;
  const std::string text = array_script(scripts_);
  for (const char* line :
       {"#!/bin/bash\n", "\n#SBATCH --array=1-2\n", "\n#SBATCH --requeue\n", "\n#SBATCH --open-mode=append\n",
        "\n#SBATCH --signal=B:USR1@90\n", "\nchunks=5\n", "\n  '1 3 5'\n  '2 4'\n",
        "\nthreads=${SLURM_CPUS_PER_TASK:-1}\n", "/logs/task-%a.log\"\n"})
    EXPECT_TRUE(has(text, line)) << line;
  EXPECT_FALSE(has(text, "cpus-per-task"));
  scripts_.threads = 8;
  EXPECT_TRUE(has(array_script(scripts_), "\n#SBATCH --cpus-per-task=8\n"));
  EXPECT_TRUE(has(array_script(scripts_), "\nthreads=8\n"));
  for (const auto& script : {array_script(scripts_), merge_script(scripts_)}) {
    std::ofstream(directory_ / "script") << script;
    EXPECT_EQ(run_process(std::vector<std::string>{"bash", "-n", (directory_ / "script").string()}).err, "");
  }
}

// The header contains no bash commands.
TEST_F(ScriptsTest, NoNameEndsALine) {
  const Scripts scripts{
      ChunkFolder(directory_ / "r"), "a\ntouch pwned\n#SBATCH --wrap=x.h5", "hilspace", 1, {{1}}};
  for (const auto& script : {array_script(scripts), merge_script(scripts)}) {
    const std::string head = script.substr(0, script.find("\n\n"));
    EXPECT_FALSE(has(head, "\ntouch")) << head;
    EXPECT_FALSE(has(head, "\n#SBATCH --wrap")) << head;
  }
}

// As sbatch parses its lines: a backslash escapes the next character, % is written twice.
TEST_F(ScriptsTest, PathsOfLogsAreOneValue) {
  const Scripts scripts{ChunkFolder(directory_ / "a \"b\" %c"), directory_ / "r.h5", "hilspace", 1, {{1}}};
  EXPECT_TRUE(has(merge_script(scripts), "/a \\\"b\\\" %%c.chunks/logs/merge.log\"\n"))
      << merge_script(scripts);
}

TEST_F(ScriptsTest, ATaskComputesItsChunksOnce) {
  hilspace("echo $shard >>" + shell_word((directory_ / "calls").string()) + "; touch \"$file\"\n");
  EXPECT_EQ(run_task().code, 0);
  EXPECT_EQ(run_task().code, 0) << "again";
  EXPECT_EQ(run_process(std::vector<std::string>{"cat", (directory_ / "calls").string()}).out, "2/5\n4/5\n");
  EXPECT_TRUE(scripts_.folder.is_done(2) && scripts_.folder.is_done(4) && !scripts_.folder.is_done(1));
  EXPECT_FALSE(fs::exists(scripts_.folder.chunk_log(2))) << "of a chunk that is done one file is left";
}

TEST_F(ScriptsTest, AFailureDoesNotKeepTheOthers) {
  hilspace("[[ $shard == 2/5 ]] && { echo disk full; exit 1; }; touch \"$file\"\n");
  const Finished finished = run_task();
  EXPECT_EQ(finished.code, 1);
  EXPECT_TRUE(has(finished.out, "chunk 2: exit code 1: disk full")) << finished.out;
  EXPECT_TRUE(has(finished.out, "not done: chunks 2\n"));
  EXPECT_TRUE(scripts_.folder.is_done(4));
}

TEST_F(ScriptsTest, AKillIsNoted) {
  hilspace("kill -9 $$\n");
  EXPECT_EQ(run_task().code, 1);
  std::ifstream log(scripts_.folder.chunk_log(2));
  std::string line;
  std::getline(log, line);
  EXPECT_TRUE(line.starts_with("killed by signal 9 on ")) << line;
}

// The signal reaches the running chunk; the next one is not started; the task is requeued.
TEST_F(ScriptsTest, ATaskThatIsWarnedStopsAndRequeuesItself) {
  // It signals the time limit to the task, its parent, and then waits to be stopped.
  hilspace(
      "trap 'echo interrupted; exit 3' TERM; kill -USR1 $PPID; while :; do read -r -t 0.01 <> <(:); done\n");
  fs::create_directory(directory_ / "bin");
  std::ofstream(directory_ / "bin/scontrol") << "#!/bin/bash\necho \"scontrol $*\"\n";
  fs::permissions(directory_ / "bin/scontrol", fs::perms::owner_all);
  const Finished finished = run_task("PATH=" + shell_word((directory_ / "bin").string()) + ":$PATH ");
  EXPECT_EQ(finished.code, 0);
  EXPECT_TRUE(has(finished.out, "not done: chunks 2 4\n")) << finished.out;
  EXPECT_TRUE(has(finished.out, "\nscontrol requeue 40_2\n")) << finished.out;
  EXPECT_FALSE(fs::exists(scripts_.folder.chunk_log(4)));
}

// Another run holds the lock: first the other chunks, then a retry, and only then a failure.
TEST_F(ScriptsTest, AChunkThatIsBeingWrittenIsSkippedAndSeenToLater) {
  hilspace(
      "if [[ $shard == 2/5 && ! -e ${file%2.h5}4.h5 ]]; then mkdir -p \"$file.parts\"; touch "
      "\"$file.parts/lock\"; "
      "echo another run is writing; exit 1; fi\n"
      "rm -f \"${file%4.h5}2.h5.parts/lock\"; touch \"$file\"\n");
  const Finished finished = run_task();
  EXPECT_EQ(finished.code, 0) << finished.out;
  EXPECT_TRUE(has(finished.out, "chunk 2: waiting for another run"));
  EXPECT_TRUE(has(finished.out, "done: chunks 2 4"));
}

}  // namespace
}  // namespace hilspace::cluster
