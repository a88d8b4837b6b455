#pragma once
// Check: one observation of a commissioning verb, with its expected value.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hilspace::rig {

enum class Grade : std::uint8_t {
  good,
  warning,  // worth attention
  other,    // the rig may be right, but the rig file differs
  bad,      // must be corrected before any run
};

struct Check {
  std::string what, seen, expected;
  Grade grade = Grade::good;
  std::string remedy = {};  // for findings that are not good, if one is known
};

inline Grade graded(bool good, Grade otherwise = Grade::bad) { return good ? Grade::good : otherwise; }
inline bool passed(std::span<const Check> checks) {
  return std::ranges::none_of(checks, [](const Check& each) { return each.grade == Grade::bad; });
}

}  // namespace hilspace::rig
