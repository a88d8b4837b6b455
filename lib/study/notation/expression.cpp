#include "study/notation/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

namespace hilspace::study {

std::optional<double> evaluate(const std::string& expression, std::string_view variable, double value,
                               std::string& complaint) {
  if (expression.find('\0') != std::string::npos) {  // muParser would stop reading there
    complaint = "has a NUL character in it; remove it";
    return std::nullopt;
  }
  try {
    mu::Parser parser;
    parser.DefineConst(std::string(variable), value);
    parser.SetExpr(expression);
    const double result = parser.Eval();
    if (parser.GetNumResults() == 1) return result;  // of a list it is the last
    complaint = fmt::format("is a list of {} formulas; write a decimal point, not a comma, as in 1.5",
                            parser.GetNumResults());
  } catch (const mu::Parser::exception_type& error) {
    complaint = error.GetMsg();
    if (complaint.ends_with('.')) complaint.pop_back();
    if (complaint.starts_with("Unexpected parenthesis \"(\"")) complaint += "; a product needs its *";
  }
  return std::nullopt;
}

}  // namespace hilspace::study
