#pragma once
// Fields: the keys of a rig or campaign file, each with the place its value goes to. One list drives reading,
// messages, the resolved text and the manual.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "study/notation/document.hpp"

namespace hilspace::rig {

/// A value that is one of a few names; the index goes where it is wanted.
struct Choice {
  std::span<const std::string_view> names;
  std::size_t* index;
};

struct Field {
  std::string key;        // dotted path, "limits.force_max"
  std::string_view unit;  // SI, of a quantity; "1" of a number without one
  std::variant<double*, std::uint32_t*, bool*, std::string*, Choice> target;
  std::string_view description;
  double least = -std::numeric_limits<double>::infinity();  // of numbers, in their unit
  double most = std::numeric_limits<double>::infinity();
};

/// Reads what the tables hold into the fields' places; everything else is a finding, but for the keys that
/// others read.
void read_fields(const study::Table& root, std::span<const Field> fields,
                 std::span<const std::string_view> others, study::Findings& findings);

/// As it would stand in a file, in SI, one line each.
std::string text_of(std::span<const Field> fields);

}  // namespace hilspace::rig
