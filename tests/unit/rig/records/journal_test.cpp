#include "rig/records/journal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "core/error.hpp"
#include "rig/loop/ending.hpp"
#include "support/directory.hpp"
#include "support/full_disk.hpp"
#include "support/message.hpp"
#include "support/simulated_disk.hpp"
#include "support/waited_for.hpp"

namespace hilspace::rig {
namespace {

TEST(Journal, IsFreeBeforeAnythingWasDone) {
  const test::Directory folder;
  EXPECT_FALSE(Journal(folder / "none.journal").latched());
}

/// Whoever deletes a journal does not free a rig that tripped.
TEST(Journal, ThatIsGoneBesideRecordsOfARigThatMovedIsLatched) {
  const test::Directory folder;
  const Journal journal(folder / "journal");
  std::ofstream(folder / "0001-doctor.toml") << "step = \"doctor\"\n";
  std::ofstream(folder / "0002-calibrate.toml") << "step = \"calibrate\"\n";  // of a recording
  EXPECT_FALSE(journal.latched());
  std::ofstream(folder / "0003-selftest.toml") << "step = \"selftest\"\n";
  ASSERT_TRUE(journal.latched());
  EXPECT_NE(text_of(*journal.latched()).find("the journal is gone"), std::string::npos);
  EXPECT_FALSE(Journal(folder / "out.journal").latched());  // of a campaign
  journal.append("acknowledged", {});
  EXPECT_FALSE(journal.latched());
}

TEST(Journal, IsLatchedByEverythingButAnEndThatSomebodySaw) {
  const test::Directory folder;
  const Journal journal(folder / "out.journal");
  for (const char* what : {"armed", "tripped", "failed", "something else"}) {
    journal.append(what, {{"scenario", "3"}});
    ASSERT_TRUE(journal.latched()) << what;
    EXPECT_EQ(journal.latched()->what, what);
    EXPECT_EQ(journal.latched()->detail("scenario"), "3");
    EXPECT_EQ(journal.latched()->detail("reason"), "");
    journal.append("acknowledged", {});
    EXPECT_FALSE(journal.latched()) << what;
  }
  for (const char* what : {"done", "stopped"}) {
    journal.append("armed", {});
    journal.append(what, {});
    EXPECT_FALSE(journal.latched()) << what;
  }
}

// Records are written by verbs that move nothing, too, whatever is latched.
TEST(Journal, IsNeitherLatchedNorFreedByARecord) {
  const test::Directory folder;
  for (const char* last : {"done", "tripped", "armed"}) {
    const Journal journal(folder / last);
    journal.append(last, {});
    journal.append(Journal::kRecorded, {{"record", "0001-tune.toml"}});
    EXPECT_EQ(journal.latched().has_value(), last != std::string("done"));
  }
  const Journal journal(folder / "journal");  // a new one, beside records of a rig that moved
  std::ofstream(folder / "0001-selftest.toml") << "step = \"selftest\"\n";
  journal.append(Journal::kRecorded, {{"record", "0002-tune.toml"}});
  ASSERT_TRUE(journal.latched());
  EXPECT_NE(text_of(*journal.latched()).find("the journal is gone"), std::string::npos);
}

// What cannot be written as a whole is taken back: a run that was not armed latches nothing, and one that was stays so.
TEST(Journal, AFullDiskLeavesNoHalfOfALine) {
  const test::Directory folder;
  for (const char* last : {"done", "armed"}) {
    const Journal journal(folder / last);
    journal.append(last, {});
    const auto size = std::filesystem::file_size(journal.file());
    {
      const test::FullDisk full(size + 10);
      EXPECT_THROW(journal.append(journal.latched() ? "done" : "armed", {}), RunError);
    }
    EXPECT_EQ(std::filesystem::file_size(journal.file()), size);
    EXPECT_EQ(journal.latched().has_value(), last == std::string("armed"));
    EXPECT_EQ(journal.events().size(), 1u);
  }
}

// The journal's words for the ends of a run: free are those after which the output is known to be safe and
// nothing was reached.
TEST(Journal, IsLatchedByARunThatTrippedOrIsNotSafe) {
  const test::Directory folder;
  const Journal journal(folder / "out.journal");
  for (const Ending ending : {Ending::done, Ending::stopped, Ending::tripped, Ending::unsafe}) {
    journal.append(named(ending), {});
    EXPECT_EQ(journal.latched().has_value(), ending == Ending::tripped || ending == Ending::unsafe)
        << named(ending);
  }
}

TEST(Ending, ThatIsNotSafeIsAFaultOfItsOwnWhateverTripped) {
  LoopReport report;
  for (std::size_t fault = 0; fault < kFaults.size(); ++fault)
    for (const bool asked : {false, true}) {
      report.trip.fault = static_cast<Fault>(fault);
      report.safe = false;
      EXPECT_EQ(named(ending_of(report, asked)), "unsafe") << kFaults[fault].name;
      report.safe = true;
      EXPECT_EQ(named(ending_of(report, asked)), fault == 0 ? "done"
                                                 : report.trip.fault == Fault::operator_stop && asked
                                                     ? "stopped"
                                                     : "tripped")
          << kFaults[fault].name;
    }
}

// It is append-only, and a reader finds every event unchanged.
TEST(Journal, KeepsEveryLine) {
  const test::Directory folder;
  const Journal journal(folder / "out.journal");
  const std::string said = "a \"quoted\" text,\nwith a second line = {}";
  for (int i = 0; i < 20; ++i) journal.append("acknowledged", {{"reason", said + std::to_string(i)}});
  const auto events = journal.events();
  ASSERT_EQ(events.size(), 20u);
  for (std::size_t i = 0; i < events.size(); ++i)
    EXPECT_EQ(events[i].detail("reason"), said + std::to_string(i));
}

// A power loss while a line is written leaves a partial line: the armed action is unknown.
TEST(Journal, IsLatchedByALineThatWasNotFinished) {
  const test::Directory folder;
  Journal(folder / "whole").append("done", {{"scenario", "12"}});
  std::ifstream in(folder / "whole", std::ios::binary);
  const std::string line{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t length = 1; length + 2 < line.size(); ++length) {
    std::ofstream(folder / "part", std::ios::binary) << line << line.substr(0, length);
    const Journal journal(folder / "part");
    ASSERT_TRUE(journal.latched()) << length;
    journal.append("acknowledged", {});
    EXPECT_FALSE(journal.latched()) << length;
    EXPECT_EQ(journal.events().size(), 3u) << length;
  }
}

// What one program takes back of its half line, on a full disk, is not another one's.
TEST(Journal, IsWrittenByOneProgramAfterTheOther) {
  if (!std::filesystem::exists("/proc/locks")) GTEST_SKIP() << "it does not show who waits";
  const test::Directory folder;
  const Journal journal(folder / "journal");
  journal.append("armed", {});
  const int other = ::open(journal.file().c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  std::atomic<bool> written = false;
  std::thread program([&] {
    journal.append("done", {});
    written = true;
  });
  while (!written && !test::is_waited_for(journal.file())) std::this_thread::yield();
  EXPECT_FALSE(written);
  EXPECT_EQ(journal.events().size(), 1u);
  ::close(other);
  program.join();
  EXPECT_EQ(journal.events().size(), 2u);
}

// It may end with a trip.
TEST(Journal, ThatCannotBeReadFreesNothing) {
  const test::Directory folder;
  std::filesystem::create_directory(folder / "folder");
  std::filesystem::create_symlink("round", folder / "round");  // to itself
  // The last can be neither opened nor looked at, as in a folder without the right to search it.
  for (const char* name : {"folder", "round", "round/journal"}) {
    const Journal journal(folder / name);
    for (const std::string& said : {test::message_of<RunError>([&] { journal.latched(); }),
                                    test::message_of<RunError>([&] { journal.append("armed", {}); })})
      EXPECT_NE(said.find(std::string(name) + ": cannot be "), std::string::npos) << said;
  }
}

TEST(Journal, ThatCannotBeLockedIsNotWritten) {
  const test::Directory folder;
  test::SimulatedDisk disk(1, true, false);
  const results::DiskInstead instead(disk);
  std::filesystem::path made;
  for (const auto& part : folder / "records") disk.make_folder(made /= part);
  const std::string said =
      test::message_of<RunError>([&] { Journal(folder / "records/journal").append("armed", {}); });
  EXPECT_NE(said.find("journal: cannot be locked: Operation not supported; "), std::string::npos) << said;
}

TEST(Journal, ThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(Journal("/nowhere/out.journal").append("armed", {}), RunError);
}

TEST(Journal, TimesHaveAZone) {
  const std::string time = local_time();
  EXPECT_EQ(time.size(), std::string("2026-11-22T10:30:00+01:00").size()) << time;
  EXPECT_EQ(time[10], 'T');
  EXPECT_EQ(time[22], ':');
}

}  // namespace
}  // namespace hilspace::rig
