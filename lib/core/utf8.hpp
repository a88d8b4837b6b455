#pragma once
// UTF-8 texts, from files and command lines that may hold anything.

#include <cstddef>
#include <string>
#include <string_view>

namespace hilspace {

/// Length in bytes of the UTF-8 character that starts there; 0: invalid.
inline std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xC2 && first < 0xE0   ? 2
                           : (first >> 4) == 0xE           ? 3
                           : first >= 0xF0 && first < 0xF5 ? 4
                                                           : 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(at + i) >> 6) != 2) return 0;
  return size;
}

/// The text with U+FFFD for every byte that is none.
inline std::string as_utf8(std::string_view text) {
  std::string its;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_length(text, i);
    its += size > 0 ? text.substr(i, size) : std::string_view("\xEF\xBF\xBD");
    i += size > 0 ? size : 1;
  }
  return its;
}

}  // namespace hilspace
