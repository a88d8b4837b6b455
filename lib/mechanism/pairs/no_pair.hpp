#pragma once
// What is said of two features that cannot meet. Set-up only.

#include <string>

#include "mechanism/pairs/table.hpp"

namespace hilspace::mechanism {

/// "there is no contact of plane and edge; pairs that meet, ...", with the pairs there are.
std::string no_pair(const Primitive& active, const Primitive& passive);

}  // namespace hilspace::mechanism
