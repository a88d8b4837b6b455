#pragma once
// HDF5 behind RAII: ids close themselves, failures throw. Private to lib/results.
//
// Files are written in the format of HDF5 1.10, in which all metadata carry checksums. Input is not trusted:
// links must lead to one object in the same file, and no plugins are loaded.

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "results/disk/atomic_file.hpp"

namespace hilspace::results::h5 {

/// HDF5's innermost error message. Never leaves lib/results: see context.hpp.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// From HDF5's error stack of this thread.
  Error();
};

/// Throws when a call reported failure.
void check(herr_t status);

/// An HDF5 id, closed with its owner.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  /// Takes the id that a call returned; throws if the call failed.
  Handle(hid_t id, Close close) : id_(id), close_(close) {
    if (id < 0) throw Error();
  }
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&& other) noexcept;
  ~Handle();
  operator hid_t() const { return id_; }

 private:
  friend class File;
  hid_t release();
  hid_t id_;
  Close close_;
};

/// An open file. HDF5 is not thread-safe in every build (and its dimension scales in none), so a thread with
/// an open file keeps other threads waiting.
class File {
 public:
  static File create(AtomicFile& file);
  static File open(const std::filesystem::path& file);
  /// From here on nothing more is created, and flushed data can be read by others at any time, even after
  /// this process is killed. All its objects must be closed.
  void start_growing();
  /// Flushes; call before AtomicFile::commit().
  void close();
  operator hid_t() const { return id_; }

 private:
  File(std::unique_lock<std::recursive_mutex> lock, Handle id) : lock_(std::move(lock)), id_(std::move(id)) {}
  std::unique_lock<std::recursive_mutex> lock_;
  Handle id_;
};

/// Whether a file has the signature of HDF5. Throws RunError when it cannot be read.
bool is_hdf5(const std::filesystem::path& file);

/// Size in bytes of the file that holds an object, an upper limit for anything in it.
std::uint64_t file_size(hid_t object);

Handle create_group(hid_t parent, const std::string& name);
Handle open_group(hid_t parent, const std::string& name);
bool exists(hid_t parent, const std::string& name);
/// Names in a group, in order of creation if known.
std::vector<std::string> children(hid_t group);

enum class ObjectKind { group, dataset, other };
/// The object behind a name in a group, found without opening it. The address distinguishes objects.
struct Object {
  ObjectKind kind;
  haddr_t address;
};
/// Throws if the name leads elsewhere: to another name, or out of the file.
Object object(hid_t parent, const std::string& name);

/// Creates a property list.
Handle properties(hid_t kind);

}  // namespace hilspace::results::h5
