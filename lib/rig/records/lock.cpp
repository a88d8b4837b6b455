#include "rig/records/lock.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

#include "core/error.hpp"
#include "results/disk/files.hpp"

namespace hilspace::rig {

void lock(int file, const std::filesystem::path& name) {
  if (results::files::uninterrupted([&] { return results::disk().lock(file, LOCK_EX); }) == 0) return;
  throw RunError(
      fmt::format("{}: cannot be locked: {}; name a folder on a file system with locks in rig.records, or as "
                  "-o of a campaign",
                  name.string(), std::generic_category().message(errno)));
}

}  // namespace hilspace::rig
