#include "results/context.hpp"

#include <fmt/format.h>

#include <system_error>

namespace hilspace::results {

void refuse(const std::filesystem::path& file, const std::string& what, const std::string& advice) {
  throw RunError(fmt::format("{}: {}; {}", file.string(), what, advice));
}

void refuse_damaged(const std::filesystem::path& file, const std::string& what) {
  refuse(file, fmt::format("is damaged ({})", what), "delete it and compute it again");
}

h5::File open_file(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) refuse(file, "no such file", "check the name");
  if (!std::filesystem::is_regular_file(file, error)) refuse(file, "is no file", "check the name");
  return reading(file, [&] {
    try {
      return h5::File::open(file);
    } catch (const h5::Error&) {
      if (H5Fis_hdf5(file.c_str()) == 0) refuse(file, "is no HDF5 file", "name a file that hilspace wrote");
      throw;
    }
  });
}

}  // namespace hilspace::results
