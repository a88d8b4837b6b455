#pragma once
// Readers of the settings, one by one.

#include "study/reading/reading.hpp"
#include "study/schema/settings.hpp"

namespace hilspace::study {

/// Reads the value of a row of kSettings.
void read_setting(const Setting& setting, const Value& value, Reading& reading);

}  // namespace hilspace::study
