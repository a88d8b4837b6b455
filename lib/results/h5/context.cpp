#include "results/h5/context.hpp"

#include <fmt/format.h>

#include <system_error>

#include "results/h5/driver.hpp"
namespace hilspace::results {

void refuse(const std::filesystem::path& file, const std::string& what, const std::string& advice) {
  throw RunError(fmt::format("{}: {}; {}", file.string(), what, advice));
}

void refuse_damaged(const std::filesystem::path& file, const std::string& what) {
  if (const int error = h5::take_read_failure(); error != 0)
    refuse(file, "cannot be read: " + std::generic_category().message(error),
           "look at its disk and run the same command again");
  refuse(file, fmt::format("is damaged ({})", what), "delete it and compute it again");
}

h5::File open_file(const std::filesystem::path& file) {
  if (!files::exists(file)) refuse(file, "no such file", "check the name");
  if (!files::is_file(file)) refuse(file, "is not a file", "check the name");
  return reading(file, [&] {
    try {
      return h5::File::open(file);
    } catch (const h5::Error&) {
      if (!h5::is_hdf5(file)) refuse(file, "is not an HDF5 file", "name a file that hilspace wrote");
      throw;
    }
  });
}

}  // namespace hilspace::results
