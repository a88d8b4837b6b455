#pragma once
// Whether a text, such as a message, contains another.

#include <string>

namespace hilspace::test {

inline bool has(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

}  // namespace hilspace::test
