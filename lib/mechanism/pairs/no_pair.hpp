#pragma once
// What is said of two features that cannot meet, or not push. Set-up only.

#include <string>

#include "mechanism/pairs/table.hpp"

namespace hilspace::mechanism {

/// "there is no contact of plane and edge; pairs that meet, ...", with the pairs there are.
std::string no_pair(const Primitive& active, const Primitive& passive);

/// Whether the two are points and curves without thickness, whose distance is never below zero: they do not push.
bool never_push(const Primitive& one, const Primitive& other);

/// What to do about it.
inline constexpr const char* kNeverPush =
    "both are points or curves without thickness, which never overlap; give one a radius, a tube or a "
    "thickness, or make "
    "both of type border";

}  // namespace hilspace::mechanism
