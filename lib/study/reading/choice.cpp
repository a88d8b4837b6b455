#include "study/reading/choice.hpp"

#include "study/notation/nearest.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {

const std::string* read_choice(std::string_view path, const Value& value,
                               std::span<const std::string_view> choices, Reading& reading) {
  const auto* text = read_text(path, value, reading);
  if (text == nullptr || std::ranges::find(choices, *text) != choices.end()) return text;
  reading.complain(path, value, "unknown; " + suggestion(*text, choices));
  return nullptr;
}

}  // namespace hilspace::study
