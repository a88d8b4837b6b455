#pragma once
// Texts that stand in the program, so that it needs no file beside it: the studies that `hilspace new` writes
// (templates/*.toml), and the completion of shells (completion/*).

#include <span>
#include <string_view>

namespace hilspace::app {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

/// The default first.
std::span<const EmbeddedText> study_templates();

/// By the name of the shell.
std::span<const EmbeddedText> completion_scripts();

}  // namespace hilspace::app
