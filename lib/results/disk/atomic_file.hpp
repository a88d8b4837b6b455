#pragma once
// AtomicFile: a file that appears under its name only when it is complete.
//
// It is written under a temporary name, usually in the same directory; commit() syncs it, renames it and
// syncs the directory. After any earlier interruption (exception, full disk, kill) the old file, if any, is
// unchanged. It replaces what was found when its place was inspected (results/disk/place.hpp), and nothing
// that appeared since.
//
// Writing never fails immediately: the first failure is kept, later writes are dropped, and check() and
// commit() report it. HDF5 writes through this class and must not see failed writes, since closing such a
// file crashes it.

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
  /// Throws RunError when the file cannot be written there.
  explicit AtomicFile(const Place& place);
  /// Places the temporary in another directory if that is on the same disk; otherwise beside the target.
  AtomicFile(Place place, const std::filesystem::path& directory);
  /// A permanent file under its final name from the start, for data that must be readable while it grows. A
  /// link of that name is refused.
  static AtomicFile in_place(const std::filesystem::path& target) { return {target, InPlace{}}; }
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::uint64_t offset, const void* data, std::size_t size) noexcept;
  /// A gap beyond the end of the file reads as zeros.
  void read(std::uint64_t offset, void* data, std::size_t size) noexcept;
  void resize(std::uint64_t size) noexcept;
  /// Asks the system to start writing to the disk, so that commit() finds little left to do.
  void begin_sync() noexcept;

  /// Throws RunError if any write has failed so far.
  void check() const;
  /// Next use of the file: read soon, or kept for later and not held in memory.
  enum class Next { read, keep };
  /// Inspects the whole file under its temporary name; an exception keeps the file from appearing.
  using Look = std::function<void(const std::filesystem::path& file)>;
  /// Throws RunError, and keeps the existing file, when the place is taken.
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

/// Whether other processes may be writing the file; the holder of its lock knows that none are.
enum class Writers { any, none };

/// Whether an AtomicFile may have a temporary of this name.
bool is_temporary(const std::filesystem::path& name);

/// Removes temporaries of `target` left behind by killed processes: those of this host and, if there are no
/// writers, those of other hosts. Links and folders are left alone, since no writer creates them.
void remove_leftovers(const std::filesystem::path& target, Writers writers = Writers::any);

}  // namespace hilspace::results
