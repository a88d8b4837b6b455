#include "results/h5/context.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <system_error>

#include "results/disk/damaged_file.hpp"
#include "results/disk/files.hpp"
#include "results/disk/foreign_file.hpp"
#include "results/h5/driver.hpp"

namespace hilspace::results {

void refuse(const std::filesystem::path& file, const std::string& what, const std::string& advice) {
  throw RunError(fmt::format("{}: {}; {}", file.string(), what, advice));
}

void refuse_foreign(const std::filesystem::path& file, const std::string& what) {
  throw ForeignFile(fmt::format("{}: {}; name a file that hilspace wrote", file.string(), what));
}

void refuse_damaged(const std::filesystem::path& file, const std::string& what) {
  if (const int error = h5::take_read_failure(); error != 0)
    refuse(file, "cannot be read: " + std::generic_category().message(error),
           "look at its disk and run the same command again");
  throw DamagedFile(fmt::format("{}: is damaged ({})", file.string(), what));
}

/// Whether a file that does not begin as an HDF5 file once did: at least half of the signature is there.
static bool resembles_hdf5(const std::filesystem::path& file) {
  constexpr std::array kSignature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, kSignature.size()> found{};
  const files::Open opened(file, O_RDONLY);
  if (!opened ||
      files::read(opened.get(), found.data(), found.size(), 0) < static_cast<ssize_t>(found.size()))
    return false;
  std::size_t equal = 0;
  for (std::size_t i = 0; i < found.size(); ++i) equal += found[i] == kSignature[i];
  return 2 * equal >= kSignature.size();
}

h5::File open_file(const std::filesystem::path& file) {
  if (!files::exists(file)) refuse(file, "no such file", "check the name");
  if (!files::is_file(file)) refuse(file, "is not a file", "check the name");
  return reading(file, [&] {
    try {
      return h5::File::open(file);
    } catch (const h5::Error&) {
      if (h5::is_hdf5(file)) throw;
      if (resembles_hdf5(file)) throw DamagedFile(file.string() + ": is damaged (its first bytes)");
      refuse_foreign(file, "is not an HDF5 file");
    }
  });
}

}  // namespace hilspace::results
