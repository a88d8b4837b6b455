#pragma once
// What a verb of commissioning saw of the rig, line by line, and what it should have seen.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hilspace::rig {

enum class Grade : std::uint8_t {
  good,
  warning,  // worth a look
  other,    // the rig may be right, and the rig file has something else
  bad,      // nothing is to be run before it is mended
};

struct Check {
  std::string what, seen, expected;
  Grade grade = Grade::good;
  std::string remedy = {};  // where it is not good, and something is known to help
};

inline Grade graded(bool good, Grade otherwise = Grade::bad) { return good ? Grade::good : otherwise; }
inline bool passed(std::span<const Check> checks) {
  return std::ranges::none_of(checks, [](const Check& each) { return each.grade == Grade::bad; });
}

}  // namespace hilspace::rig
