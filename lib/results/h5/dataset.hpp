#pragma once
// Datasets of numbers. All numbers cross this interface as double; HDF5 converts to and from the type in the
// file (int8 flags).
//
//   what is written                    how HDF5 finds damage in it
//   scalars and short datasets         they lie in the object's header, which has a checksum
//   longer ones                        in chunks, each with a Fletcher-32 checksum
//   texts                              not at all: h5_text.hpp does
//   what is rewritten while it grows   not at all (results/records/recording.hpp)

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "results/h5/h5.hpp"

namespace hilspace::results::h5 {

using Shape = std::vector<hsize_t>;  // empty: a scalar
/// As the only size of a shape: one dimension that begins empty and grows (append()).
inline constexpr hsize_t kGrowing = H5S_UNLIMITED;

enum class DataType { float64, int8, text };
enum class Storage {
  checked,
  rewritten,  // in place, while others read
};

/// Not filled: whoever creates it writes all of it.
Handle create_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                      Storage storage = Storage::checked);
/// Has a size, and never any numbers.
Handle create_empty_dataset(hid_t parent, const std::string& name, hsize_t size);
/// Numbers in rows, in chunks of a row.
Handle create_rows(hid_t parent, const std::string& name, hsize_t rows, hsize_t size);

/// Where a box of a virtual dataset has its numbers: in a row of a dataset in another file.
struct VirtualSource {
  std::string file;  // as seen from the folder of the virtual dataset's own file
  std::string dataset;
  hsize_t rows, size;  // of that dataset
  hsize_t row, begin;  // of the box in it
  Shape start, count;
};
/// Holds no numbers but those sources. What they do not give reads as missing: NaN, or -1 where it is int8.
Handle create_virtual_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                              std::span<const VirtualSource> sources);

/// As it is, to be looked at, or written to where its file is.
Handle open_dataset(hid_t parent, const std::string& name);
/// Opens one whose numbers are to be read. Throws where it holds something else, or less than its size says,
/// or has it from another file. Of one that grows the first `least` numbers are enough.
Handle open_numbers(hid_t parent, const std::string& name, hsize_t least = kGrowing);

/// Makes a dataset a dimension scale of this name.
void make_scale(hid_t dataset, const std::string& name);
/// Attaches a dimension scale to an axis of a dataset.
void attach_scale(hid_t dataset, std::size_t axis, hid_t scale);

Shape shape(hid_t dataset);
/// Product of the sizes. Throws where no file can hold as many.
std::uint64_t size(hid_t dataset);

void write(hid_t dataset, std::span<const double> values);
/// Writes the box [start, start + count) of an N-dimensional dataset.
void write_box(hid_t dataset, const Shape& start, const Shape& count, std::span<const double> values);
/// Writes behind what is there. For datasets that grow.
void append(hid_t dataset, std::span<const double> values);

std::vector<double> read(hid_t dataset);
/// Reads values.size() numbers from `begin` on; one dimension.
void read_from(hid_t dataset, hsize_t begin, std::span<double> values);
/// Reads the box [start, start + count).
void read_box(hid_t dataset, const Shape& start, const Shape& count, std::span<double> values);

}  // namespace hilspace::results::h5
