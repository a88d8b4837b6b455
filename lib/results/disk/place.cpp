#include "results/disk/place.hpp"

#include <cerrno>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "results/disk/files.hpp"

namespace hilspace::results {
namespace fs = std::filesystem;
namespace {

std::optional<Standing> standing(const fs::path& file) {
  struct stat its {};
  if (disk().look(file, its, Disk::Links::kept) != 0) {
    if (errno != ENOENT && errno != ENOTDIR) files::fail(file, "cannot be inspected", errno);
    return std::nullopt;
  }
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
  return disk().rename(file, file_, Disk::Taken::replaced) == 0 ? 0 : errno;
}

fs::path behind_links(fs::path name) {
  constexpr int kMost = 40;  // the kernel's limit
  const fs::path given = name;
  for (int links = 0; files::is_link(name); ++links) {
    if (links == kMost) throw InputError(given.string() + ": its symbolic links form a cycle; remove them");
    std::string target;
    if (disk().read_link(name, target) != 0) files::fail(name, "cannot be read", errno);
    name = name.parent_path() / target;  // an absolute target replaces the folder
  }
  return name;
}

int rename_to_free_name(const fs::path& from, const fs::path& to) {
  if (disk().rename(from, to, Disk::Taken::refused) == 0) return 0;
  return errno == EINVAL || errno == ENOSYS ? link_to_free_name(from, to) : errno;
}

int link_to_free_name(const fs::path& from, const fs::path& to) {
  if (disk().link(from, to) != 0) {
    const int error = errno;
    // NFS repeats a call whose reply was lost, and then reports that the name exists.
    struct stat its {};
    const bool is_linked = disk().look(from, its, Disk::Links::kept) == 0 && its.st_nlink == 2;
    if (error != EEXIST || !is_linked) return error;
  }
  disk().unlink(from);
  return 0;
}

}  // namespace hilspace::results
