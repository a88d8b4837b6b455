#pragma once
// Fields: the keys of a rig or campaign file with the variables they set. One list drives reading, messages,
// the resolved text and the manual.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "study/notation/document.hpp"

namespace hilspace::rig {

/// A value out of a list of names; stored as an index.
struct Choice {
  std::span<const std::string_view> names;
  std::size_t* index;
};

struct Field {
  std::string key;        // dotted path, "limits.force_max"
  std::string_view unit;  // SI, of a quantity; "1" for a number without unit
  std::variant<double*, std::uint32_t*, bool*, std::string*, Choice> target;
  std::string_view description;
  double least = -std::numeric_limits<double>::infinity();  // for numbers, in their unit
  double most = std::numeric_limits<double>::infinity();
  std::string_view reason = {};  // of the upper bound, for the message; may be empty
};

/// Reads the tables into the fields. Every other entry is a finding, except for the keys that other readers
/// handle.
void read_fields(const study::Table& root, std::span<const Field> fields,
                 std::span<const std::string_view> others, study::Findings& findings);

/// The fields as they would appear in a file, in SI, one per line.
std::string text_of(std::span<const Field> fields);

}  // namespace hilspace::rig
