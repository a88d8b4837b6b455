#pragma once
// Expression: a formula in one variable, as text. The numbers, operators and functions of muParser: + - * / ^, sqrt,
// exp, ln, sin, abs, min, max, ?:, _pi, _e.

#include <optional>
#include <string>
#include <string_view>

namespace hilspace::study {

/// Its value, finite or not, where the variable of that name has that value; nothing, and a complaint, for a
/// text that is no formula or several with commas between them.
std::optional<double> evaluate(const std::string& expression, std::string_view variable, double value,
                               std::string& complaint);

}  // namespace hilspace::study
