// hilspace plot: plots the contents of a file. Python does the plotting; this finds the plotter and executes
// it.

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "core/error.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

/// share/hilspace/plot, relative to the program's folder, in the build tree as well as installed.
std::filesystem::path plotter() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  auto found = program.parent_path().parent_path() / "share" / "hilspace" / "plot";
  if (none || !std::filesystem::exists(found / "__main__.py", none))
    throw RunError(
        "plot: " + found.string() +
        " does not exist; install hilspace completely (cmake --install), or run it from its build tree");
  return found;
}

}  // namespace

int plot(std::span<const std::string> arguments) {
  const char* named = std::getenv("HILSPACE_PYTHON");
  std::vector<std::string> words{named != nullptr ? named : kPython, "-B", plotter().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::fflush(nullptr);
  ::execv(words.front().c_str(), pointers.data());
  throw RunError("plot: " + words.front() + ": " + std::generic_category().message(errno) +
                 "; it needs the packages python3, python3-h5py and python3-matplotlib (HILSPACE_PYTHON "
                 "selects another Python)");
}

}  // namespace hilspace::app
