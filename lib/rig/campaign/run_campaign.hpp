#pragma once
// A campaign: every scenario is held against what the rig can bear, and those that qualify are run, one after
// the other, and compared with docking model and twin.
//
//   twins -> qualifies? -> run on the rig -> recording -> assess -> row
//
// Each run has a recording of its own in the folder OUTPUT.runs, complete at any instant, and an attempt at a
// run never takes the place of another (attempts.hpp). What is there and whole when a campaign is run again
// is not run again, so an interrupted campaign goes on where it was; the rows and the result file are made
// anew from the recordings. A campaign whose files, or the files they name, have changed is refused.
//
// After a trip, and after a run whose end nobody has seen, nothing is armed before somebody has acknowledged
// it (journal.hpp); then the run is tried again. One that the operator stopped counts as not run.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "rig/campaign/assess.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/campaign/campaign_file.hpp"
#include "rig/campaign/journal.hpp"
#include "rig/campaign/statistics.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::rig {

/// How far a run has come.
enum class CampaignRunState : std::uint8_t { not_run, done, not_qualified, tripped };
inline constexpr std::array<std::string_view, 4> kCampaignRunStates{"not_run", "done", "not_qualified",
                                                                    "tripped"};

struct CampaignRun {
  std::uint64_t scenario = 0;
  std::uint32_t repetition = 0;
  metrics::Demand predicted;  // by the campaign's twin
  sweep::Judged judged;       // by that twin and the identified one, whichever is worse
  CampaignRunState state = CampaignRunState::not_run;
  Trip trip;
  std::uint32_t attempt = 0;             // at it, that this is about; 0: none yet
  std::optional<Assessment> assessment;  // of a run that is done
  std::shared_ptr<const Budget> budget;  // likewise, of its scenario
};

/// Every scenario simulated and judged, `repetitions` times over: with the campaign's twin, and with the
/// identified one, which the published rule was made for. The command of the controlled twin ends at full
/// scale, so by itself it would hide a stroke that is not there. The rig file's own limits count too, with what is
/// tolerated of the specimens (expect.hpp).
std::vector<CampaignRun> qualified(const Campaign& campaign);

struct CampaignPlaces {
  std::filesystem::path output;        // the result file; recordings lie in a folder beside it
  std::string program;                 // this program's own path
  std::string study_path;              // as the campaign names it, seen from here
  std::filesystem::path journal = {};  // the rig\'s; empty: that of the output
  std::vector<std::pair<std::string, std::string>> notes = {};  // for every recording
  bool fresh = false;                                           // start another folder for this campaign

  std::filesystem::path journal_file() const { return journal.empty() ? journal_of(output) : journal; }
};

/// The recording of a run that has been tried.
std::filesystem::path recording_of(const std::filesystem::path& output, const CampaignRun& run);

/// Runs what qualifies and has not been run; `tell` is told of every run as it ends, `prepare` of those that
/// are about to be armed. Stops at a trip: what has tripped a limit once is not to be tried again before
/// somebody has looked. False when it was stopped before all had ended. Throws RunError when nothing can be
/// armed or written, when somebody else writes to this output, and while something is latched; InputError
/// when the folder holds another campaign.
bool run_campaign(const Campaign& campaign, const CampaignPlaces& places, std::vector<CampaignRun>& runs,
                  const std::atomic<bool>& stop, const std::function<void(const CampaignRun&)>& tell,
                  const std::function<void(const CampaignRun&)>& prepare = {});

/// Of the scenarios that have been run, in their order: what all runs that are done say together.
std::vector<ScenarioStatistics> statistics(const std::vector<CampaignRun>& runs);

/// The result file and the tables of a campaign as far as it has come: OUTPUT, OUTPUT with .csv, and what the
/// repetitions say, OUTPUT with .statistics.csv.
void write_campaign_result(const Campaign& campaign, const std::filesystem::path& output,
                           const std::vector<CampaignRun>& runs);

}  // namespace hilspace::rig
