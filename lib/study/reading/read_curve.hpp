#pragma once
// Measured curve of a law of the study's own: penetrations and forces, in a CSV file or in the study itself.

#include <string>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// The points of `laws.NAME.force_curve`: a file's name, or { penetration = [...], force = [...] }. Empty, with
/// findings, on errors.
std::vector<contact::ForcePoint> read_curve(const std::string& path, const Value& value, Reading& reading);

}  // namespace hilspace::study
