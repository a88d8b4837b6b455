#pragma once
// Progress messages on standard error, and formatting of counts and times in them.

#include <string>
#include <string_view>

#include "core/count_text.hpp"

namespace hilspace::app {

/// Text from an external source, made safe for a terminal: control characters are replaced by \uXXXX, line
/// ends as well unless `lines` keeps them.
std::string printable(std::string_view text, bool lines = false);

/// To standard error. A failure to write is ignored.
void tell(const std::string& text);

/// "0.8 s", "12 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace hilspace::app
