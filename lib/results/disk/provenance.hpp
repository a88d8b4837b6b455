#pragma once
// Provenance: where and when a file was written, as recorded in the files.

#include <string>

namespace hilspace::results {

/// Host name of the computer.
std::string host_name();

/// The current time: ISO 8601, UTC.
std::string utc_now();

}  // namespace hilspace::results
