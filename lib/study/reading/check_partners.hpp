#pragma once
// A mechanism of features in which a side has none, or in which a feature meets none of the other side, is a finding.

#include "study/reading/reading.hpp"

namespace hilspace::study {

void check_partners(const Location& place, Reading& reading);

}  // namespace hilspace::study
