#pragma once
// The springs of a compliance device: compliance.springs.

#include <string_view>

#include "study/reading/reading.hpp"

namespace hilspace::study {

void read_springs(std::string_view path, const Value& value, Reading& reading);

}  // namespace hilspace::study
