#pragma once
// The main function of both programs: one verb does the work, and the way it ends becomes the exit code.

#include <span>
#include <string>
#include <string_view>

namespace hilspace::app {

struct Verb {
  std::string_view name;
  int (*call)(std::span<const std::string> arguments);
  std::string_view what;  // for --help; empty: hidden
};

/// The option with which shells ask a program for its verbs, and a verb for its words.
inline constexpr std::string_view kWords = "--words";

/// The main function of a program: `program`, and what it does in a line.
int dispatch(std::string_view program, std::string_view what, std::span<const Verb> verbs, int argc,
             char** argv);

}  // namespace hilspace::app
