#include "results/disk/disk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

namespace hilspace::results {
namespace {

class Computer final : public Disk {
 public:
  int open(const Path& name, int flags) override { return ::open(name.c_str(), flags | O_CLOEXEC, 0666); }
  int close(int file) override { return ::close(file); }
  ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset) override {
    return ::pread(file, data, size, static_cast<off_t>(offset));
  }
  ssize_t write(int file, const void* data, std::size_t size, std::uint64_t offset) override {
    return ::pwrite(file, data, size, static_cast<off_t>(offset));
  }
  int resize(int file, std::uint64_t size) override { return ::ftruncate(file, static_cast<off_t>(size)); }
  int sync(int file) override { return ::fsync(file); }
  void hint(int file, Hint hint) override {
    if (hint == Hint::write_soon)
      ::sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
    else
      ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  }
  int look(int file, struct stat& found) override { return ::fstat(file, &found); }
  int lock(int file, int how) override { return ::flock(file, how); }
  int touch(int file) override { return ::futimens(file, nullptr); }
  int look(const Path& name, struct stat& found, Links links) override {
    return links == Links::followed ? ::stat(name.c_str(), &found) : ::lstat(name.c_str(), &found);
  }
  int read_link(const Path& name, std::string& target) override {
    std::array<char, 4096> text{};
    const ssize_t size = ::readlink(name.c_str(), text.data(), text.size());
    if (size < 0) return -1;
    target.assign(text.data(), static_cast<std::size_t>(size));
    return 0;
  }
  int rename(const Path& from, const Path& to, Taken taken) override {
    return taken == Taken::replaced
               ? ::rename(from.c_str(), to.c_str())
               : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  }
  int link(const Path& from, const Path& to) override { return ::link(from.c_str(), to.c_str()); }
  int unlink(const Path& name) override { return ::unlink(name.c_str()); }
  int make_folder(const Path& name) override { return ::mkdir(name.c_str(), 0777); }
  int remove_folder(const Path& name) override { return ::rmdir(name.c_str()); }
  int list(const Path& folder, std::vector<std::string>& names) override {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    if (!open) return -1;
    errno = 0;
    while (const dirent* entry = ::readdir(open.get()))
      if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
    return errno == 0 ? 0 : -1;
  }
  int free_space(const Path& folder, double& bytes) override {
    struct statvfs its {};
    if (::statvfs(folder.c_str(), &its) != 0) return -1;
    bytes = static_cast<double>(its.f_bavail) * static_cast<double>(its.f_frsize);
    return 0;
  }
  bool are_on_one_disk(const Path& folder, const Path& other) override {
    struct statx a {
    }, b{};
    constexpr unsigned kWanted = STATX_MNT_ID;
    if (::statx(AT_FDCWD, folder.c_str(), 0, kWanted, &a) != 0 ||
        ::statx(AT_FDCWD, other.c_str(), 0, kWanted, &b) != 0)
      return true;  // any problem shows when a file is created there
    const bool same_device = a.stx_dev_major == b.stx_dev_major && a.stx_dev_minor == b.stx_dev_minor;
    // Renaming fails between two mounts of the same disk.
    const bool has_mounts = (a.stx_mask & b.stx_mask & STATX_MNT_ID) != 0;
    return same_device && (!has_mounts || a.stx_mnt_id == b.stx_mnt_id);
  }
};

Computer computer;
Disk* current = &computer;

}  // namespace

Disk& disk() { return *current; }

DiskInstead::DiskInstead(Disk& other) : before_(std::exchange(current, &other)) {}

DiskInstead::~DiskInstead() { current = before_; }

}  // namespace hilspace::results
