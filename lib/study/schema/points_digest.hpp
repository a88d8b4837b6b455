#pragma once
// The fingerprint of a design's points: that those made anew are those that results are of.

#include <string>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// The digest of the values of the study's one axis, to the last bit.
std::string points_digest(const Study& study);

}  // namespace hilspace::study
