#pragma once
// Campaign results on the terminal.

#include <string>
#include <vector>

#include "rig/campaign/run_campaign.hpp"

namespace hilspace::app {

/// Qualification and binding limit, one line per scenario.
void print_qualified(const rig::Campaign& campaign, const std::vector<rig::CampaignRun>& runs);

/// Results of the completed runs, by measure: docking, twin, rig, errors, fidelity with its interval; and
/// momentum.
void print_fidelity(const std::vector<rig::CampaignRun>& runs);

/// One run, when it ends.
std::string told(const rig::CampaignRun& run);

}  // namespace hilspace::app
