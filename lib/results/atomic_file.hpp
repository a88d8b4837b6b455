#pragma once
// A file that appears under its name only when it is whole.
//
// It is written under a temporary name, as a rule in the same directory; commit() syncs it, renames it and
// syncs the directory. Whatever happens before that (an exception, a full disk, a kill) leaves the old file,
// if any.
//
// Writing never fails on the spot: the first failure is kept, what comes after it is dropped, and check()
// and commit() report it. HDF5 writes through this class and does not survive a failed write (closing such
// a file crashes), so it must not get to see one.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace hilspace::results {

class AtomicFile {
 public:
  /// Throws RunError when nothing can be written there.
  explicit AtomicFile(const std::filesystem::path& target);
  /// Has its temporary name in another directory of that file system.
  AtomicFile(std::filesystem::path target, const std::filesystem::path& directory);
  /// Under its own name from the start, and there to stay: for what has to be readable while it grows.
  static AtomicFile in_place(const std::filesystem::path& target) { return {target, InPlace{}}; }
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::uint64_t offset, const void* data, std::size_t size) noexcept;
  /// Behind the end there are zeros.
  void read(std::uint64_t offset, void* data, std::size_t size) noexcept;
  void resize(std::uint64_t size) noexcept;
  /// Has the system begin to bring to the disk what was written, so that commit() finds little left to do.
  void begin_sync() noexcept;

  /// Throws RunError when anything failed so far.
  void check() const;
  /// What becomes of the file next: it is read soon, or kept for other times and not held in memory.
  enum class Next { read, keep };
  void commit(Next next = Next::read);

  const std::filesystem::path& target() const { return target_; }

 private:
  struct InPlace {};
  AtomicFile(const std::filesystem::path& target, InPlace);
  void open();
  void fail(int error) noexcept { error_ = error_ != 0 ? error_ : error; }

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int file_ = -1;
  int error_ = 0;  // errno of the first failure
  bool committed_ = false;
};

/// Who may be writing a file: anybody, or none, as who holds its lock knows.
enum class Writers { any, none };

/// Removes temporaries of `target` left behind by processes that were killed: those of this host, and, where
/// there are no writers, those of others.
void remove_leftovers(const std::filesystem::path& target, Writers writers = Writers::any);

/// Where a file is, or will be.
std::filesystem::path directory_of(const std::filesystem::path& file);

/// Name of the computer, for the record.
std::string host_name();

}  // namespace hilspace::results
