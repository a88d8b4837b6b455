#pragma once
// A campaign: compares every scenario with the rig's limits, runs those that qualify, one after the other,
// and compares them with docking model and twin.
//
//   twins -> qualifies? -> run on the rig -> recording -> assess -> row
//
// Each run has its own recording in the folder OUTPUT.runs, complete at any instant, and no attempt
// overwrites another (attempts.hpp). Completed runs are not repeated when a campaign is called again, so an
// interrupted campaign resumes; the rows and the result file are regenerated from the recordings. A campaign
// is refused when one of its files has changed.
//
// After a trip, or after a run of unknown outcome, nothing is armed until an operator has acknowledged it
// (records/journal.hpp); then the run is repeated. A run stopped by the operator counts as not run.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/comparison/assess.hpp"
#include "rig/comparison/statistics.hpp"
#include "rig/files/campaign_file.hpp"
#include "rig/records/journal.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::rig {

/// State of a run.
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
  bool unsafe = false;                   // the safe command could not be written
  std::uint32_t attempt = 0;             // number of the attempt described; 0: none yet
  std::optional<Assessment> assessment;  // of a completed run
  std::shared_ptr<const Budget> budget;  // of its scenario, for a completed run
};

/// Simulates and judges every scenario, `repetitions` times: with the campaign's twin, and with the
/// identified one, for which the published rule was made. The controlled twin's command saturates at full
/// scale, so on its own it would hide an exceeded stroke. The rig file's limits count too, with the
/// specimens' tolerances (arming/expect.hpp).
std::vector<CampaignRun> qualified(const Campaign& campaign);

struct CampaignPlaces {
  std::filesystem::path output;        // the result file; the recordings lie in a folder next to it
  std::string program;                 // this program's own path
  std::string study_path;              // the campaign's study, relative to the working directory
  std::filesystem::path journal = {};  // the rig's; empty: next to the output
  std::vector<std::pair<std::string, std::string>> notes = {};  // for every recording
  bool fresh = false;                                           // start another folder for this campaign

  std::filesystem::path journal_file() const { return journal.empty() ? journal_beside(output) : journal; }
};

/// The recording of an attempted run.
std::filesystem::path recording_of(const std::filesystem::path& output, const CampaignRun& run);

/// A failure after the rig was armed: the fault latch is set.
class LatchedError : public RunError {
 public:
  using RunError::RunError;
};

/// Runs all qualified scenarios that have not been run; calls `tell` after each run and `prepare` before
/// arming. Stops at a trip, since a violated limit must be inspected before another attempt. Returns false
/// when it was stopped early. Throws RunError when the rig cannot be armed or a file cannot be written
/// (LatchedError if the rig had been armed), when
/// another process writes to this output, and while the fault latch is set; InputError when the folder holds
/// another campaign.
bool run_campaign(const Campaign& campaign, const CampaignPlaces& places, std::vector<CampaignRun>& runs,
                  const std::atomic<bool>& stop, const std::function<void(const CampaignRun&)>& tell,
                  const std::function<void(const CampaignRun&)>& prepare = {});

/// Statistics of the scenarios that have been run, in their order, over all completed runs.
std::vector<ScenarioStatistics> statistics(const std::vector<CampaignRun>& runs);

/// Writes the result file and the tables of a campaign so far: OUTPUT, OUTPUT with .csv, and the statistics
/// of the repetitions, OUTPUT with .statistics.csv.
void write_campaign_result(const Campaign& campaign, const std::filesystem::path& output,
                           const std::vector<CampaignRun>& runs);

}  // namespace hilspace::rig
