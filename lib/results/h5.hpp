#pragma once
// HDF5 behind RAII: ids that close themselves, failures that throw. Stays inside lib/results.
//
// All numbers cross this interface as double; HDF5 converts to and from the type in the file (int8 flags).

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "results/atomic_file.hpp"

namespace hilspace::results::h5 {

/// Carries HDF5's innermost message. Never leaves lib/results: see context.hpp.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// From HDF5's error stack of this thread.
  Error();
};

/// Throws when a call reported failure.
void check(herr_t status);

/// An HDF5 id, closed with its owner.
class Id {
 public:
  using Close = herr_t (*)(hid_t);
  /// Takes the id that a call returned; throws when the call failed.
  Id(hid_t id, Close close) : id_(id), close_(close) {
    if (id < 0) throw Error();
  }
  Id(Id&& other) noexcept;
  Id& operator=(Id&& other) noexcept;
  ~Id();
  operator hid_t() const { return id_; }

 private:
  friend class File;
  hid_t release();
  hid_t id_;
  Close close_;
};

enum class Format {
  portable,  // read by everything: old layout, groups and attributes in order of creation (as netCDF writes)
  checked,   // newest layout: all metadata carry checksums, so that damage is found
};

/// An open file. HDF5 is not thread-safe in every build (and its dimension scales in none), so a thread that
/// has a file open keeps the others waiting.
class File {
 public:
  static File create(AtomicFile& file, Format format);
  static File open(const std::filesystem::path& file);
  /// From now on nothing is created any more, and what is flushed can be read by others at any time, also
  /// when this process is killed. For files of the format `checked`; all its objects must be closed.
  void start_growing();
  /// Flushes; to be called before AtomicFile::commit().
  void close();
  operator hid_t() const { return id_; }

 private:
  File(std::unique_lock<std::recursive_mutex> lock, Id id) : lock_(std::move(lock)), id_(std::move(id)) {}
  std::unique_lock<std::recursive_mutex> lock_;
  Id id_;
};

using Shape = std::vector<hsize_t>;  // empty: a scalar
/// As the only size of a shape: one dimension that begins empty and grows (append()).
inline constexpr hsize_t kGrowing = H5S_UNLIMITED;

enum class Type { float64, int8, text };

Id create_group(hid_t parent, const std::string& name);
Id open_group(hid_t parent, const std::string& name);
bool exists(hid_t parent, const std::string& name);
/// Names in a group, in order of creation where that is known.
std::vector<std::string> children(hid_t group);
bool is_dataset(hid_t parent, const std::string& name);

/// Contiguous, or in chunks if it grows; not filled: whoever creates it writes all of it.
Id create_dataset(hid_t parent, const std::string& name, Type type, const Shape& shape);
/// Numbers in rows, in chunks of a row with checksums.
Id create_checked_dataset(hid_t parent, const std::string& name, hsize_t rows, hsize_t size);

/// Where a box of a virtual dataset has its numbers: in a row of a dataset in another file.
struct Source {
  std::string file;  // as seen from the folder of the virtual dataset's own file
  std::string dataset;
  hsize_t rows, size;  // of that dataset
  hsize_t row, begin;  // of the box in it
  Shape start, count;
};
/// Holds no numbers but those sources. What they do not give reads as missing: NaN, or -1 where it is int8.
Id create_virtual_dataset(hid_t parent, const std::string& name, Type type, const Shape& shape,
                          std::span<const Source> sources);
bool is_virtual(hid_t dataset);

Id open_dataset(hid_t parent, const std::string& name);

Shape shape(hid_t dataset);
std::size_t size(hid_t dataset);
bool holds_text(hid_t dataset);

void write(hid_t dataset, std::span<const double> values);
void write(hid_t dataset, std::span<const std::string> texts);
/// Writes the box [start, start + count) of an N-dimensional dataset.
void write_box(hid_t dataset, const Shape& start, const Shape& count, std::span<const double> values);

/// Writes behind what is there. For datasets that grow.
void append(hid_t dataset, std::span<const double> values);

std::vector<double> read(hid_t dataset);
std::vector<std::string> read_texts(hid_t dataset);
/// Reads values.size() numbers from `begin` on; one dimension.
void read_from(hid_t dataset, hsize_t begin, std::span<double> values);
/// Reads the box [start, start + count).
void read_box(hid_t dataset, const Shape& start, const Shape& count, std::span<double> values);

/// Creates a property list.
Id properties(hid_t kind);

}  // namespace hilspace::results::h5
