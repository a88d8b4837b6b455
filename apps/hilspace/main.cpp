// hilspace: how far will what a hardware-in-the-loop docking testbed shows be from what happens in space?

#include <fmt/format.h>

#include <array>
#include <exception>
#include <string>
#include <string_view>
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
    Verb{"list", app::list, "list laws, materials, parameters, metrics, instruments or outcomes"},
};

void print_usage(std::FILE* where) {
  fmt::print(where,
             "hilspace {} - how far a hardware-in-the-loop docking testbed will be from reality\n\n"
             "usage: hilspace VERB ...\n\n",
             version());
  for (const auto& verb : kVerbs) fmt::print(where, "  {:<10} {}\n", verb.name, verb.what);
  fmt::print(where, "\nhilspace VERB --help tells more. hilspace --version tells which build this is.\n");
}

int dispatch(std::span<const std::string> words) {
  if (words.empty()) {
    print_usage(stderr);
    return app::kBadInput;
  }
  if (words[0] == "--help" || words[0] == "help") {
    print_usage(stdout);
    return app::kDone;
  }
  if (words[0] == "--version") {
    fmt::print("hilspace {} (revision {})\n", version(), revision());
    return app::kDone;
  }
  for (const auto& verb : kVerbs)
    if (words[0] == verb.name) return verb.call(words.subspan(1));
  fmt::print(stderr, "hilspace: there is no verb '{}'; hilspace --help lists them\n", words[0]);
  return app::kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    return dispatch(words);
  } catch (const hilspace::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return app::kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "hilspace: {}\n", error.what());
    return app::kFailed;
  }
}
