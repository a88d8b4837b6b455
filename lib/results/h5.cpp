#include "results/h5.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "results/h5_driver.hpp"

namespace hilspace::results::h5 {
namespace {

/// The part of HDF5's message that means something to a reader.
std::string innermost_message() {
  std::string message = "HDF5 gave no reason";
  const auto take = [](unsigned depth, const H5E_error2_t* entry, void* out) -> herr_t {
    if (depth == 0 && entry->desc != nullptr) *static_cast<std::string*>(out) = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &message);
  // Failed system calls come with addresses and sizes around the reason.
  constexpr std::string_view kReason = "error message = '";
  if (const auto at = message.find(kReason); at != std::string::npos) {
    message.erase(0, at + kReason.size());
    message.erase(std::min(message.find('\''), message.size()));
  }
  return message;
}

std::unique_lock<std::recursive_mutex> exclusive() {
  static std::recursive_mutex mutex;
  std::unique_lock lock(mutex);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // messages go into exceptions; the setting is per thread
  return lock;
}

/// Order of creation as netCDF-4 wants it; no times, so that the same numbers give the same bytes.
void keep_order(hid_t properties) {
  check(H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_attr_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_obj_track_times(properties, false));
}

bool grows(const Shape& shape) { return shape == Shape{kGrowing}; }

Id space_of(const Shape& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  constexpr hsize_t kNone = 0;
  if (grows(shape)) return {H5Screate_simple(1, &kNone, &kGrowing), H5Sclose};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

Id text_type() {
  Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

Id type_of(Type type) {
  if (type == Type::text) return text_type();
  return {H5Tcopy(type == Type::int8 ? H5T_STD_I8LE : H5T_IEEE_F64LE), H5Tclose};
}

/// Whether a file still grows, or was never closed because its writer was killed. HDF5 has no question for
/// it; its mark is in the superblock (version 3). To open all files like that would be slow where they are
/// damaged: HDF5 then waits for the writer to mend them.
bool is_open_to_grow(const std::filesystem::path& file) {
  constexpr std::size_t kVersionAt = 8, kFlagsAt = 11;
  std::array<char, kFlagsAt + 1> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  return head[kVersionAt] == 3 && (head[kFlagsAt] & 4) != 0;
}

Id dataset_properties(Type type) {
  Id made = properties(H5P_DATASET_CREATE);
  check(H5Pset_attr_creation_order(made, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_obj_track_times(made, false));
  if (type == Type::float64) {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    check(H5Pset_fill_value(made, H5T_NATIVE_DOUBLE, &missing));
    check(H5Pset_fill_time(made, H5D_FILL_TIME_NEVER));  // all of it is written anyway
  }
  return made;
}

std::string as_pattern(const std::string& name) {
  std::string pattern;
  for (const char c : name) pattern.append(c == '%' ? 2 : 1, c);
  return pattern;
}

}  // namespace

Error::Error() : Error(innermost_message()) {}

void check(herr_t status) {
  if (status < 0) throw Error();
}

Id::Id(Id&& other) noexcept : id_(other.release()), close_(other.close_) {}

Id& Id::operator=(Id&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Id::~Id() {
  if (id_ >= 0) close_(id_);
}

hid_t Id::release() { return std::exchange(id_, H5I_INVALID_HID); }

Id properties(hid_t kind) { return {H5Pcreate(kind), H5Pclose}; }

File File::create(AtomicFile& file, Format format) {
  auto lock = exclusive();
  const Id creation = properties(H5P_FILE_CREATE);
  keep_order(creation);
  const Id access = properties(H5P_FILE_ACCESS);
  check(use_atomic_file(access, file));
  if (format == Format::checked) check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
  return {std::move(lock), Id(H5Fcreate(file.target().c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose)};
}

File File::open(const std::filesystem::path& file) {
  auto lock = exclusive();
  const Id access = properties(H5P_FILE_ACCESS);
  // Finished files never change, and some cluster file systems know no locks.
  check(H5Pset_file_locking(access, false, true));
  check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
  const unsigned how = H5F_ACC_RDONLY | (is_open_to_grow(file) ? H5F_ACC_SWMR_READ : 0u);
  return {std::move(lock), Id(H5Fopen(file.c_str(), how, access), H5Fclose)};
}

void File::start_growing() { check(H5Fstart_swmr_write(id_)); }

void File::close() { check(H5Fclose(id_.release())); }

Id create_group(hid_t parent, const std::string& name) {
  const Id creation = properties(H5P_GROUP_CREATE);
  keep_order(creation);
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose};
}

Id open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose};
}

bool exists(hid_t parent, const std::string& name) {
  const htri_t found = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
  check(found);  // what cannot be looked up is damaged, not absent
  return found > 0;
}

std::vector<std::string> children(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
    static_cast<std::vector<std::string>*>(out)->emplace_back(name);
    return 0;
  };
  if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, add, &names) < 0) {
    names.clear();
    check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names));
  }
  return names;
}

bool is_dataset(hid_t parent, const std::string& name) {
  const Id object(H5Oopen(parent, name.c_str(), H5P_DEFAULT), H5Oclose);
  return H5Iget_type(object) == H5I_DATASET;
}

Id create_dataset(hid_t parent, const std::string& name, Type type, const Shape& shape) {
  constexpr hsize_t kChunk = 8192;
  const Id creation = dataset_properties(type);
  if (grows(shape)) check(H5Pset_chunk(creation, 1, &kChunk));
  return {
      H5Dcreate2(parent, name.c_str(), type_of(type), space_of(shape), H5P_DEFAULT, creation, H5P_DEFAULT),
      H5Dclose};
}

Id create_checked_dataset(hid_t parent, const std::string& name, hsize_t rows, hsize_t size) {
  constexpr hsize_t kChunk = 8192, kSlots = 1009;
  const std::array<hsize_t, 2> chunk{1, std::min(size, kChunk)};
  const Id creation = dataset_properties(Type::float64);
  check(H5Pset_chunk(creation, 2, chunk.data()));
  check(H5Pset_fletcher32(creation));
  // Room for the chunk of each row that is being filled: they are written one after the other.
  const Id access = properties(H5P_DATASET_ACCESS);
  check(H5Pset_chunk_cache(access, kSlots, rows * chunk[1] * sizeof(double), 1.0));
  return {H5Dcreate2(parent, name.c_str(), type_of(Type::float64), space_of({rows, size}), H5P_DEFAULT,
                     creation, access),
          H5Dclose};
}

Id create_virtual_dataset(hid_t parent, const std::string& name, Type type, const Shape& shape,
                          std::span<const Source> sources) {
  const Id creation = properties(H5P_DATASET_CREATE);
  check(H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_obj_track_times(creation, false));
  const double missing = type == Type::int8 ? -1.0 : std::numeric_limits<double>::quiet_NaN();
  check(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &missing));
  const Id target = space_of(shape);
  for (const Source& source : sources) {
    const Id held = space_of({source.rows, source.size});
    const hsize_t size =
        std::accumulate(source.count.begin(), source.count.end(), hsize_t{1}, std::multiplies<>());
    const std::array<hsize_t, 2> from{source.row, source.begin}, count{1, size};
    check(H5Sselect_hyperslab(held, H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr));
    check(H5Sselect_hyperslab(target, H5S_SELECT_SET, source.start.data(), nullptr, source.count.data(),
                              nullptr));
    // Both names are patterns, in which % means something.
    check(H5Pset_virtual(creation, target, as_pattern(source.file).c_str(),
                         as_pattern(source.dataset).c_str(), held));
  }
  return {H5Dcreate2(parent, name.c_str(), type_of(type), target, H5P_DEFAULT, creation, H5P_DEFAULT),
          H5Dclose};
}

bool is_virtual(hid_t dataset) {
  const Id creation(H5Dget_create_plist(dataset), H5Pclose);
  return H5Pget_layout(creation) == H5D_VIRTUAL;
}

Id open_dataset(hid_t parent, const std::string& name) {
  return {H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose};
}

Shape shape(hid_t dataset) {
  const Id space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  check(rank);
  Shape sizes(static_cast<std::size_t>(rank));
  check(H5Sget_simple_extent_dims(space, sizes.data(), nullptr));
  return sizes;
}

std::size_t size(hid_t dataset) {
  const Id space(H5Dget_space(dataset), H5Sclose);
  return static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
}

bool holds_text(hid_t dataset) {
  const Id type(H5Dget_type(dataset), H5Tclose);
  return H5Tget_class(type) == H5T_STRING;
}

void write(hid_t dataset, std::span<const double> values) {
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

void write(hid_t dataset, std::span<const std::string> texts) {
  std::vector<const char*> pointers;
  for (const auto& text : texts) pointers.push_back(text.c_str());
  check(H5Dwrite(dataset, text_type(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()));
}

void write_box(hid_t dataset, const Shape& start, const Shape& count, std::span<const double> values) {
  if (start.empty()) return write(dataset, values);
  const Id target(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(target, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  const Id source = space_of({values.size()});
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

std::vector<std::string> read_texts(hid_t dataset) {
  std::vector<char*> pointers(size(dataset));
  const Id type = text_type();
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()));
  std::vector<std::string> texts;
  for (const char* text : pointers) texts.emplace_back(text != nullptr ? text : "");
  const Id space(H5Dget_space(dataset), H5Sclose);
  check(H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data()));
  return texts;
}

void read_from(hid_t dataset, hsize_t begin, std::span<double> values) {
  const hsize_t count = values.size();
  const Id source(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(source, H5S_SELECT_SET, &begin, nullptr, &count, nullptr));
  const Id target = space_of({count});
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, target, source, H5P_DEFAULT, values.data()));
}

void read_box(hid_t dataset, const Shape& start, const Shape& count, std::span<double> values) {
  if (start.empty())
    return check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  const Id source(H5Dget_space(dataset), H5Sclose);
  check(H5Sselect_hyperslab(source, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  const Id target = space_of({values.size()});
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, target, source, H5P_DEFAULT, values.data()));
}

}  // namespace hilspace::results::h5
