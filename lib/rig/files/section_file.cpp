#include "rig/files/section_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "instruments/digital_filter.hpp"
#include "models/rig_hardware.hpp"
#include "rig/control/linear_system.hpp"
#include "rig/files/number_table.hpp"

namespace hilspace::rig {
namespace {

using instruments::Section;

std::size_t degree(const std::array<double, 3>& polynomial) {
  std::size_t found = 2;
  while (found > 0 && polynomial[found] == 0.0) --found;
  return found;
}

bool is_proper(const Section& section) {
  const auto& a = section.denominator;
  return std::ranges::any_of(a, [](double c) { return c != 0.0; }) && degree(section.numerator) <= degree(a);
}

}  // namespace

std::vector<Section> load_sections(const std::string& path, SectionRole part) {
  std::vector<Section> sections;
  for (const auto& r :
       read_numbers(path, kSectionsHeading, "hilspace-rig identify and hilspace-rig tune write such tables"))
    sections.push_back({{r[0], r[1], r[2]}, {r[3], r[4], r[5]}});
  const auto need = [&](bool good, const std::string& what) {
    if (!good) throw InputError(path + ": " + what);
  };
  const std::size_t most =
      part == SectionRole::plant ? models::RigHardware::kSections : instruments::DigitalFilter::kMostSections;
  need(part == SectionRole::prefilter || !sections.empty(), "holds no section");
  need(sections.size() <= most, fmt::format("holds {} sections; the maximum is {}", sections.size(), most));
  for (std::size_t i = 0; i < sections.size(); ++i)
    need(is_proper(sections[i]),
         fmt::format("section {}: the numerator's degree must be at most the denominator's", i + 1));
  if (part == SectionRole::controller) return sections;  // its integrator has a pole at 0
  for (const Complex pole : poles(sections))
    need(pole.real() < 0.0,
         fmt::format("has an unstable pole at {:.4g} {:+.4g} i rad/s", pole.real(), pole.imag()));
  if (part == SectionRole::plant)
    need(response(sections, 0.0).real() > 0.0,
         "the actuator's steady-state gain must be above 0; check the polarity of command and sensor");
  return sections;
}

void write_sections(const std::filesystem::path& path, std::span<const Section> sections) {
  std::vector<std::vector<double>> rows;
  for (const Section& section : sections) {
    rows.emplace_back(section.numerator.begin(), section.numerator.end());
    rows.back().insert(rows.back().end(), section.denominator.begin(), section.denominator.end());
  }
  write_numbers(path, kSectionsHeading, rows);
}

}  // namespace hilspace::rig
