#pragma once
// Evidence: who did what on which rig with which specimens, under what conditions. It goes into every
// recording, result and record of commissioning.

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "rig/campaign/rig_file.hpp"

namespace hilspace::rig {

struct Evidence {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::string operator_name;
  std::string specimen;  // which pair, and the batch of its material
  std::string batch;
  double temperature = kUnknown;  // degC, at the rig
  double humidity = kUnknown;     // percent
  double warm_up = kUnknown;      // min that the instruments have been on
  std::vector<std::string> notes;
};

using Texts = std::vector<std::pair<std::string, std::string>>;

/// What is known, by name: time with its zone, host and kernel, operator, specimen, climate, instruments.
Texts texts_of(const Evidence& evidence, const RigFile& rig);

}  // namespace hilspace::rig
