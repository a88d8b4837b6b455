#pragma once
// Tables of arrays: several arrays of numbers that belong together, as in { input = [...], output = [...] }.

#include <initializer_list>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// The arrays that a table consists of, by name; adds findings for missing or unknown ones and for non-arrays.
class Arrays {
 public:
  Arrays(std::string_view path, const Value& value, std::initializer_list<std::string_view> names,
         std::string_view example, Reading& reading);

  /// The array of that name; otherwise adds a finding and returns null.
  const Value* operator[](std::string_view name) const;

 private:
  std::string_view path_;
  const Value& value_;
  std::string_view example_;
  Reading& reading_;
  const Table* table_ = nullptr;
};

/// Numbers as described by `element`; a wrong one leaves a hole.
std::vector<double> read_elements(const Parameter& element, const Array& array, Reading& reading);

}  // namespace hilspace::study
