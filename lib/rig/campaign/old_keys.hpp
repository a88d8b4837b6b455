#pragma once
// Keys of rig files as version 0.1 spelled them, read for one version more: limits that counted cycles, and a
// command_rate in shares of full scale per second.

#include <string>
#include <vector>

#include "study/notation/document.hpp"

namespace hilspace::rig {

/// Puts today's keys in their place, in a table as it was read. A count of cycles becomes a time at the
/// published rate of 75 kHz. Returns a note for each key: what it was read as. `limits.ramp_cycles` and a
/// `limits.command_safe` of 0 say nothing any more and are left out; another safe command stays, as a key
/// that is unknown.
std::vector<std::string> take_old_keys(study::Table& root);

}  // namespace hilspace::rig
