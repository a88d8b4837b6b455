#include "json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hilspace::app {
namespace {

/// In quotes, with control characters spelt out.
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + '"';
}

}  // namespace

Json::Json(double number) : text_(std::isfinite(number) ? fmt::format("{}", number) : "null") {}

Json Json::array(std::vector<Json> elements) {
  Json all(Kind::array);
  all.elements_ = std::move(elements);
  return all;
}

Json& Json::push(Json element) {
  elements_.push_back(std::move(element));
  return *this;
}

Json& Json::add(std::string key, Json value) {
  keys_.push_back(std::move(key));
  elements_.push_back(std::move(value));
  return *this;
}

bool Json::has(std::string_view key) const { return std::ranges::find(keys_, key) != keys_.end(); }

std::string Json::line() const {
  if (kind_ == Kind::text) return in_quotes(text_);
  if (kind_ == Kind::literal) return text_;
  const bool is_object = kind_ == Kind::object;
  std::string out(1, is_object ? '{' : '[');
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (i > 0) out += ", ";
    if (is_object) out += in_quotes(keys_[i]) + ": ";
    out += elements_[i].line();
  }
  return out + (is_object ? '}' : ']');
}

std::string Json::text(std::size_t indent) const {
  constexpr std::size_t kWidth = 110;
  std::string out = line();
  if (elements_.empty() || indent + out.size() <= kWidth) return out;
  const bool is_object = kind_ == Kind::object;
  out = is_object ? '{' : '[';
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    out += (i > 0 ? ",\n" : "\n") + std::string(indent + 2, ' ');
    if (is_object) out += in_quotes(keys_[i]) + ": ";
    out += elements_[i].text(indent + 2);
  }
  return out + '\n' + std::string(indent, ' ') + (is_object ? '}' : ']');
}

}  // namespace hilspace::app
