#pragma once
// Result of a campaign on the rig: one row per run, and the time histories of the runs.
//
//   /run                        dimension: number of the run in the campaign
//   /scenario, /force.peak_rig  variables on it, as given by the caller
//   /traces/<run>/docking, hil, rig    as in a result of a sweep

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/trace.hpp"
#include "results/disk/place.hpp"
#include "results/records/recording.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct CampaignColumn {
  Recorded what;
  std::vector<double> values;  // one per run
};

struct CampaignResult {
  const study::Study& study;
  std::vector<std::pair<std::string, std::string>> notes;  // root attributes
  std::vector<CampaignColumn> columns;
  std::vector<std::pair<std::size_t, const models::Trace*>> traces;  // number of the run, its trace
};

/// Throws RunError when a file of that name exists and is not a result of a campaign, so that nothing else is
/// replaced.
void check_replaceable_by_campaign(const std::filesystem::path& file);

/// Replaces the result of a campaign and nothing else. Throws RunError.
void write_campaign(const Place& place, const CampaignResult& result);

}  // namespace hilspace::results
