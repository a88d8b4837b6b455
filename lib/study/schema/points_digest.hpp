#pragma once
// Digest of a design's points, to verify that regenerated points are those of a result.

#include <string>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// The digest of the values of the study's one axis, to the last bit.
std::string points_digest(const Study& study);

}  // namespace hilspace::study
