#pragma once
// Old keys: keys of rig files in version 0.1, accepted for one more version: limits counted in cycles, and a
// command_rate in shares of full scale per second.

#include <string>
#include <vector>

#include "study/notation/document.hpp"

namespace hilspace::rig {

/// Replaces old keys in a table by the current ones. A count of cycles becomes a time at the published rate
/// of 75 kHz. Returns a note on each key. `limits.ramp_cycles` and a `limits.command_safe` of 0 have no
/// effect any more and are dropped; any other safe command remains and is reported as an unknown key.
std::vector<std::string> take_old_keys(study::Table& root);

}  // namespace hilspace::rig
