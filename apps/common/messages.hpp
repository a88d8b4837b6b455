#pragma once
// Progress messages on standard error, and formatting of numbers and times in them.

#include <string>
#include <string_view>

namespace hilspace::app {

/// Text from an external source, made safe for a terminal: control characters are replaced by \uXXXX, line
/// ends as well unless `lines` keeps them.
std::string printable(std::string_view text, bool lines = false);

/// To standard error. A failure to write is ignored.
void tell(const std::string& text);

/// "1,234,567"
std::string grouped(unsigned long long n);
/// "1 scenario", "1,234 scenarios"
std::string counted(unsigned long long n, std::string_view thing);
/// "0.8 s", "12 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace hilspace::app
