#pragma once
// JSON, for programs that read what a verb says.

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilspace::app {

/// A value, put together and printed. Keys stay in the order in which they were added.
class Json {
 public:
  Json() = default;                                                // null
  Json(std::string_view text) : kind_(Kind::text), text_(text) {}  // NOLINT(google-explicit-constructor)
  Json(const char* text) : Json(std::string_view(text)) {}         // NOLINT(google-explicit-constructor)
  Json(const std::string& text) : Json(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
  Json(std::same_as<bool> auto value)
      : text_(value ? "true" : "false") {}  // NOLINT(google-explicit-constructor)
  /// null, where it is no number or infinite: JSON has neither. Reads back to the same bits.
  Json(double number);  // NOLINT(google-explicit-constructor)
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T number)
      : text_(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)

  static Json array(std::vector<Json> elements = {});
  static Json object() { return Json(Kind::object); }
  /// Texts.
  template <class Texts>
  static Json list(const Texts& texts) {
    Json all = array();
    for (const auto& text : texts) all.push(std::string_view(text));
    return all;
  }

  /// To an array.
  Json& push(Json element);
  /// To an object, behind its other keys.
  Json& add(std::string key, Json value);
  bool has(std::string_view key) const;
  bool is_empty() const { return elements_.empty(); }

  /// In lines, each as long as it may be; those behind the first one are indented by more than that.
  std::string text(std::size_t indent = 0) const;

 private:
  enum class Kind { literal, text, array, object };
  explicit Json(Kind kind) : kind_(kind) {}
  std::string line() const;

  Kind kind_ = Kind::literal;
  std::string text_ = "null";
  std::vector<std::string> keys_;  // of an object
  std::vector<Json> elements_;     // of an array, or the values of an object
};

}  // namespace hilspace::app
