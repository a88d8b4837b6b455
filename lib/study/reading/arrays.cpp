#include "study/reading/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "study/notation/keys.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {

Arrays::Arrays(std::string_view path, const Value& value, std::initializer_list<std::string_view> names,
               std::string_view example, Reading& reading)
    : path_(path), value_(value), example_(example), reading_(reading) {
  const auto* table = value.as<Table>();
  if (table == nullptr) {
    reading.complain(path, value, fmt::format("must be a table, as in {}", example));
    return;
  }
  std::vector<std::string> keys;
  for (const auto name : names) keys.push_back(join(path, name));
  const std::vector<std::string_view> known(keys.begin(), keys.end());
  for (const auto& entry : *table)
    if (const auto key = join(path, entry.key); std::ranges::find(known, key) == known.end())
      reading.findings.add(entry.place, unknown_key(key, known));
  table_ = table;
}

const Value* Arrays::operator[](std::string_view name) const {
  if (table_ == nullptr) return nullptr;
  const auto* entry = find(*table_, name);
  if (entry == nullptr)
    reading_.findings.add(value_.place,
                          fmt::format("{}: missing; write it as in {}", join(path_, name), example_));
  else if (entry->value.as<Array>() == nullptr)
    complain_of_no_array(join(path_, name), entry->value, reading_);
  else
    return &entry->value;
  return nullptr;
}

std::vector<double> read_elements(const Parameter& element, const Array& array, Reading& reading) {
  std::vector<double> numbers;
  for (const auto& value : array) numbers.push_back(read_value(element, value, reading).value_or(kNone));
  return numbers;
}

}  // namespace hilspace::study
