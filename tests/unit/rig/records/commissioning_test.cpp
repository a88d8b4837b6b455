#include "rig/records/commissioning.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <fstream>
#include <thread>

#include "core/error.hpp"
#include "support/directory.hpp"
#include "support/full_disk.hpp"
#include "support/message.hpp"
#include "support/simulated_disk.hpp"
#include "support/waited_for.hpp"

namespace hilspace::rig {
namespace {

constexpr std::int64_t kDay = 86400;

class Commissioning : public testing::Test {
 protected:
  Commissioning() {
    write("curve.csv", "volts,metres\n0,0\n10,300e-6\n");
    write("plant.csv", "b0,b1,b2,a0,a1,a2\n3e-4,0,0,1,1e-4,0\n");
    write("rig.toml", kRig);
    evidence.specimen = "pair 1";
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
  }
  RigFile rig() const { return load_rig((folder / "rig.toml").string()); }
  Records records() const { return Records(folder / "records"); }
  void commission() const {
    for (std::size_t i = 0; i < kSteps.size(); ++i)
      records().add(static_cast<Step>(i), true, rig(), evidence, {{"seen", "all is well"}},
                    std::vector<std::filesystem::path>{folder / "curve.csv", folder / "plant.csv"});
  }
  std::vector<std::string> missing(std::int64_t later = 0) const {
    return records().missing(rig(), evidence.specimen, std::time(nullptr) + later);
  }
  /// The steps that are missing.
  std::string steps(std::int64_t later = 0) const {
    std::string names;
    for (const std::string& line : missing(later)) names += line.substr(0, line.find(':')) + " ";
    return names;
  }

  const std::string kRig = "[rig]\ncalibration = \"curve.csv\"\nplant = \"plant.csv\"\n";
  const test::Directory folder;
  Evidence evidence;
};

TEST_F(Commissioning, WantsEveryStepAndSaysHowToGetIt) {
  EXPECT_EQ(missing().size(), kSteps.size());
  EXPECT_EQ(missing()[1], "selftest: there is no record; hilspace-rig selftest");
  commission();
  EXPECT_EQ(steps(), "");
}

// Half a record would count as a changed one, and all steps would have to be repeated.
TEST_F(Commissioning, AFullDiskLeavesNoHalfOfARecord) {
  commission();
  {
    const test::FullDisk full(1000);
    EXPECT_THROW(records().add(Step::tare, true, rig(), evidence, {}, {}), RunError);
  }
  EXPECT_EQ(steps(), "");
  EXPECT_EQ(records().all().size(), kSteps.size());
}

// Where one was removed, the next number is that of the last one, which is kept.
TEST_F(Commissioning, ARecordIsNeverReplaced) {
  commission();
  const auto files = records().all();
  const auto size = std::filesystem::file_size(files.back().file);
  std::filesystem::remove(files.front().file);
  EXPECT_THROW(records().add(files.back().step, false, rig(), evidence, {}, {}), RunError);
  EXPECT_EQ(std::filesystem::file_size(files.back().file), size);
}

// A clock that was ahead would make a record valid until then; a day of validity is meant.
TEST_F(Commissioning, ARecordThatIsStillToComeIsNotValid) {
  commission();
  EXPECT_EQ(steps(-60), "");
  ASSERT_EQ(steps(-3 * kDay), "doctor selftest calibrate calibrate_force tare identify verify touch_off ");
  EXPECT_NE(missing(-3 * kDay).front().find(
                "still to come: the clock was, or is, wrong; set it; hilspace-rig doctor"),
            std::string::npos)
      << missing(-3 * kDay).front();
}

TEST_F(Commissioning, RecordsGrowOld) {
  commission();
  EXPECT_EQ(steps(kDay - 60), "");
  EXPECT_EQ(steps(kDay + 60), "selftest tare touch_off ");
  EXPECT_EQ(steps(7 * kDay + 60), "selftest tare verify touch_off ");
  EXPECT_EQ(steps(400 * kDay), "doctor selftest calibrate calibrate_force tare identify verify touch_off ");
}

TEST_F(Commissioning, TheLastRecordOfAStepCounts) {
  commission();
  records().add(Step::selftest, false, rig(), evidence, {}, {});
  EXPECT_EQ(steps(), "selftest ");
  records().add(Step::selftest, true, rig(), evidence, {}, {});
  EXPECT_EQ(steps(), "");
}

TEST_F(Commissioning, OtherSpecimensAreTouchedOffAgain) {
  commission();
  evidence.specimen = "pair 2";
  EXPECT_EQ(steps(), "touch_off ");
}

TEST_F(Commissioning, WhatDependsOnAChangeIsDoneAgain) {
  commission();
  write("rig.toml", kRig + "force_per_volt = \"2 kN/V\"\n");
  EXPECT_EQ(steps(), "calibrate_force tare verify touch_off ");
  write("rig.toml", kRig + "[limits]\nforce_max = \"3 kN\"\n");
  EXPECT_EQ(steps(), "");
  write("rig.toml", kRig + "[comedi]\nposition = { channel = 3 }\n");
  EXPECT_EQ(steps(), "selftest calibrate identify verify touch_off ");
  write("rig.toml", kRig);
  EXPECT_EQ(steps(), "");
}

// With the same name: the content counts.
TEST_F(Commissioning, OtherFilesThanThoseThatWereFoundAreNoticed) {
  commission();
  write("curve.csv", "volts,metres\n0,0\n10,301e-6\n");
  EXPECT_EQ(steps(), "calibrate identify verify touch_off ");
  write("curve.csv", "volts,metres\n0,0\n10,300e-6\n");
  write("plant.csv", "b0,b1,b2,a0,a1,a2\n3.1e-4,0,0,1,1e-4,0\n");
  EXPECT_EQ(steps(), "identify tune verify touch_off ");
}

TEST_F(Commissioning, ARecordThatWasChangedOrTakenAwayShows) {
  commission();
  const auto file = records().all()[3].file;
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(file);
  EXPECT_THROW(missing(), RunError);
  std::string changed = text;
  changed.replace(changed.find("all is well"), 11, "all is fine");
  std::ofstream(file, std::ios::binary) << changed;
  EXPECT_THROW(missing(), RunError);
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(steps(), "");
}

// No later record vouches for the last one; the journal does.
TEST_F(Commissioning, TheLastRecordIsNeitherChangedNorTakenAwayUnnoticed) {
  commission();
  const auto file = records().all().back().file;
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string changed = text;
  changed.replace(changed.find("passed = \"yes\""), 14, "passed = \"no\"");
  for (const std::string& other : {std::string(), changed}) {
    std::filesystem::remove(file);
    if (!other.empty()) std::ofstream(file, std::ios::binary) << other;
    const std::string said = test::message_of<RunError>([&] { missing(); });
    EXPECT_NE(said.find("0009-touch_off.toml: this record was changed or removed"), std::string::npos)
        << said;
  }
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(steps(), "");
}

// Records of before there was a journal, or with another one, are what they say.
TEST_F(Commissioning, RecordsThatTheJournalDoesNotKnowAreTaken) {
  commission();
  std::filesystem::remove(folder / "records/journal");
  EXPECT_EQ(steps(), "");
}

// As after a kill between record and journal: nothing vouches for what the record says, so it does not count, and the
// step is repeated. The next record does not vouch for it either.
TEST_F(Commissioning, ARecordWhoseProgramWasStoppedDoesNotCount) {
  commission();
  const std::filesystem::path journal = folder / "records/journal",
                              aside = folder / "records/0010-tare.toml.unfinished";
  std::filesystem::copy_file(journal, folder / "before");
  records().add(Step::tare, true, rig(), evidence, {}, {});
  std::filesystem::copy_file(folder / "before", journal, std::filesystem::copy_options::overwrite_existing);
  const std::string said = test::message_of<RunError>([&] { missing(); });
  EXPECT_NE(said.find("0010-tare.toml: is not in the journal: the program was stopped while it wrote it; "
                      "repeat the step, which sets it aside as 0010-tare.toml.unfinished"),
            std::string::npos)
      << said;

  const auto added = records().add(Step::tare, false, rig(), evidence, {}, {});
  EXPECT_EQ(added.file.filename(), "0010-tare.toml");
  EXPECT_NE(added.note.find("0010-tare.toml: is not in the journal"), std::string::npos) << added.note;
  EXPECT_TRUE(std::filesystem::exists(aside));
  EXPECT_EQ(steps(), "tare ");
  EXPECT_EQ(records().all().size(), kSteps.size() + 1);
  EXPECT_EQ(records().add(Step::tare, true, rig(), evidence, {}, {}).note, "");
  EXPECT_EQ(steps(), "");
}

// A record that is being written is not one whose program was stopped.
TEST_F(Commissioning, ReadersWaitForAProgramThatWritesARecord) {
  if (!std::filesystem::exists("/proc/locks")) GTEST_SKIP() << "it does not show who waits";
  commission();
  const std::filesystem::path journal = folder / "records/journal", half = folder / "half",
                              whole = folder / "whole";
  const auto replace = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy_file(journal, half);
  records().add(Step::tare, true, rig(), evidence, {}, {});
  std::filesystem::copy_file(journal, whole);
  std::filesystem::copy_file(half, journal, replace);
  const int writer = ::open((folder / "records").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(writer, LOCK_EX), 0);
  std::atomic<bool> over = false;
  std::thread reader([&] {
    EXPECT_NO_THROW(EXPECT_EQ(records().all().size(), kSteps.size() + 1));
    over = true;
  });
  while (!over && !test::is_waited_for(folder / "records")) std::this_thread::yield();
  std::filesystem::copy_file(whole, journal, replace);
  ::close(writer);
  reader.join();
}

// Without a lock, two programs would write the same record.
TEST_F(Commissioning, WhereThereAreNoLocksNothingIsRecorded) {
  test::SimulatedDisk disk(1, true, false);
  const results::DiskInstead instead(disk);
  const auto said = [&] {
    return test::message_of<RunError>([&] { records().add(Step::tare, true, rig(), evidence, {}, {}); });
  };
  EXPECT_NE(said().find("records: cannot be opened: No such file or directory"), std::string::npos) << said();
  std::filesystem::path made;
  for (const auto& part : folder / "records") disk.make_folder(made /= part);
  EXPECT_NE(
      said().find("records: cannot be locked: Operation not supported; name a folder on a file system with "
                  "locks in rig.records"),
      std::string::npos)
      << said();
  EXPECT_TRUE(std::filesystem::is_empty(folder / "records"));
}

// doctor and tune may run at any time, beside another verb.
TEST_F(Commissioning, ProgramsThatRecordAtOnceWriteOneAfterTheOther) {
  constexpr int kPrograms = 8, kEach = 5;
  std::vector<std::thread> programs;
  for (int i = 0; i < kPrograms; ++i)
    programs.emplace_back([&, i] {
      for (int k = 0; k < kEach; ++k) records().add(static_cast<Step>(i), true, rig(), evidence, {}, {});
    });
  for (std::thread& program : programs) program.join();
  EXPECT_EQ(records().all().size(), static_cast<std::size_t>(kPrograms * kEach));
}

TEST_F(Commissioning, RecordsSayWhoAndWhen) {
  evidence.operator_name = "A. \"Q\" Tester";
  evidence.temperature = 21.5;
  evidence.notes = {"first line", "second"};
  const auto file = records().add(Step::tare, true, rig(), evidence, {{"force", "0.1 N"}}, {}).file;
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(text.find("\"operator\" = \"A. \\\"Q\\\" Tester\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"temperature\" = \"21.5 degC\""), std::string::npos);
  EXPECT_EQ(file.filename(), "0001-tare.toml");
  EXPECT_EQ(records().all().at(0).time.size(), 25u);
}

}  // namespace
}  // namespace hilspace::rig
