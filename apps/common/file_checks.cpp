#include "file_checks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"
#include "results/table_file.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;

void check_readable(const std::string& input) {
  std::error_code error;
  if (!fs::exists(input, error)) throw InputError(fmt::format("{}: no such file", input));
  if (::access(input.c_str(), R_OK) != 0)
    throw InputError(fmt::format("{}: cannot be read: {}", input, std::strerror(errno)));
}

void check_writable(const std::string& output) {
  const fs::path path(output);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (path.filename().empty() || fs::is_directory(path))
    throw InputError(fmt::format("-o '{}': is no name of a file", output));
  if (!fs::is_directory(folder))
    throw InputError(fmt::format("-o {}: there is no folder {}; make it first", output, folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(fmt::format("-o {}: nothing can be written in {}: {}", output, folder.string(),
                                 std::strerror(errno)));
}

void check_table_writable(const std::string& output) {
  results::check_table_output(output);
  check_writable(output);
}

}  // namespace hilspace::app
