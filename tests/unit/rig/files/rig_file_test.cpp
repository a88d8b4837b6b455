#include "rig/files/rig_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "support/directory.hpp"
#include "support/message.hpp"
#include "support/repository.hpp"

namespace hilspace::rig {
namespace {

std::string complaint(std::string_view text) {
  return test::message_of([&] { parse_rig(text, "rig.toml"); });
}

TEST(RigFile, TakesQuantitiesToSi) {
  const RigFile rig = parse_rig(R"(
[rig]
backend = "comedi"
force_per_volt = "1 kN/V"
[limits]
force_max = "3 kN"
extension_max = "270 um"
late_in_all = "7 ms"
[loop]
guard_silence = "4 ms"
[comedi]
device = "/dev/comedi1"
position = { subdevice = 0, channel = 3, reference = "differential" }
heartbeat = { present = true, subdevice = 3 }
stop = { present = true, subdevice = 2 }
relay = { present = true, subdevice = 2, channel = 1, active_low = true }
)",
                                "rig.toml");
  EXPECT_EQ(rig.backend, static_cast<std::size_t>(Backend::comedi));
  EXPECT_EQ(rig.newton_per_volt, 1000.0);
  EXPECT_EQ(rig.limits.force_max, 3000.0);
  EXPECT_EQ(rig.limits.extension_max, 270e-6);
  EXPECT_EQ(rig.limits.late_in_all, 7e-3);
  EXPECT_EQ(rig.guard_silence, 4e-3);
  EXPECT_EQ(rig.position_in.channel, 3u);
  EXPECT_EQ(kReferences[rig.position_in.reference], "differential");
  EXPECT_TRUE(rig.relay.present && rig.relay.active_low);
}

// The resolved text is itself a rig file, with identical content.
TEST(RigFile, ItsResolvedTextReadsBackAsItself) {
  const RigFile rig = parse_rig("[limits]\nforce_max = \"2.5 kN\"\n", "rig.toml");
  EXPECT_EQ(parse_rig(rig.resolved, "again.toml").resolved, rig.resolved);
}

// docs/rig-manual.md lists all keys with defaults and descriptions. Signals of a kind share their keys,
// listed once.
TEST(RigFile, TheManualListsItsKeys) {
  std::ifstream file(test::repository() + "/docs/rig-manual.md");
  const std::string manual{std::istreambuf_iterator<char>(file), {}};
  RigFile rig;
  for (const Field& field : fields(rig)) {
    std::string key = field.key;
    for (const auto& [like, first] : {std::pair{"comedi.force.", "comedi.position."},
                                      {"comedi.command.", "comedi.position."},
                                      {"comedi.laser.", "comedi.position."},
                                      {"comedi.stop.", "comedi.heartbeat."},
                                      {"comedi.relay.", "comedi.heartbeat."}})
      if (key.starts_with(like) && key != "comedi.laser.present")
        key.replace(0, std::string_view(like).size(), first);
    std::string standing = text_of({&field, 1});  // "KEY = VALUE\n", or nothing: unlimited
    if (!standing.empty()) {
      standing.erase(0, field.key.size() + 3).pop_back();
      standing = "`" + standing + "`";
    }
    const std::string row = "| `" + key + "` | " + (standing.empty() ? "none" : standing) + " | " +
                            std::string(field.description) + " |";
    EXPECT_NE(manual.find(row), std::string::npos) << "docs/rig-manual.md should have\n" << row;
  }
}

TEST(RigFile, SaysEverythingThatIsWrongAtOnceAndWhere) {
  const std::string found = complaint(R"([rig]
backend = "comedy"
[limits]
force_max = 3000
extension_mx = "3 um"
late_in_all = "-1 s"
command_max = 2
)");
  EXPECT_NE(found.find("rig.toml:2:11: rig.backend = \"comedy\": unknown name; did you mean \"comedi\""),
            std::string::npos)
      << found;
  EXPECT_NE(found.find("rig.toml:4:13: limits.force_max = 3000: must be a quantity"), std::string::npos);
  EXPECT_NE(found.find("did you mean limits.extension_max"), std::string::npos);
  EXPECT_NE(found.find("limits.late_in_all = \"-1 s\": must be at least 0 s"), std::string::npos);
  EXPECT_NE(found.find("limits.command_max must be at most 1"), std::string::npos);
}

TEST(RigFile, RefusesLimitsThatContradictEachOther) {
  EXPECT_NE(complaint("[limits]\nextension_max = \"310 um\"\n").find("at most limits.stroke"),
            std::string::npos);
  EXPECT_NE(complaint("[limits]\nforce_max = \"8 kN\"\n").find("below limits.blocking_force"),
            std::string::npos);
  // An open relay leaves 0 V, and the safe command is as close to it as possible.
  EXPECT_EQ(parse_rig("[rig]\ncommand_zero = \"0.2 V\"\n", "rig.toml").limits.command_safe, 0.0);
  EXPECT_EQ(parse_rig("[limits]\ncommand_min = 0.1\n", "rig.toml").limits.command_safe, 0.1);
}

// Each of them reverses the loop's feedback, or drives the stack beyond its permitted range.
TEST(RigFile, RefusesWhatIsWiredTheWrongWayRound) {
  EXPECT_NE(complaint("[rig]\ncommand_zero = \"-1 V\"\n").find("rig.command_zero must be 0 V or more"),
            std::string::npos);
  EXPECT_NE(complaint("[rig]\ncommand_zero = \"10 V\"\ncommand_full = \"0 V\"\n").find("must be above"),
            std::string::npos);
  EXPECT_NE(complaint("[rig]\nbackend = \"comedi\"\n").find("comedi.stop.present must be true"),
            std::string::npos);
  EXPECT_NE(complaint("[rig]\nforce_per_volt = \"-1 kN/V\"\n").find("rig.force_per_volt"), std::string::npos);
  const test::Directory folder;
  std::ofstream(folder / "curve.csv") << "volts,metres\n0,300e-6\n10,0\n";
  EXPECT_THROW(load_curve((folder / "curve.csv").string()), InputError);
}

TEST(RigFile, RefusesNumbersThatCannotBe) {
  const auto expect = [](const std::string& text, const std::string& what) {
    const std::string found = complaint(text);
    EXPECT_NE(found.find(what), std::string::npos) << text << "\n" << found;
  };
  // Its times would overflow, and the program hang.
  expect("[emulated]\nspeed = 2000\n", "emulated.speed = 2000: must be at most 1000: no machine keeps pace");
  // Shares that invert the tolerance band.
  expect("[tolerance]\nstiffness = 5\n", "rig.toml:2:13: tolerance.stiffness = 5: must be at most 0.9");
  expect("[tolerance]\ndamping = 5\n", "must be at most 1");
  expect("[tolerance]\nactuator = 1.5\n", "must be at most 1");
  expect("[limits]\nlate_share = 2\n", "must be at most 1");
  expect("[limits]\nlong_share = 2\n", "must be at most 1");
  expect("[loop]\npriority = 100\n", "rig.toml:2:12: loop.priority = 100: must be at most 99");
  expect("[loop]\nramp_time = \"1e9 s\"\n", "must be at most 60 s");
  expect("[loop]\ncore = 998\n", "rig.toml:2:8: loop.core = 998: this machine has the cores 0 to ");
  EXPECT_EQ(complaint("[loop]\ncore = 0\n"), "");
  EXPECT_EQ(complaint("[tolerance]\nmargin = 0.5\n"),
            "rig.toml:2:10: tolerance.margin = 0.5: must be at least 1");
}

TEST(RigFile, SaysWhatAQuantityMostLikelyMeans) {
  EXPECT_NE(complaint("[rig]\nforce_per_volt = \"1,5 kN/V\"\n").find("a decimal comma; write \"1.5 kN/V\""),
            std::string::npos);
  EXPECT_NE(complaint("[limits]\nvelocity_max = \"2 mps\"\n").find("write \"2 m/s\""), std::string::npos);
}

TEST(RigFile, SaysWhereTheLimitsStandThatContradictEachOther) {
  for (const auto& [text, place] :
       {std::pair{"[limits]\nextension_max = \"310 um\"\n", "rig.toml:2:17: limits.extension_max must"},
        std::pair{"[limits]\nblocking_force = \"3 kN\"\n", "rig.toml:2:18: limits.force_max must"},
        std::pair{"[rig]\ncommand_full = \"0 V\"\n", "rig.toml:2:16: rig.command_full must"},
        std::pair{"[rig]\nbackend = \"comedi\"\n", "rig.toml:2:11: comedi.stop.present must"}})
    EXPECT_NE(complaint(text).find(place), std::string::npos) << complaint(text);
}

TEST(RigFile, TellsFoldersFromFiles) {
  const test::Directory folder;
  std::ofstream(folder / "file") << "0,0\n";
  const auto said = [&](const std::string& text) {
    return test::message_of([&] { parse_rig(text, (folder / "rig.toml").string()); });
  };
  for (const char* key : {"calibration", "controller", "prefilter", "plant"})
    EXPECT_NE(said(std::string("[rig]\n") + key + " = \".\"\n").find("is a folder; name a file"),
              std::string::npos)
        << key;
  EXPECT_NE(said("[comedi]\ncalibration = \"/\"\n").find("is a folder"), std::string::npos);
  EXPECT_NE(said("[rig]\nrecords = \"file\"\n").find("rig.toml:2:11: rig.records = \"file\": is a file"),
            std::string::npos);
  EXPECT_EQ(said("[rig]\nrecords = \"records\"\n"), "");
  EXPECT_NE(test::message_of([&] { load_rig(folder.path().string()); }).find("cannot be read"),
            std::string::npos);
}

// The guard receives what the loop has read, whatever happens to the file.
TEST(RigFile, TellsAnotherProcessTheNumbersThatWereRead) {
  const test::Directory folder;
  std::ofstream(folder / "curve.csv") << "volts,metres\n0,0\n10,300e-6\n";
  std::ofstream(folder / "rig.toml")
      << "[rig]\ncalibration = \"curve.csv\"\ncommand_zero = \"0.123456789012345 V\"\n"
      << "[comedi]\nheartbeat = { present = true, subdevice = 2, channel = 7 "
         "}\n";
  const RigFile rig = load_rig((folder / "rig.toml").string());
  std::filesystem::remove(folder / "curve.csv");
  std::filesystem::remove(folder / "rig.toml");
  const RigFile told = parse_rig(text_for_another(rig), "told");
  EXPECT_EQ(scaling_of(told).command_volts(told.limits.command_safe),
            scaling_of(rig).command_volts(rig.limits.command_safe));
  EXPECT_EQ(told.guard_silence, rig.guard_silence);
  EXPECT_TRUE(told.heartbeat.present);
  EXPECT_EQ(told.heartbeat.channel, 7u);
}

// In slow motion the guard is slow too: else its retreat would be a fall, to the emulated stack.
TEST(RigFile, TheGuardRampsInTheRigsTimeAndInSmallSteps) {
  const RigFile rig =
      parse_rig("[rig]\ncommand_zero = \"1 V\"\n[limits]\nretreat_rate = \"3 kV/s\"\n", "rig.toml");
  EXPECT_DOUBLE_EQ(safe_output(rig).rate, 3000.0);
  EXPECT_DOUBLE_EQ(safe_output(rig, 0.05).rate, 150.0);
  EXPECT_DOUBLE_EQ(safe_output(rig).step, 0.02 * 9.0);
  EXPECT_DOUBLE_EQ(safe_output(rig, 0.05).step, 0.02 * 9.0);
  EXPECT_DOUBLE_EQ(safe_output(parse_rig("[limits]\ncommand_rate = \"400 V/s\"\n", "rig.toml")).rate, 400.0);
}

TEST(RigFile, FindsItsCalibrationBesideItself) {
  const test::Directory folder;
  std::ofstream(folder.path() / "curve.csv") << "volts,metres\n0,0\n5,160e-6\n10,300e-6\n";
  std::ofstream(folder.path() / "rig.toml") << "[rig]\ncalibration = \"curve.csv\"\n";
  const RigFile rig = load_rig((folder.path() / "rig.toml").string());
  const Scaling scaling = scaling_of(rig);
  EXPECT_DOUBLE_EQ(scaling.extension(2.5), 80e-6);
  EXPECT_DOUBLE_EQ(scaling.position_volts(230e-6), 7.5);
  std::ofstream(folder.path() / "curve.csv") << "0,0\n5,160e-6\n4,300e-6\n";
  EXPECT_THROW(load_rig((folder.path() / "rig.toml").string()), InputError);
}

// Old limits were counts of cycles, and the command's rate a share of full scale.
TEST(RigFile, ReadsTheSpellingsOf01AndSaysSo) {
  const RigFile rig = parse_rig(R"(
[rig]
command_full = "5 V"
[limits]
slew_cycles = 75
late_in_a_row = 0
command_rate = "1000 s-1"
ramp_cycles = 25
command_safe = 0.0
)",
                                "rig.toml");
  EXPECT_EQ(rig.notes.size(), 5U);
  EXPECT_NEAR(rig.limits.slew_time, 1e-3, 1e-15);
  EXPECT_EQ(rig.limits.late_in_a_row, 0.0);
  EXPECT_NEAR(rig.command_rate, 5000.0, 1e-9);
  EXPECT_NE(complaint("[limits]\ncommand_safe = 0.2\n").find("command_safe"), std::string::npos);
}

}  // namespace
}  // namespace hilspace::rig
