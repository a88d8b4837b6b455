#pragma once
// Evidence: operator, rig, specimens and conditions of an action. Included in every recording, result and
// commissioning record.

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "rig/files/rig_file.hpp"

namespace hilspace::rig {

struct Evidence {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::string operator_name;
  std::string specimen;  // pair of specimens and material batch
  std::string batch;
  double temperature = kUnknown;  // degC, at the rig
  double humidity = kUnknown;     // percent
  double warm_up = kUnknown;      // min since the instruments were switched on
  std::vector<std::string> notes;
};

using Texts = std::vector<std::pair<std::string, std::string>>;

/// All known items by name: time with zone, host and kernel, operator, specimen, climate, instruments.
Texts texts_of(const Evidence& evidence, const RigFile& rig);

}  // namespace hilspace::rig
