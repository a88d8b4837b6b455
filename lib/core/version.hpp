#pragma once
// Version of the program, recorded in every result.

#include <string_view>

namespace hilspace {

/// Program version, as in CMakeLists.txt.
std::string_view version();
/// Revision of the source the program was built from; "-modified" when it had uncommitted changes.
std::string_view revision();

}  // namespace hilspace
