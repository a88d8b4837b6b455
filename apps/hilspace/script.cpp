#include "script.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/error.hpp"
#include "file_checks.hpp"
#include "results/reading/result_reader.hpp"
#include "trace_argument.hpp"

namespace hilspace::app {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

/// share/hilspace/VERB next to the program's folder, in the build tree as in an installation.
std::filesystem::path script_of(const std::string& verb) {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  auto found = program.parent_path().parent_path() / "share" / "hilspace" / verb;
  if (none || !std::filesystem::exists(found / "__main__.py", none))
    throw RunError(
        verb + ": " + found.string() +
        " does not exist; install hilspace completely (cmake --install), or run it from its build tree");
  return found;
}

/// Python's HDF5 crashes on some damaged files: they are found here, by a reader that checks what it reads.
void check_results(std::span<const std::string> arguments) {
  for (const auto& argument : arguments) {
    const std::string file = split_trace_name(argument).file;
    if (!is_hdf5(file)) continue;  // an option, an output, or a file that the script refuses
    reading([&] { results::ResultReader(file).verify([](auto, auto) { return true; }); });
  }
}

/// Ctrl-C waits until the script can tell of it (tools/plot/ending.py): until then Python dies of it, or prints what it
/// was doing.
void hold_signals() {
  sigset_t held;
  ::sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
}

}  // namespace

void become_script(const std::string& verb, const std::string& packages,
                   std::span<const std::string> arguments) {
  check_results(arguments);
  const char* named = std::getenv("HILSPACE_PYTHON");
  std::vector<std::string> words{named != nullptr ? named : kPython, "-B", script_of(verb).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // A script may call the program again, such as for the time histories of a scenario.
  std::error_code none;
  ::setenv("HILSPACE_PROGRAM", std::filesystem::read_symlink("/proc/self/exe", none).c_str(), 1);
  std::fflush(nullptr);
  hold_signals();
  ::execv(words.front().c_str(), pointers.data());
  throw RunError(verb + ": " + words.front() + ": " + std::generic_category().message(errno) +
                 "; it needs the packages " + packages + " (HILSPACE_PYTHON selects another Python)");
}

}  // namespace hilspace::app
