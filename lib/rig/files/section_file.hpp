#pragma once
// Second-order sections as a file: written by identify (actuator) and tune (controller and prefilter), and
// named in a rig file. CSV, one section per line, SI:
//
//   (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2)

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::rig {

inline constexpr std::string_view kSectionsHeading = "b0,b1,b2,a0,a1,a2";

enum class SectionRole { controller, prefilter, plant };

/// Throws InputError for sections that the part cannot have: improper ones, more than the loop supports,
/// poles of prefilter or plant outside the left half-plane, a plant with negative gain.
std::vector<instruments::Section> load_sections(const std::string& path, SectionRole part);

/// Throws RunError.
void write_sections(const std::filesystem::path& path, std::span<const instruments::Section> sections);

}  // namespace hilspace::rig
