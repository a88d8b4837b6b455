// hilspace completion: what a shell needs to complete verbs and options.

#include <fmt/core.h>

#include <algorithm>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "templates/templates.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int completion(std::span<const std::string> arguments) {
  CommandLine line("hilspace completion bash|zsh", "shell");
  line.about(
      "Prints the completion of verbs and options for that shell. Where hilspace is installed it is there "
      "already.");
  line.example("hilspace completion bash");
  line.choices({"bash", "zsh"});
  if (!line.parse(arguments)) return kDone;
  const auto scripts = completion_scripts();
  const auto found = std::ranges::find(scripts, line.argument(), &EmbeddedText::name);
  if (found == scripts.end())
    throw InputError(fmt::format("there is no completion for {}; bash and zsh have one", line.argument()));
  fmt::print("{}", found->text);
  return kDone;
}

}  // namespace hilspace::app
