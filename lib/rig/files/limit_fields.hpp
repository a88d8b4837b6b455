#pragma once
// Keys [limits] and [tolerance] of the rig file, with bounds. An upper bound is no recommendation: a limit beyond
// it protects nothing, so that it is a mistake, mostly of the unit. Its reason is part of the message. Relations
// between limits are checked in rig_file.cpp; docs/rig-manual.md, section 4, lists both.

#include <vector>

#include "rig/files/rig_file.hpp"

namespace hilspace::rig {

std::vector<Field> limit_fields(RigFile& rig);
std::vector<Field> tolerance_fields(RigFile& rig);

}  // namespace hilspace::rig
