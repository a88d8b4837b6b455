#include "results/h5/dataset.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

namespace hilspace::results::h5 {
namespace {

/// Upper limit of the numbers in a chunk: 64 KB.
constexpr hsize_t kChunk = 8192;
/// Upper limit in bytes of a dataset stored in its object header, which holds 64 KB.
constexpr hsize_t kShort = 4096;
/// Chunks being filled: the writer advances in order, with one chunk left open at each end.
constexpr std::size_t kOpenChunks = 2, kSlots = 17;

bool grows(const Shape& shape) { return shape == Shape{kGrowing}; }

hsize_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), hsize_t{1}, std::multiplies<>());
}

Handle space_of(const Shape& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  constexpr hsize_t kNone = 0;
  if (grows(shape)) return {H5Screate_simple(1, &kNone, &kGrowing), H5Sclose};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

bool is_real(DataType type) { return type == DataType::float64 || type == DataType::float32; }

/// Bytes of a number.
hsize_t size_of(DataType type) {
  if (type == DataType::float32) return sizeof(float);
  return type == DataType::float64 ? sizeof(double) : 1;
}

Handle type_of(DataType type) {
  if (type == DataType::float64) return {H5Tcopy(H5T_IEEE_F64LE), H5Tclose};
  if (type == DataType::float32) return {H5Tcopy(H5T_IEEE_F32LE), H5Tclose};
  if (type == DataType::int8) return {H5Tcopy(H5T_STD_I8LE), H5Tclose};
  Handle text(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(text, H5T_VARIABLE));
  check(H5Tset_cset(text, H5T_CSET_UTF8));
  return text;
}

Handle creation_properties() {
  constexpr unsigned kMostInHeader = 128, kLeastElsewhere = 100;  // as in groups
  Handle made = properties(H5P_DATASET_CREATE);
  check(H5Pset_attr_creation_order(made, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_attr_phase_change(made, kMostInHeader, kLeastElsewhere));
  check(H5Pset_obj_track_times(made, false));
  return made;
}

Handle creation_properties(DataType type) {
  Handle made = creation_properties();
  if (is_real(type)) {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    check(H5Pset_fill_value(made, H5T_NATIVE_DOUBLE, &missing));
    check(H5Pset_fill_time(made, H5D_FILL_TIME_NEVER));  // all of it is written anyway
  }
  return made;
}

/// Whole trailing dimensions, then equal pieces of the next one, so that consecutive numbers occupy as few
/// chunks as possible.
Shape chunk_of(const Shape& shape) {
  Shape chunk(shape.size(), 1);
  hsize_t room = kChunk;
  for (std::size_t k = shape.size(); k-- > 0 && room > 1;) {
    const hsize_t pieces = (shape[k] + room - 1) / room;
    chunk[k] = (shape[k] + pieces - 1) / pieces;
    room /= chunk[k];
    if (pieces > 1) break;
  }
  return chunk;
}

void set_chunks(hid_t creation, const Shape& chunk) {
  check(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
  check(H5Pset_fletcher32(creation));
}

Handle access_with_room_for(std::size_t numbers) {
  Handle access = properties(H5P_DATASET_ACCESS);
  check(H5Pset_chunk_cache(access, kSlots, numbers * sizeof(double), 1.0));
  return access;
}

std::string as_pattern(const std::string& name) {
  std::string pattern;
  for (const char c : name) pattern.append(c == '%' ? 2 : 1, c);
  return pattern;
}

Handle create(hid_t parent, const std::string& name, DataType type, hid_t space, hid_t creation,
              hid_t access = H5P_DEFAULT) {
  return {H5Dcreate2(parent, name.c_str(), type_of(type), space, H5P_DEFAULT, creation, access), H5Dclose};
}

bool holds_numbers(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const H5T_class_t its = H5Tget_class(type);
  return its == H5T_FLOAT || its == H5T_INTEGER;
}

/// Number of chunks that the first `least` numbers of one dimension occupy, or all numbers if there are
/// fewer.
hsize_t chunks_due(const Shape& shape, const Shape& chunk, hsize_t least) {
  hsize_t due = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const hsize_t size = least == kGrowing ? shape[k] : std::min(least, shape[k]);
    due *= (size + chunk[k] - 1) / chunk[k];
  }
  return due;
}

/// HDF5 reads numbers without storage as missing values and reports no error.
void check_stored(hid_t dataset, hsize_t least) {
  const Shape its = shape(dataset);
  if (size(dataset) == 0) return;
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_CHUNKED) {
    Shape chunk(its.size());
    check(H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
    const Handle space(H5Dget_space(dataset), H5Sclose);
    hsize_t there = 0;
    check(H5Dget_num_chunks(dataset, space, &there));
    if (there < chunks_due(its, chunk, least)) throw Error("some of its numbers were never written");
    return;
  }
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS) throw Error("its numbers are in other files");
  if (H5Pget_external_count(creation) != 0) throw Error("its numbers are in other files");
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const hsize_t stored = H5Dget_storage_size(dataset);
  if (stored / H5Tget_size(type) < size(dataset)) throw Error("some of its numbers were never written");
  if (stored > file_size(dataset)) throw Error("it is larger than its file");
}

}  // namespace

Handle create_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                      Storage storage) {
  const Handle creation = creation_properties(type);
  if (grows(shape)) check(H5Pset_chunk(creation, 1, &kChunk));
  if (type == DataType::text || storage == Storage::rewritten || product(shape) == 0 || grows(shape))
    return create(parent, name, type, space_of(shape), creation);
  if (product(shape) * size_of(type) <= kShort) {
    check(H5Pset_layout(creation, H5D_COMPACT));
    return create(parent, name, type, space_of(shape), creation);
  }
  const Shape chunk = chunk_of(shape);
  set_chunks(creation, chunk);
  return create(parent, name, type, space_of(shape), creation,
                access_with_room_for(kOpenChunks * product(chunk)));
}

Handle create_empty_dataset(hid_t parent, const std::string& name, hsize_t size) {
  return create(parent, name, DataType::int8, space_of({size}), creation_properties());
}

Handle create_rows(hid_t parent, const std::string& name, hsize_t rows, hsize_t size, DataType type) {
  const Handle creation = creation_properties(type);
  const Shape chunk{1, std::min(size, kChunk)};
  set_chunks(creation, chunk);
  // Room for the chunk that each row is filling: rows are written one after the other.
  const Handle access = properties(H5P_DATASET_ACCESS);
  constexpr std::size_t kRowSlots = 1009;
  check(H5Pset_chunk_cache(access, kRowSlots, rows * chunk[1] * size_of(type), 1.0));
  return create(parent, name, type, space_of({rows, size}), creation, access);
}

Handle create_virtual_dataset(hid_t parent, const std::string& name, DataType type, const Shape& shape,
                              std::span<const VirtualSource> sources) {
  const Handle creation = creation_properties();
  const double missing = type == DataType::int8 ? -1.0 : std::numeric_limits<double>::quiet_NaN();
  check(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &missing));
  const Handle target = space_of(shape);
  for (const VirtualSource& source : sources) {
    const Handle held = space_of({source.rows, source.size});
    const std::array<hsize_t, 2> from{source.row, source.begin}, count{1, product(source.count)};
    check(H5Sselect_hyperslab(held, H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr));
    check(H5Sselect_hyperslab(target, H5S_SELECT_SET, source.start.data(), nullptr, source.count.data(),
                              nullptr));
    // Both names are patterns in which % has a meaning.
    check(H5Pset_virtual(creation, target, as_pattern(source.file).c_str(),
                         as_pattern(source.dataset).c_str(), held));
  }
  return create(parent, name, type, target, creation);
}

Handle open_dataset(hid_t parent, const std::string& name) {
  // Readers of many numbers read each dataset from start to end.
  return {H5Dopen2(parent, name.c_str(), access_with_room_for(kOpenChunks * kChunk)), H5Dclose};
}

Handle open_numbers(hid_t parent, const std::string& name, hsize_t least) {
  if (object(parent, name).kind != ObjectKind::dataset) throw Error(name + " is not a dataset");
  Handle dataset = open_dataset(parent, name);
  if (!holds_numbers(dataset)) throw Error(name + " holds no numbers");
  try {
    check_stored(dataset, least);
  } catch (const Error& error) {
    throw Error(name + ": " + error.what());
  }
  return dataset;
}

void make_scale(hid_t dataset, const std::string& name) { check(H5DSset_scale(dataset, name.c_str())); }

void attach_scale(hid_t dataset, std::size_t axis, hid_t scale) {
  check(H5DSattach_scale(dataset, scale, static_cast<unsigned>(axis)));
}

Shape shape(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  check(rank);
  if (H5Sget_simple_extent_type(space) == H5S_NULL) return {0};
  Shape sizes(static_cast<std::size_t>(rank));
  check(H5Sget_simple_extent_dims(space, sizes.data(), nullptr));
  return sizes;
}

std::uint64_t size(hid_t dataset) {
  constexpr hsize_t kMost = hsize_t{1} << 48;
  hsize_t all = 1;
  const Shape its = shape(dataset);
  if (std::ranges::find(its, hsize_t{0}) != its.end()) return 0;
  for (const hsize_t one : its) {
    if (one > kMost / all) throw Error("it claims more numbers than any file holds");
    all *= one;
  }
  return all;
}

void write(hid_t dataset, std::span<const double> values) {
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

void write_box(hid_t dataset, const Shape& start, const Shape& count, std::span<const double> values) {
  if (product(count) != values.size()) throw Error("it has the wrong size");
  if (start.empty()) return write(dataset, values);
  const Handle target(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(target, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  const Handle source = space_of(count);  // of the same shape: HDF5 would else go from number to number
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, source, target, H5P_DEFAULT, values.data()));
}

void append(hid_t dataset, std::span<const double> values) {
  const hsize_t begin = size(dataset), count = values.size(), end = begin + count;
  check(H5Dset_extent(dataset, &end));
  write_box(dataset, {begin}, {count}, values);
}

std::vector<double> read(hid_t dataset) {
  std::vector<double> values(size(dataset));
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

void read_from(hid_t dataset, hsize_t begin, std::span<double> values) {
  read_box(dataset, {begin}, {values.size()}, values);
}

void read_box(hid_t dataset, const Shape& start, const Shape& count, std::span<double> values) {
  if (product(count) != values.size()) throw Error("it has the wrong size");
  if (values.empty()) return;
  if (start.empty()) {
    if (size(dataset) != 1) throw Error("it has the wrong size");
    return check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
  if (shape(dataset).size() != start.size()) throw Error("it has the wrong rank");
  const Handle source(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(source, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  const Handle target = space_of(count);  // as in write_box
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, target, source, H5P_DEFAULT, values.data()));
}

}  // namespace hilspace::results::h5
