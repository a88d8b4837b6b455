#pragma once
// A file that appears under its name only when it is whole.
//
// It is written under a temporary name, as a rule in the same directory; commit() syncs it, renames it and
// syncs the directory. Whatever happens before that (an exception, a full disk, a kill) leaves the old file,
// if any. It replaces what stood there when its place was looked at (results/disk/place.hpp), and nothing that
// appeared since.
//
// Writing never fails on the spot: the first failure is kept, what comes after it is dropped, and check()
// and commit() report it. HDF5 writes through this class and does not survive a failed write (closing such
// a file crashes), so it must not get to see one.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "results/disk/files.hpp"
#include "results/disk/place.hpp"

namespace hilspace::results {

class AtomicFile {
 public:
  /// Throws RunError when nothing can be written there.
  explicit AtomicFile(const Place& place);
  /// Has its temporary name in another directory, if that is on the same disk; else beside the target.
  AtomicFile(Place place, const std::filesystem::path& directory);
  /// Under its own name from the start, and there to stay: for what has to be readable while it grows. A link
  /// of that name is refused.
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
  /// Looks at the whole file under its temporary name; what it throws keeps the file from appearing.
  using Look = std::function<void(const std::filesystem::path& file)>;
  /// Throws RunError, and keeps what stands there, when the place is taken.
  void commit(Next next = Next::read, const Look& look = {});

  const std::filesystem::path& target() const { return place_.file(); }

 private:
  struct InPlace {};
  AtomicFile(const std::filesystem::path& target, InPlace);
  void open_temporary(const std::filesystem::path& directory);
  void appear();
  void fail(int error) noexcept { error_ = error_ != 0 ? error_ : error; }

  Place place_;
  std::filesystem::path temporary_;
  files::Open file_;
  int error_ = 0;  // errno of the first failure
  bool committed_ = false;
};

/// Who may be writing a file: anybody, or none, as who holds its lock knows.
enum class Writers { any, none };

/// Whether an AtomicFile may have a temporary of that name.
bool is_temporary(const std::filesystem::path& name);

/// Removes temporaries of `target` left behind by processes that were killed: those of this host, and, where
/// there are no writers, those of others. Links and folders are left alone: no writer makes them.
void remove_leftovers(const std::filesystem::path& target, Writers writers = Writers::any);

}  // namespace hilspace::results
