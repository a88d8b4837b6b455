#pragma once
// Disk: all file system calls of results, sweep and cluster, so that a test can substitute a simulated disk
// that loses, tears and refuses (tests/support/simulated_disk.hpp).
//
// The calls are those of POSIX, with its conventions: -1 and errno on failure. HDF5 uses them too, through
// its own file driver (results/h5/driver.hpp).

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hilspace::results {

class Disk {
 public:
  using Path = std::filesystem::path;

  Disk() = default;
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;
  virtual ~Disk() = default;

  /// Opens files and folders; descriptors are never inherited by child processes.
  virtual int open(const Path& name, int flags) = 0;
  virtual int close(int file) = 0;
  virtual ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset) = 0;
  virtual ssize_t write(int file, const void* data, std::size_t size, std::uint64_t offset) = 0;
  virtual int resize(int file, std::uint64_t size) = 0;
  /// Syncs file contents or folder entries, so that they survive a power cut.
  virtual int sync(int file) = 0;
  enum class Hint { write_soon, not_needed };
  virtual void hint(int file, Hint hint) = 0;
  virtual int look(int file, struct stat& found) = 0;
  /// flock()
  virtual int lock(int file, int how) = 0;
  /// Sets the modification time to now, by the file system's clock.
  virtual int touch(int file) = 0;

  enum class Links { followed, kept };
  virtual int look(const Path& name, struct stat& found, Links links) = 0;
  virtual int read_link(const Path& name, std::string& target) = 0;
  enum class Taken { replaced, refused };  // policy for an existing name
  virtual int rename(const Path& from, const Path& to, Taken taken) = 0;
  virtual int link(const Path& from, const Path& to) = 0;
  virtual int unlink(const Path& name) = 0;
  virtual int make_folder(const Path& name) = 0;
  virtual int remove_folder(const Path& name) = 0;
  /// Names in a folder, in any order.
  virtual int list(const Path& folder, std::vector<std::string>& names) = 0;
  /// Bytes available to this user.
  virtual int free_space(const Path& folder, double& bytes) = 0;
  /// Whether a file can be renamed from one folder to the other.
  virtual bool are_on_one_disk(const Path& folder, const Path& other) = 0;
};

/// The disk in use: the computer's, unless a test substitutes another.
Disk& disk();

/// Substitutes another disk for the lifetime of this object. No thread may be using the disk when it begins
/// or ends.
class DiskInstead {
 public:
  explicit DiskInstead(Disk& other);
  ~DiskInstead();
  DiskInstead(const DiskInstead&) = delete;
  DiskInstead& operator=(const DiskInstead&) = delete;

 private:
  Disk* before_;
};

}  // namespace hilspace::results
