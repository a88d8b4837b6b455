#pragma once
// [[mechanism.hook]] and [mechanism.joint].

#include "study/reading/reading.hpp"

namespace hilspace::study {

void read_hard_capture(const Table& table, Reading& reading);

}  // namespace hilspace::study
