// hilspace: how far will what a hardware-in-the-loop docking testbed shows be from what happens in space?

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "common.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "verbs.hpp"

namespace {

using namespace hilspace;

struct Verb {
  std::string_view name;
  int (*call)(std::span<const std::string> arguments);
  std::string_view what;
};

constexpr std::array kVerbs{
    Verb{"run", app::run, "run all scenarios of a study into a result file"},
    Verb{"check", app::check, "say what a study would run, and every error in it"},
    Verb{"simulate", app::simulate, "run one scenario, with its time histories"},
    Verb{"show", app::show, "show what is in a result file, or print it as CSV"},
    Verb{"explain", app::explain, "say which instrument causes most of a scenario's error"},
    Verb{"compare", app::compare, "measure one trace against another, simulated or recorded"},
    Verb{"merge", app::merge, "put the shards of a run together into its result"},
    Verb{"qualify", app::qualify, "say which scenarios the rig can bear, and what binds in each"},
    Verb{"submit", app::submit, "leave a study to a Slurm cluster, in chunks"},
    Verb{"status", app::status, "say how far a submitted study is, or a run"},
    Verb{"list", app::list, "list laws, materials, parameters, metrics, instruments, solvers or outcomes"},
};

std::string usage() {
  std::string text = fmt::format(
      "hilspace {} - how far a hardware-in-the-loop docking testbed will be from reality\n\n"
      "usage: hilspace VERB ...\n\n",
      version());
  for (const auto& verb : kVerbs) text += fmt::format("  {:<10} {}\n", verb.name, verb.what);
  return text + "\nhilspace VERB --help tells more. hilspace --version tells which build this is.";
}

/// A table that a full disk cut short must not pass for a whole one.
void check_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw RunError("standard output: cannot be written: " + std::generic_category().message(errno));
}

int dispatch(std::span<const std::string> words) {
  if (words.empty()) throw InputError(usage());
  if (words[0] == "--help" || words[0] == "help") {
    fmt::print("{}\n", usage());
    return app::kDone;
  }
  if (words[0] == "--version") {
    fmt::print("hilspace {} (revision {})\n", version(), revision());
    return app::kDone;
  }
  for (const auto& verb : kVerbs)
    if (words[0] == verb.name) return verb.call(words.subspan(1));
  throw InputError(fmt::format("hilspace: there is no verb '{}'; hilspace --help lists them", words[0]));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int code = dispatch(words);
    check_output();
    return code;
  } catch (const hilspace::InputError& error) {
    app::tell(std::string(error.what()) + "\n");
    return app::kBadInput;
  } catch (const std::exception& error) {
    app::tell(std::string("hilspace: ") + error.what() + "\n");
    return app::kFailed;
  }
}
