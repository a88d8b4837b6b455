#pragma once
// The campaign file: which scenarios of which study are run on which rig. TOML:
//
//   title = "The published twelve"
//   study = "../13-rig-twin/published.toml"    # model = "rig"; its controller and prefilter are the loop's
//   rig = "emulated.toml"                      # rig_file.hpp
//   scenarios = [0, 40, 80]                    # of the study; absent: all
//   twin = "controlled"                        # the twin compared with; default
//   repetitions = 30                           # of each; default 1
//   twins = 30                                 # runs of the twin in the ensemble; default
//   energy_margin = 1.5                        # factor on the twin's prediction, for the energy watchdog
//
// Paths are relative to the campaign file.

#include <cstdint>
#include <string>
#include <vector>

#include "rig/files/rig_file.hpp"
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
  std::string resolved;  // all that affects the results, from study, rig and campaign
  std::string sha256;    // of `resolved`
};

/// Reads and checks a campaign file with its study and its rig file. Throws InputError with all findings of a
/// file.
Campaign load_campaign(const std::string& path);

}  // namespace hilspace::rig
