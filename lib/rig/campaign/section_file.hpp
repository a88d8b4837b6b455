#pragma once
// Second-order sections as a file: what identify writes of the actuator and tune of controller and prefilter,
// and what a rig file names. CSV, a line per section, SI:
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

/// Throws InputError for what the part cannot be: sections that are not proper, more than the loop takes,
/// poles of prefilter or plant that are not in the left half-plane, a plant that moves the wrong way.
std::vector<instruments::Section> load_sections(const std::string& path, SectionRole part);

/// Throws RunError.
void write_sections(const std::filesystem::path& path, std::span<const instruments::Section> sections);

}  // namespace hilspace::rig
