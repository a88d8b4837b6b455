#pragma once
// Main function of both programs: runs one verb and converts its end into the exit code.

#include <span>
#include <string>
#include <string_view>

namespace hilspace::app {

struct Verb {
  std::string_view name;
  int (*call)(std::span<const std::string> arguments);
  std::string_view what;  // for --help; empty: hidden
};

/// The option by which shell completion asks a program for its verbs, and a verb for its words.
inline constexpr std::string_view kWords = "--words";

/// Main function of a program: its name, and its purpose in one line.
int dispatch(std::string_view program, std::string_view what, std::span<const Verb> verbs, int argc,
             char** argv);

}  // namespace hilspace::app
