#pragma once
// Provenance: where and when a file was written, as the files have it.

#include <string>

namespace hilspace::results {

/// Name of the computer.
std::string host_name();

/// The present time: ISO 8601, UTC.
std::string utc_now();

}  // namespace hilspace::results
