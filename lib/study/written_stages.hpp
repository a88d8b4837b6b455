#pragma once
// Stages that no axis can vary, as they stand in a study.

#include <span>
#include <string>
#include <string_view>

#include "instruments/setup.hpp"

namespace hilspace::study {

/// `unit` of both sides of the curve.
std::string written_curve(std::span<const instruments::CurvePoint> curve, std::string_view unit);
std::string written_sections(std::span<const instruments::Section> sections);

}  // namespace hilspace::study
