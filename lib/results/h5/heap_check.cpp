#include "results/h5/heap_check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "results/h5/context.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/h5.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results::h5 {
namespace {

using Names = std::vector<std::string>;

/// All objects below a group, each once.
Names objects_below(hid_t group) {
  Names names;
  const auto add = [](hid_t, const char* name, const H5O_info_t*, void* out) -> herr_t {
    static_cast<Names*>(out)->emplace_back(name);
    return 0;
  };
  check(H5Ovisit2(group, H5_INDEX_NAME, H5_ITER_NATIVE, add, &names, H5O_INFO_BASIC));
  return names;
}

Names attributes_of(hid_t object) {
  Names names;
  const auto add = [](hid_t, const char* name, const H5A_info_t*, void* out) -> herr_t {
    static_cast<Names*>(out)->emplace_back(name);
    return 0;
  };
  check(H5Aiterate2(object, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, nullptr, add, &names));
  return names;
}

/// Whether HDF5 keeps values of a type, or members of them, in a heap.
bool is_in_heap(hid_t type) {
  if (H5Tis_variable_str(type) > 0) return true;
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_ARRAY) return is_in_heap(Handle(H5Tget_super(type), H5Tclose));
  bool found = kind == H5T_VLEN;
  const int members = kind == H5T_COMPOUND ? H5Tget_nmembers(type) : 0;
  for (int i = 0; i < members && !found; ++i)
    found = is_in_heap(Handle(H5Tget_member_type(type, static_cast<unsigned>(i)), H5Tclose));
  return found;
}

std::uint64_t count_in(hid_t space) {
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0) throw Error();
  return static_cast<std::uint64_t>(count);
}

/// Has HDF5 read all values of that type and space.
template <class Read>
void read_all(hid_t type, hid_t space, Read&& read) {
  std::vector<std::byte> values(count_in(space) * H5Tget_size(type));
  check(read(values.data()));
  check(H5Dvlen_reclaim(type, space, H5P_DEFAULT, values.data()));
}

void read_if_in_heap(hid_t attribute) {
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (!is_in_heap(type) || count_in(space) == 0) return;
  if (H5Aget_storage_size(attribute) > file_size(attribute)) throw Error("is larger than its file");
  read_all(type, space, [&](void* values) { return H5Aread(attribute, type, values); });
}

/// Whether a dataset lies in its file, and its filters are known here.
bool is_readable(hid_t dataset) {
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  return H5Pget_layout(creation) != H5D_VIRTUAL && H5Pget_external_count(creation) == 0 &&
         H5Pall_filters_avail(creation) > 0;
}

void read_dataset_if_in_heap(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  if (!is_in_heap(type) || !is_readable(dataset)) return;
  const hsize_t stored = H5Dget_storage_size(dataset);
  if (stored == 0) return;  // nothing was ever written
  if (TextReader::can_read(dataset)) {
    TextReader(dataset, false);
    return;
  }
  if (stored > file_size(dataset)) throw Error("is larger than its file");
  const Handle space(H5Dget_space(dataset), H5Sclose);
  // Of more than a file of this size holds unpacked, most is empty, or packed: reading it may take any memory and time.
  if (count_in(space) > file_size(dataset) / H5Tget_size(type)) return;
  read_all(type, space,
           [&](void* values) { return H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values); });
}

/// Whether heaps of a file are as in heap.hpp: the heads of others depend on the size of a length.
bool has_usual_heaps(hid_t file) {
  const Handle creation(H5Fget_create_plist(file), H5Pclose);
  std::size_t place = 0, length = 0;
  check(H5Pget_sizes(creation, &place, &length));
  return length == 8;
}

}  // namespace

void check_heaps(hid_t file) {
  if (!has_usual_heaps(file)) return;
  for (const std::string& name : objects_below(file))
    naming(name, [&] {
      const Handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
      for (const std::string& attribute : attributes_of(object))
        read_if_in_heap(Handle(H5Aopen(object, attribute.c_str(), H5P_DEFAULT), H5Aclose));
      if (H5Iget_type(object) == H5I_DATASET) read_dataset_if_in_heap(object);
    });
}

}  // namespace hilspace::results::h5
