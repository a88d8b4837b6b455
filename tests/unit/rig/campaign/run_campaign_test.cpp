#include "rig/campaign/run_campaign.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"
#include "support/directory.hpp"
#include "support/full_disk.hpp"
#include "support/message.hpp"
#include "support/repository.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::rig {
namespace {

namespace fs = std::filesystem;
const std::string kStudies = test::repository() + "/studies/";
const std::atomic<bool> kGoOn{false};

/// Two of the published scenarios on the in-process rig.
std::string campaign_in(const test::Directory& folder, const std::string& more = "") {
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path) << "title = \"two\"\nstudy = \"" << kStudies << "13-rig-twin/published.toml\"\nrig = \""
                      << kStudies << "15-rig-campaign/in-process.toml\"\n"
                      << "twins = 3\n"
                      << (more.empty() ? "scenarios = [0, 400]\n" : more);
  return path.string();
}

struct Ran {
  std::vector<CampaignRun> runs;
  std::size_t told = 0;
};
Ran run(const Campaign& campaign, const fs::path& output, const std::atomic<bool>& stop = kGoOn) {
  Ran ran{qualified(campaign)};
  run_campaign(campaign, {output, "", ""}, ran.runs, stop, [&](const CampaignRun&) { ++ran.told; });
  write_campaign_result(campaign, output, ran.runs);
  return ran;
}

std::string text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

/// The in-process rig with other values in its file.
void write_rig(const test::Directory& folder, const std::string& what, const std::string& instead) {
  std::string rig = text(kStudies + "15-rig-campaign/in-process.toml");
  rig.replace(rig.find(what), what.size(), instead);
  std::ofstream(folder / "rig.toml") << rig;
}

/// One of the published scenarios on that rig.
Campaign campaign_on_rig_of(const test::Directory& folder) {
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path) << "title = \"one\"\nstudy = \"" << kStudies
                      << "13-rig-twin/published.toml\"\nrig = \"rig.toml\"\ntwins = 3\nscenarios = [0]\n";
  return load_campaign(path.string());
}

TEST(Campaign, RunsItsScenariosAndHoldsThemAgainstDockingAndTwin) {
  const test::Directory folder;
  const Campaign campaign = load_campaign(campaign_in(folder));
  const Ran ran = run(campaign, folder / "out.h5");
  ASSERT_EQ(ran.runs.size(), 2u);
  for (const CampaignRun& each : ran.runs) {
    ASSERT_EQ(each.state, CampaignRunState::done)
        << named(each.trip.fault).name << " " << each.trip.value << " at cycle " << each.trip.cycle;
    const auto& held = each.assessment->held;
    // The rig is the twin with different noise, so the twin predicts its error, and no record is lost.
    const Held &peak = held[measure_at("force.peak")], &after = held[measure_at("velocity.after")];
    EXPECT_NEAR(peak.rig, peak.twin, 0.02 * peak.twin);
    EXPECT_NEAR(after.rig, after.twin, 0.15 * std::abs(after.twin));  // noise scatters it by 3 %
    EXPECT_NEAR(peak.fidelity.fidelity_pct, 100.0, 15.0);
    EXPECT_NEAR(each.assessment->momentum.ratio(), 1.0, 1e-3);
  }
  const results::ResultFile file = results::read_result(folder / "out.h5");
  EXPECT_TRUE(file.is_campaign);
  EXPECT_EQ(file.dimension_names, std::vector<std::string>{"run"});
  EXPECT_EQ(file.traces.size(), 6u);
  for (const auto& trace : file.traces)
    EXPECT_TRUE(trace.scenario == 0u || trace.scenario == 400u) << trace.path;
}

// Rig, loop and time are in this process, so the result is deterministic.
TEST(Campaign, HasATableOfWhatItsRepetitionsSay) {
  const test::Directory folder;
  run(load_campaign(campaign_in(folder, "scenarios = [400]\nrepetitions = 2\n")), folder / "out.h5");
  std::istringstream table(text(folder / "out.statistics.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_TRUE(line.starts_with("scenario,measure,units,docking,twin_count,twin_mean")) << line;
  const auto columns = std::ranges::count(line, ',');
  std::size_t lines = 0;
  for (; std::getline(table, line); ++lines) {
    EXPECT_EQ(std::ranges::count(line, ','), columns) << line;
    EXPECT_TRUE(line.starts_with("400," + std::string(kMeasures[lines].name))) << line;
  }
  EXPECT_EQ(lines, kMeasures.size());
}

TEST(Campaign, GivesTheSameBitsTwice) {
  const test::Directory folder;
  const Campaign campaign = load_campaign(campaign_in(folder));
  run(campaign, folder / "a.h5");
  run(campaign, folder / "b.h5");
  EXPECT_EQ(text(folder / "a.csv"), text(folder / "b.csv"));
  EXPECT_EQ(text(folder / "a.statistics.csv"), text(folder / "b.statistics.csv"));
  for (const char* name : {"0000-0.h5", "0400-0.h5"}) {
    const auto a = results::read_trace_group(folder / "a.h5.runs" / name, "rig");
    const auto b = results::read_trace_group(folder / "b.h5.runs" / name, "rig");
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].values, b[i].values) << a[i].name;
  }
}

TEST(Campaign, GoesOnWhereItWasInterrupted) {
  const test::Directory folder;
  const Campaign campaign = load_campaign(campaign_in(folder));
  const std::atomic<bool> stop{true};
  EXPECT_EQ(run(campaign, folder / "out.h5", stop).told, 0u);
  run(campaign, folder / "whole.h5");
  fs::create_directories(folder / "out.h5.runs");
  fs::copy(folder / "whole.h5.runs" / "0000-0.h5", folder / "out.h5.runs" / "0000-0.h5");
  const auto before = fs::last_write_time(folder / "out.h5.runs" / "0000-0.h5");
  run(campaign, folder / "out.h5");
  EXPECT_EQ(fs::last_write_time(folder / "out.h5.runs" / "0000-0.h5"), before);  // not run again
  EXPECT_EQ(text(folder / "out.csv"), text(folder / "whole.csv"));
}

TEST(Campaign, RefusesTheRunsOfAnotherOne) {
  const test::Directory folder;
  run(load_campaign(campaign_in(folder)), folder / "out.h5");
  const Campaign other = load_campaign(campaign_in(folder, "scenarios = [0]\n"));
  EXPECT_THROW(run(other, folder / "out.h5"), InputError);
}

// The text by which a campaign knows its folder is there as a whole or not at all: the same command goes on.
TEST(Campaign, AFullDiskLeavesNoHalfOfItsText) {
  const test::Directory folder;
  const Campaign campaign = load_campaign(campaign_in(folder));
  std::vector<CampaignRun> runs = qualified(campaign);
  const std::atomic<bool> at_once{true};
  const auto begin = [&] {
    run_campaign(campaign, {folder / "out.h5", "", ""}, runs, at_once, [](const CampaignRun&) {});
  };
  std::string said;
  {
    const test::FullDisk full(1000);
    said = test::message_of<RunError>(begin);
  }
  EXPECT_NE(said.find("campaign.toml: cannot be written: File too large; make room there"), std::string::npos)
      << said;
  EXPECT_NO_THROW(begin());
  EXPECT_EQ(text(folder / "out.h5.runs" / "campaign.toml"), campaign.resolved);
}

TEST(Campaign, DoesNotRunWhatDoesNotQualify) {
  const test::Directory folder;
  std::ofstream(folder / "study.toml") << R"(title = "too hard"
model = "rig"
[chaser]
mass = "50 kg"
[target]
mass = "100 kg"
[approach]
velocity = "0.1 m/s"
air_gap = "40 um"
[rig]
offset = "20 um"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "ptfe"
target_material = "ptfe"
radius = "25 mm"
)";
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path) << "title = \"none\"\nstudy = \"study.toml\"\nrig = \"" << kStudies
                      << "15-rig-campaign/in-process.toml\"\n";
  const Ran ran = run(load_campaign(path.string()), folder / "out.h5");
  EXPECT_EQ(ran.runs[0].state, CampaignRunState::not_qualified);
  EXPECT_EQ(ran.told, 0u);
  EXPECT_FALSE(fs::exists(folder / "out.h5.runs" / "0000-0.h5"));
}

// 1131 N and 165 um are predicted; a rig that matches its file never trips at a limit that was known to be
// reached.
TEST(Campaign, DoesNotArmWhatGoesBeyondTheRigsOwnLimits) {
  const std::string limit = "extension_max = \"290 um\"";
  const auto judged = [&](const std::string& instead) {
    const test::Directory folder;
    write_rig(folder, limit, instead);
    const CampaignRun run = qualified(campaign_on_rig_of(folder)).front();
    EXPECT_EQ(run.state == CampaignRunState::not_qualified, !run.judged.qualifies());
    return run.judged;
  };
  for (const char* force : {"500 N", "1150 N"}) {  // the latter but for stiffer specimens
    const sweep::Judged its = judged(limit + "\nforce_max = \"" + force + "\"");
    EXPECT_FALSE(its.qualifies()) << force;
    EXPECT_EQ(its.reason(), "limits.force_max");
  }
  for (const char* extension : {"150 um", "168 um"}) {  // the latter but for the gap and softer specimens
    const sweep::Judged its = judged(std::string("extension_max = \"") + extension + "\"");
    EXPECT_FALSE(its.qualifies()) << extension;
    EXPECT_EQ(its.reason(), "limits.extension_max");
  }
  EXPECT_TRUE(judged(limit + "\nforce_max = \"1300 N\"").qualifies());
}

TEST(Campaign, DoesNotArmARigWhoseTwinNeverTouches) {
  const test::Directory folder;
  write_rig(folder, "extension_max = ", "command_rate = \"1 V/s\"\nextension_max = ");
  const Campaign campaign = campaign_on_rig_of(folder);
  const std::string refused = test::message_of<RunError>([&] { run(campaign, folder / "out.h5"); });
  EXPECT_NE(refused.find("never touches"), std::string::npos) << refused;
  EXPECT_NE(refused.find("limits.command_rate = 1 V/s"), std::string::npos) << refused;
  EXPECT_TRUE(Journal(journal_beside(folder / "out.h5")).events().empty());
}

// A stop without any fault would make the stack swing, or move faster than it may.
TEST(Campaign, DoesNotArmARigWhoseStopWouldTearTheStack) {
  for (const auto& [limit, what] :
       {std::pair{"retreat_rate = \"35 kV/s\"", "a stop"},
        std::pair{"retreat_rate = \"10 kV/s\"",
                  "limits.extension_min is -20 um; write limits.retreat_rate = \""},
        std::pair{"velocity_max = \"5 mm/s\"", "limits.velocity_max is 0.005 m/s"}}) {
    const test::Directory folder;
    write_rig(folder, "velocity_max = \"1.5 m/s\"", limit);
    const Campaign campaign = campaign_on_rig_of(folder);
    const std::string refused = test::message_of<RunError>([&] { run(campaign, folder / "out.h5"); });
    EXPECT_NE(refused.find(what), std::string::npos) << refused;
    EXPECT_TRUE(Journal(journal_beside(folder / "out.h5")).events().empty());
  }
}

// The controlled twin's command saturates at full scale, and would hide an exceeded stroke.
TEST(Campaign, QualifiesByTheIdentifiedTwinToo) {
  const test::Directory folder;
  write_rig(folder, "extension_max = \"290 um\"",
            // the rule alone binds
            "extension_max = \"400 um\"\nstroke = \"500 um\"\nforce_max = \"7.9 kN\"");
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path) << "title = \"selection\"\nstudy = \"" << kStudies
                      << "13-rig-twin/selection.toml\"\nrig = \"rig.toml\"\n";
  const auto runs = qualified(load_campaign(path.string()));
  EXPECT_EQ(runs.size(), 72u);
  EXPECT_EQ(std::ranges::count(runs, CampaignRunState::not_run, &CampaignRun::state),
            23);  // 25 by the controlled one
}

// A trip ends the campaign; the run is not repeated before an acknowledgement, and then as a new attempt.
TEST(Campaign, StopsAtATrip) {
  const test::Directory folder;
  write_rig(folder, "velocity_max = \"1.5 m/s\"",
            "velocity_max = \"1.5 m/s\"\n[emulated]\ngap_error = \"30 um\"");
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path)
      << "title = \"trips\"\nstudy = \"" << kStudies
      << "13-rig-twin/published.toml\"\nrig = \"rig.toml\"\ntwins = 3\nscenarios = [0, 400]\n";
  const Campaign campaign = load_campaign(path.string());
  const Journal journal(journal_beside(folder / "out.h5"));
  std::string first;
  for (std::uint32_t attempt = 1; attempt <= 2; ++attempt) {
    const Ran ran = run(campaign, folder / "out.h5");
    EXPECT_EQ(ran.runs[0].state, CampaignRunState::tripped);
    EXPECT_EQ(ran.runs[0].attempt, attempt);
    EXPECT_EQ(ran.runs[0].trip.fault, Fault::force_at_penetration);
    EXPECT_LT(ran.runs[0].trip.value, ran.runs[0].trip.limit);
    EXPECT_EQ(ran.runs[1].state, CampaignRunState::not_run);
    ASSERT_TRUE(journal.latched());
    EXPECT_EQ(journal.latched()->what, "tripped");
    EXPECT_THROW(run(campaign, folder / "out.h5"), RunError);
    const std::string recording = text(folder / "out.h5.runs" / "0000-0.h5");
    EXPECT_TRUE(first.empty() || recording == first);
    first = recording;
    journal.append("acknowledged", {{"operator", "a test"}, {"reason", "it wanted to"}});
  }
  EXPECT_TRUE(fs::exists(folder / "out.h5.runs" / "0000-0.2.h5"));
  EXPECT_FALSE(fs::exists(folder / "out.h5.runs" / "0000-0.3.h5"));
}

// State after a crash: the loop was armed, and its end is not recorded.
TEST(Campaign, AsksBeforeItGoesOnAfterARunWhoseEndNobodySaw) {
  const test::Directory folder;
  const Campaign campaign = load_campaign(campaign_in(folder));
  const Journal journal(journal_beside(folder / "out.h5"));
  journal.append("armed", {{"scenario", "0"}});
  EXPECT_THROW(run(campaign, folder / "out.h5"), RunError);
  EXPECT_FALSE(fs::exists(folder / "out.h5.runs" / "0000-0.h5"));
  journal.append("acknowledged", {{"operator", "a test"}, {"reason", "it crashed"}});
  EXPECT_EQ(run(campaign, folder / "out.h5").runs[0].state, CampaignRunState::done);
  EXPECT_EQ(journal.events().back().what, "done");
}

TEST(Campaign, AFreshOneKeepsWhatTheOneBeforeLeft) {
  const test::Directory folder;
  const fs::path output = folder / "out.h5";
  run(load_campaign(campaign_in(folder)), output);
  const std::string first = text(folder / "out.h5.runs" / "0000-0.h5"), table = text(folder / "out.csv");
  const Campaign other = load_campaign(campaign_in(folder, "scenarios = [0]\n"));
  auto runs = qualified(other);
  CampaignPlaces places{output, "", ""};
  places.fresh = true;
  run_campaign(other, places, runs, kGoOn, [](const CampaignRun&) {});
  write_campaign_result(other, output, runs);
  EXPECT_EQ(recordings_of(output), folder / "out.h5.runs.2");
  EXPECT_TRUE(fs::exists(folder / "out.h5.runs.2" / "0000-0.h5"));
  EXPECT_EQ(text(folder / "out.h5.runs" / "0000-0.h5"), first);
  EXPECT_EQ(text(folder / "out.h5.runs" / "out.csv"), table);
}

TEST(Campaign, TwoDoNotWriteToOneOutput) {
  const test::Directory folder;
  const sweep::RunLock other(first_recordings_of(folder / "out.h5"));
  EXPECT_THROW(run(load_campaign(campaign_in(folder)), folder / "out.h5"), RunError);
}

// Its name is unchanged, so the content decides.
TEST(Campaign, RefusesToGoOnWithAnotherCalibration) {
  const test::Directory folder;
  const auto calibrate = [&](const char* last) {
    std::ofstream(folder / "curve.csv") << "volts,metres\n0,0\n10," << last << "\n";
  };
  calibrate("300e-6");
  std::string rig = text(kStudies + "15-rig-campaign/in-process.toml");
  rig.insert(rig.find("force_per_volt"), "calibration = \"curve.csv\"\n");
  std::ofstream(folder / "rig.toml") << rig;
  const fs::path path = folder / "campaign.toml";
  std::ofstream(path) << "title = \"curve\"\nstudy = \"" << kStudies
                      << "13-rig-twin/published.toml\"\nrig = \"rig.toml\"\ntwins = 3\nscenarios = [400]\n";
  run(load_campaign(path.string()), folder / "out.h5");
  run(load_campaign(path.string()), folder / "out.h5");
  calibrate("301e-6");
  EXPECT_THROW(run(load_campaign(path.string()), folder / "out.h5"), InputError);
}

TEST(Campaign, SaysWhatIsWrongWithItsFile) {
  const test::Directory folder;
  EXPECT_THROW(load_campaign((folder / "none.toml").string()), InputError);
  EXPECT_THROW(load_campaign(campaign_in(folder, "scenarios = [480]\n")), InputError);
  EXPECT_THROW(load_campaign(campaign_in(folder, "scenaros = [1]\n")), InputError);
  // More than memory holds, and a watchdog that never trips
  for (const char* key : {"repetitions = 10001", "energy_margin = 1001"}) {
    const std::string said = test::message_of<InputError>(
        [&] { load_campaign(campaign_in(folder, std::string("scenarios = [0]\n") + key + "\n")); });
    EXPECT_NE(said.find(std::string(key) + ": must be at most 1"), std::string::npos) << said;
  }
  const std::string twice =
      test::message_of([&] { load_campaign(campaign_in(folder, "scenarios = [0, 40, 0]\n")); });
  EXPECT_NE(twice.find("campaign.toml:5:21: scenarios: 0: is listed twice"), std::string::npos) << twice;
  std::ofstream(folder / "axial.toml")
      << "title = \"x\"\nstudy = \"" << kStudies << "01-axial-actuator-delay/study.toml\"\nrig = \""
      << kStudies << "15-rig-campaign/in-process.toml\"\n";
  const std::string axial = test::message_of([&] { load_campaign((folder / "axial.toml").string()); });
  EXPECT_NE(axial.find("axial.toml:2:9: study: "), std::string::npos) << axial;
  EXPECT_NE(axial.find("needs model = \"rig\""), std::string::npos) << axial;
  EXPECT_EQ(axial.find("--set"), std::string::npos) << axial;
  std::ofstream(folder / "empty.toml") << "title = \"x\"\n";
  try {
    load_campaign((folder / "empty.toml").string());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("study: is missing"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace hilspace::rig
