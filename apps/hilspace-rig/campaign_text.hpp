#pragma once
// A campaign on the terminal.

#include <string>
#include <vector>

#include "rig/campaign/run_campaign.hpp"

namespace hilspace::app {

/// What qualifies and what binds, a line per scenario.
void print_qualified(const rig::Campaign& campaign, const std::vector<rig::CampaignRun>& runs);

/// What has been run, measure by measure: docking, twin, rig, errors, fidelity with its interval; and
/// momentum.
void print_fidelity(const std::vector<rig::CampaignRun>& runs);

/// One run as it ends.
std::string told(const rig::CampaignRun& run);

}  // namespace hilspace::app
