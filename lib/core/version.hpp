#pragma once
// Which program this is; every result says so.

#include <string_view>

namespace hilspace {

/// Program version, as in CMakeLists.txt.
std::string_view version();
/// Revision of the source the program was built from; "-modified" when it had uncommitted changes.
std::string_view revision();

}  // namespace hilspace
