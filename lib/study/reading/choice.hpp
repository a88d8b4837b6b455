#pragma once
// Choices: values that are one or several names of a list.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// One of a few names; otherwise adds a finding and returns null.
const std::string* read_choice(std::string_view path, const Value& value,
                               std::span<const std::string_view> choices, Reading& reading);

/// Adds that a value is no array; one that may be its only element is shown as such.
void complain_of_no_array(std::string_view path, const Value& value, Reading& reading);

/// The names in a table of named items, in its order.
template <class Table>
std::vector<std::string_view> names_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.emplace_back(row.name);
  return names;
}

/// The elements of an array, each at most once. `read` returns an element, or adds a finding and returns
/// nothing.
template <class T, class Read>
std::vector<T> read_set(std::string_view path, const Value& value, Reading& reading, Read read) {
  std::vector<T> elements;
  const auto* array = value.as<Array>();
  if (array == nullptr) complain_of_no_array(path, value, reading);
  if (array == nullptr) return elements;
  for (const auto& element : *array) {
    const std::optional<T> known = read(element);
    if (!known) continue;
    if (std::ranges::find(elements, *known) != elements.end())
      reading.complain(path, element, "is listed twice");
    else
      elements.push_back(*known);
  }
  return elements;
}

}  // namespace hilspace::study
