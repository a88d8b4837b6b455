#pragma once
// The campaign file: which scenarios of which study are run on which rig. TOML:
//
//   title = "The published twelve"
//   study = "../13-rig-twin/published.toml"    # model = "rig"; its controller and prefilter are the loop's
//   rig = "emulated.toml"                      # rig_file.hpp
//   scenarios = [0, 40, 80]                    # of the study; absent: all
//   twin = "controlled"                        # that is compared with; default
//   repetitions = 30                           # of each; default 1
//   twins = 30                                 # runs of the twin that they are compared with; default
//   energy_margin = 1.5                        # of what the twin predicts the contact to give, for the
//   watchdog
//
// Paths are relative to the campaign file.

#include <cstdint>
#include <string>
#include <vector>

#include "rig/campaign/rig_file.hpp"
#include "study/study.hpp"

namespace hilspace::rig {

struct Campaign {
  std::string path, title, study_path, rig_path;
  study::Study study;
  RigFile rig;
  std::vector<std::uint64_t> scenarios;
  std::uint32_t repetitions = 1;
  std::uint32_t twins = 30;  // of the ensemble
  std::size_t twin = static_cast<std::size_t>(study::Twin::controlled);
  double energy_margin = 1.5;
  std::string resolved;  // what decides its results: of study, rig and campaign
  std::string sha256;    // of `resolved`
};

/// Reads and checks a campaign file with the study and the rig it names. Throws InputError with every finding
/// of a file at once.
Campaign load_campaign(const std::string& path);

}  // namespace hilspace::rig
