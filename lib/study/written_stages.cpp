#include "study/written_stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace hilspace::study {

std::string written_curve(std::span<const instruments::CurvePoint> curve, std::string_view unit) {
  std::vector<std::string> input, output;
  for (const auto& point : curve) {
    input.push_back(fmt::format("\"{} {}\"", point.input, unit));
    output.push_back(fmt::format("\"{} {}\"", point.output, unit));
  }
  return fmt::format("{{ input = [{}], output = [{}] }}", fmt::join(input, ", "), fmt::join(output, ", "));
}

std::string written_sections(std::span<const instruments::Section> sections) {
  std::vector<std::string> texts;
  for (const auto& [numerator, denominator] : sections)
    texts.push_back(fmt::format("{{ numerator = [{}], denominator = [{}] }}", fmt::join(numerator, ", "),
                                fmt::join(denominator, ", ")));
  return fmt::format("{{ sections = [{}] }}", fmt::join(texts, ", "));
}

}  // namespace hilspace::study
