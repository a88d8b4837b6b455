#include "core/error.hpp"

namespace hilspace {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) {
    if (!text.empty()) text += '\n';
    text += line;
  }
  return text;
}

}  // namespace

InputError::InputError(std::vector<std::string> findings)
    : std::runtime_error(joined(findings)), findings_(std::move(findings)) {}

}  // namespace hilspace
