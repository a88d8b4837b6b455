#pragma once
// The settings of an instrument: the order of its stages, a curve, a transfer function.

#include <string_view>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// ["transport_delay", "low_pass"]
void read_chain(std::string_view path, const Value& value, Reading& reading);

/// { input = ["0 mm", "0.1 mm"], output = ["0 mm", "0.11 mm"] }
void read_calibration(std::string_view path, const Value& value, Reading& reading);

/// { sections = [{ numerator = [1], denominator = [1, 2e-4, 1e-8] }] }, in rising powers of s
void read_transfer_function(std::string_view path, const Value& value, Reading& reading);

}  // namespace hilspace::study
