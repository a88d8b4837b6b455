#pragma once
// Evidence: operator, rig, specimens and conditions of an action. Included in every recording, result and
// commissioning record.

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
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
  std::string recorded_at;  // of an earlier recording that is evaluated; empty: now
};

using Texts = std::vector<std::pair<std::string, std::string>>;

/// All known items by name: time with zone, host and kernel, operator, specimen, climate, instruments.
Texts texts_of(const Evidence& evidence, const RigFile& rig);

/// When a recording was made, for Evidence. Throws InputError unless it was made for that purpose on that rig: the same
/// backend, card and wiring, and instruments, and where the rig is emulated the same truth.
std::string recorded_at(const std::filesystem::path& recording, const RigFile& rig, std::string_view purpose);

}  // namespace hilspace::rig
