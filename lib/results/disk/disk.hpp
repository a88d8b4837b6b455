#pragma once
// Disk: every call with which results, sweep and cluster reach files, so that a test can put a simulated disk
// in its place that loses, tears and refuses (tests/support/simulated_disk.hpp).
//
// The calls are POSIX's, with its meaning: -1 and errno when they fail. HDF5 comes here too, through a file
// driver of its own (results/h5/driver.hpp).

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

  /// Of files and folders; never inherited by a process that is started.
  virtual int open(const Path& name, int flags) = 0;
  virtual int close(int file) = 0;
  virtual ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset) = 0;
  virtual ssize_t write(int file, const void* data, std::size_t size, std::uint64_t offset) = 0;
  virtual int resize(int file, std::uint64_t size) = 0;
  /// What was written to a file, or happened to the names in a folder, outlasts a power cut.
  virtual int sync(int file) = 0;
  enum class Hint { write_soon, not_needed };
  virtual void hint(int file, Hint hint) = 0;
  virtual int look(int file, struct stat& found) = 0;
  /// flock()
  virtual int lock(int file, int how) = 0;
  /// It was written now, by the file system's clock.
  virtual int touch(int file) = 0;

  enum class Links { followed, kept };
  virtual int look(const Path& name, struct stat& found, Links links) = 0;
  virtual int read_link(const Path& name, std::string& target) = 0;
  enum class Taken { replaced, refused };  // a name that is there
  virtual int rename(const Path& from, const Path& to, Taken taken) = 0;
  virtual int link(const Path& from, const Path& to) = 0;
  virtual int unlink(const Path& name) = 0;
  virtual int make_folder(const Path& name) = 0;
  virtual int remove_folder(const Path& name) = 0;
  /// The names in a folder, in any order.
  virtual int list(const Path& folder, std::vector<std::string>& names) = 0;
  /// Bytes that are free to this user.
  virtual int free_space(const Path& folder, double& bytes) = 0;
  /// Whether a file can be renamed from one folder to the other.
  virtual bool are_on_one_disk(const Path& folder, const Path& other) = 0;
};

/// The disk that is used: the computer's, unless a test says otherwise.
Disk& disk();

/// Another disk as long as this lives. No thread may be using the disk when it begins or ends.
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
