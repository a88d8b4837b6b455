#pragma once
// What a text that is not TOML has wrong, and how to mend it.

#include <cstdint>
#include <string>
#include <string_view>

namespace hilspace::study {

struct SyntaxError {
  std::uint32_t line;    // counted from 1
  std::uint32_t column;  // likewise, in characters
  std::string what;
};

/// A syntax error as described by toml++ at a place of a text: where it is to be mended, and with advice for common
/// errors.
SyntaxError syntax_error(std::string_view description, std::string_view text, std::uint32_t line,
                         std::uint32_t column);

}  // namespace hilspace::study
