#include "file_checks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "core/error.hpp"
#include "results/disk/foreign_file.hpp"
#include "results/reading/result_reader.hpp"
#include "results/records/table_file.hpp"
#include "results/records/trace_file.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;
namespace {

/// Whether both are one file, or will be.
bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code none;
  return fs::equivalent(a, b, none) || fs::weakly_canonical(a, none) == fs::weakly_canonical(b, none);
}

}  // namespace

void check_readable(const std::string& input) {
  std::error_code error;
  if (!fs::exists(input, error)) throw InputError(fmt::format("{}: no such file", input));
  if (::access(input.c_str(), R_OK) != 0)
    throw InputError(fmt::format("{}: cannot be read: {}", input, std::strerror(errno)));
}

bool is_hdf5(const std::string& input) {
  constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n");
  std::error_code none;
  if (!fs::is_regular_file(input, none)) return false;  // a pipe would lose what is read
  std::array<char, kSignature.size()> start{};
  std::ifstream(input, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kSignature;
}

results::Place check_writable(const std::string& output, std::string_view option) {
  const fs::path path = results::behind_links(output);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (fs::is_directory(path))
    throw InputError(fmt::format("{} {}: is a folder; name a file, such as one in it", option, output));
  if (path.filename().empty())
    throw InputError(fmt::format("{} '{}': is not a valid file name", option, output));
  if (!fs::is_directory(folder))
    throw InputError(
        fmt::format("{} {}: there is no folder {}; create it first", option, output, folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(fmt::format("{} {}: the folder {} is not writable: {}", option, output, folder.string(),
                                 std::strerror(errno)));
  if (fs::exists(path) && !fs::is_regular_file(path))
    throw InputError(fmt::format("{} {}: is a pipe or a device; name a file", option, output));
  return {path};
}

void check_not_foreign(const fs::path& output) {
  if (!fs::exists(output)) return;
  try {
    const results::ResultReader reader(output);
  } catch (const results::ForeignFile&) {
    throw RunError(fmt::format(
        "{}: exists, is not a file of hilspace, and is left as it is; choose another -o", output.string()));
  } catch (const RunError&) {  // what is wrong with a file of hilspace tells the verb, which may replace it
  } catch (const InputError&) {
  }
}

results::Place check_table_writable(const std::string& output) {
  results::Place place = check_writable(output);
  results::check_table_output(place.file());
  return place;
}

results::Place check_trace_writable(const std::string& output) {
  results::Place place = check_writable(output);
  check_not_foreign(place.file());
  results::check_replaceable_by_trace(place.file());
  return place;
}

results::Place check_text_writable(const std::string& output, std::string_view heading,
                                   std::string_view option, std::span<const fs::path> in_use) {
  results::Place place = check_writable(output, option);
  for (const fs::path& other : in_use)
    if (is_same(place.file(), other))
      throw InputError(fmt::format("{} {}: this command uses {} as well; choose another name", option, output,
                                   other.string()));
  if (!fs::exists(place.file())) return place;
  std::ifstream file(place.file(), std::ios::binary);
  std::string start(heading.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (!file.is_open() || !heading.starts_with(start))
    throw InputError(fmt::format(
        "{} {}: exists, is no earlier output of this kind, and is left as it is; choose another name", option,
        output));
  return place;
}

}  // namespace hilspace::app
