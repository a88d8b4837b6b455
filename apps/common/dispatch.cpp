#include "dispatch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <vector>

#include "core/error.hpp"
#include "core/version.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "study/notation/nearest.hpp"

namespace hilspace::app {
namespace {

std::string usage(std::string_view program, std::string_view what, std::span<const Verb> verbs) {
  std::string text = fmt::format("{0} {1} - {2}\n\nusage: {0} VERB ...\n\n", program, version(), what);
  for (const Verb& verb : verbs)
    if (!verb.what.empty()) text += fmt::format("  {:<10} {}\n", verb.name, verb.what);
  return text + fmt::format("\n{0} VERB --help describes a verb. {0} --version shows the build.", program);
}

std::string output_failed(const std::string& why) { return "standard output: cannot be written: " + why; }

/// A table truncated by a full disk must not pass for a complete one.
void check_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw RunError(output_failed(std::generic_category().message(errno)));
}

int call(std::string_view program, std::string_view what, std::span<const Verb> verbs,
         std::span<const std::string> words) {
  if (words.empty()) throw InputError(usage(program, what, verbs));
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    fmt::print("{}\n", usage(program, what, verbs));
    return kDone;
  }
  if (words[0] == kWords) {
    for (const Verb& verb : verbs)
      if (!verb.what.empty()) fmt::print("{}\t{}\n", verb.name, verb.what);
    return kDone;
  }
  if (words[0] == "--version") {
    fmt::print("{} {} (revision {})\n", program, version(), revision());
    return kDone;
  }
  const auto verb = std::ranges::find(verbs, words[0], &Verb::name);
  if (verb == verbs.end()) {
    std::vector<std::string_view> names;
    for (const Verb& its : verbs)
      if (!its.what.empty()) names.push_back(its.name);
    const auto near = study::nearest(words[0], names);
    throw InputError(fmt::format("{0}: there is no verb '{1}'; {2}{0} --help lists them", program, words[0],
                                 near.empty() ? "" : fmt::format("did you mean {}? ", near)));
  }
  return verb->call(words.subspan(1));
}

}  // namespace

int dispatch(std::string_view program, std::string_view what, std::span<const Verb> verbs, int argc,
             char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int code = call(program, what, verbs, words);
    check_output();
    return code;
  } catch (const InputError& error) {
    tell(printable(error.what(), true) + "\n");
    return kBadInput;
  } catch (const std::bad_alloc&) {
    tell(fmt::format("{}: out of memory: use fewer scenarios, samples or threads, or a larger machine\n",
                     program));
    return kFailed;
  } catch (const std::filesystem::filesystem_error& error) {
    tell(printable(fmt::format("{}: {}: {}", program, error.path1().string(), error.code().message()), true) +
         "\n");
    return kFailed;
  } catch (const std::system_error& error) {  // what did not fit into the buffer of the standard output, too
    tell(std::ferror(stdout) != 0 ? fmt::format("{}: {}\n", program, output_failed(error.code().message()))
                                  : fmt::format("{}: {}\n", program, printable(error.what(), true)));
    return kFailed;
  } catch (const std::exception& error) {
    tell(fmt::format("{}: {}\n", program, printable(error.what(), true)));
    return kFailed;
  }
}

}  // namespace hilspace::app
