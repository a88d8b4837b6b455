#include "core/version.hpp"

#include "revision.h"

namespace hilspace {

std::string_view version() { return HILSPACE_VERSION; }
std::string_view revision() { return HILSPACE_REVISION; }

}  // namespace hilspace
