#pragma once
// Datasets of numbers. All numbers cross this interface as double; HDF5 converts to and from the stored type
// (int8 flags, and float32 where that is asked for).
//
//   stored data                        detection of damage by HDF5
//   scalars and short datasets         in the object's header, which has a checksum
//   longer ones                        in chunks, each with a Fletcher-32 checksum
//   texts                              none: results/h5/text.hpp detects it
//   data rewritten while it grows      none (results/records/recording.hpp)

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "results/h5/h5.hpp"

namespace hilspace::results::h5 {

using Shape = std::vector<hsize_t>;  // empty: a scalar
/// As the only size of a shape: one dimension that starts empty and grows (append()).
inline constexpr hsize_t kGrowing = H5S_UNLIMITED;

enum class DataType { float64, float32, int8, text };
enum class Storage {
  checked,
  rewritten,  // in place, while others read
};

/// Not initialised: the creator writes all of it.
Handle create_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                      Storage storage = Storage::checked);
/// Has a size, and never any numbers.
Handle create_empty_dataset(hid_t parent, const std::string& name, hsize_t size);
/// Numbers in rows, in chunks of a row.
Handle create_rows(hid_t parent, const std::string& name, hsize_t rows, hsize_t size,
                   DataType type = DataType::float64);

/// Location of a box of a virtual dataset: in a row of a dataset in another file.
struct VirtualSource {
  std::string file;  // relative to the folder of the virtual dataset's file
  std::string dataset;
  hsize_t rows, size;  // of that dataset
  hsize_t row, begin;  // of the box in it
  Shape start, count;
};
/// Has no numbers except those of its sources. Missing ones read as NaN, or as -1 for int8.
Handle create_virtual_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                              std::span<const VirtualSource> sources);

/// Opens a dataset for inspection or for writing, without checks.
Handle open_dataset(hid_t parent, const std::string& name);
/// Opens a dataset for reading its numbers. Throws if it holds something else, has less data than its size,
/// or takes data from another file. For a growing dataset the first `least` numbers suffice.
Handle open_numbers(hid_t parent, const std::string& name, hsize_t least = kGrowing);

/// Makes a dataset a dimension scale of this name.
void make_scale(hid_t dataset, const std::string& name);
/// Attaches a dimension scale to an axis of a dataset.
void attach_scale(hid_t dataset, std::size_t axis, hid_t scale);

Shape shape(hid_t dataset);
/// Product of the sizes. Throws if no file can hold as many.
std::uint64_t size(hid_t dataset);

void write(hid_t dataset, std::span<const double> values);
/// Writes the box [start, start + count) of an N-dimensional dataset.
void write_box(hid_t dataset, const Shape& start, const Shape& count, std::span<const double> values);
/// Appends to a growing dataset.
void append(hid_t dataset, std::span<const double> values);

std::vector<double> read(hid_t dataset);
/// Reads values.size() numbers starting at `begin`; one dimension.
void read_from(hid_t dataset, hsize_t begin, std::span<double> values);
/// Reads the box [start, start + count).
void read_box(hid_t dataset, const Shape& start, const Shape& count, std::span<double> values);

}  // namespace hilspace::results::h5
