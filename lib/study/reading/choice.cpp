#include "study/reading/choice.hpp"

#include <fmt/format.h>

#include "study/notation/nearest.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {

const std::string* read_choice(std::string_view path, const Value& value,
                               std::span<const std::string_view> choices, Reading& reading) {
  const auto* text = read_text(path, value, reading, fmt::format("; {}", suggestion("", choices)));
  if (text == nullptr || std::ranges::find(choices, *text) != choices.end()) return text;
  reading.complain(path, value, "unknown; " + suggestion(*text, choices));
  return nullptr;
}

void complain_of_no_array(std::string_view path, const Value& value, Reading& reading) {
  const bool is_element = value.as<std::string>() != nullptr || value.as<double>() != nullptr ||
                          value.as<std::int64_t>() != nullptr;
  reading.complain(path, value,
                   is_element ? fmt::format("must be an array; write [{}]", shown(value))
                              : std::string("must be an array, in square brackets"));
}

}  // namespace hilspace::study
