#include "results/place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "core/error.hpp"

namespace hilspace::results {
namespace fs = std::filesystem;
namespace {

std::optional<Standing> standing(const fs::path& file) {
  struct stat its {};
  if (::lstat(file.c_str(), &its) != 0) return std::nullopt;
  return Standing{its.st_dev, its.st_ino, its.st_size, its.st_mtim.tv_sec, its.st_mtim.tv_nsec};
}

}  // namespace

Place::Place(fs::path file) : file_(std::move(file)), before_(standing(file_)) {}

bool Place::is_taken() const {
  const auto now = standing(file_);
  return now && now != before_;
}

int Place::receive(const fs::path& file) const {
  const auto now = standing(file_);
  if (!now) return rename_to_free_name(file, file_);
  if (now != before_) return EEXIST;
  return ::rename(file.c_str(), file_.c_str()) == 0 ? 0 : errno;
}

fs::path behind_links(fs::path name) {
  constexpr int kMost = 40;  // as the kernel has it
  const fs::path given = name;
  std::error_code none;
  for (int links = 0; fs::is_symlink(name, none); ++links) {
    if (links == kMost) throw InputError(given.string() + ": its links lead in a circle; remove them");
    name = name.parent_path() / fs::read_symlink(name, none);  // a whole name replaces the folder
  }
  return name;
}

int rename_to_free_name(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  return errno == EINVAL || errno == ENOSYS ? link_to_free_name(from, to) : errno;
}

int link_to_free_name(const fs::path& from, const fs::path& to) {
  if (::link(from.c_str(), to.c_str()) != 0) {
    const int error = errno;
    // NFS repeats a call whose answer was lost, and then says that the name is there.
    struct stat its {};
    if (error != EEXIST || ::lstat(from.c_str(), &its) != 0 || its.st_nlink != 2) return error;
  }
  ::unlink(from.c_str());
  return 0;
}

bool are_on_one_disk(const fs::path& folder, const fs::path& other) {
  struct statx a {
  }, b{};
  constexpr unsigned kWanted = STATX_MNT_ID;
  if (::statx(AT_FDCWD, folder.c_str(), 0, kWanted, &a) != 0 ||
      ::statx(AT_FDCWD, other.c_str(), 0, kWanted, &b) != 0)
    return true;  // whatever is the matter shows when a file is made there
  const bool same_device = a.stx_dev_major == b.stx_dev_major && a.stx_dev_minor == b.stx_dev_minor;
  // One disk that is mounted twice does not rename across its mounts.
  const bool has_mounts = (a.stx_mask & b.stx_mask & STATX_MNT_ID) != 0;
  return same_device && (!has_mounts || a.stx_mnt_id == b.stx_mnt_id);
}

}  // namespace hilspace::results
