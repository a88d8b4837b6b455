#pragma once
// The studies that `hilspace new` writes. They stand in templates/*.toml, and in the program.

#include <span>
#include <string_view>

namespace hilspace::app {

struct StudyTemplate {
  std::string_view name;
  std::string_view text;

  /// The question it answers: the first sentence of its first comment.
  std::string_view what() const;
};

/// The default first.
std::span<const StudyTemplate> study_templates();

}  // namespace hilspace::app
