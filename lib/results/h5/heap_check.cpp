#include "results/h5/heap_check.hpp"

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

void read_if_in_heap(hid_t attribute) {
  const Handle type(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(type) != H5T_VLEN && H5Tis_variable_str(type) <= 0) return;
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0 || H5Aget_storage_size(attribute) > file_size(attribute))
    throw Error("is larger than its file");
  std::vector<hvl_t> values(static_cast<std::size_t>(count));  // room enough for pointers to texts
  check(H5Aread(attribute, type, values.data()));
  check(H5Dvlen_reclaim(type, space, H5P_DEFAULT, values.data()));
}

void read_if_texts(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Tis_variable_str(type) > 0 && H5Pget_layout(creation) == H5D_CONTIGUOUS) TextReader(dataset, false);
}

}  // namespace

void check_heaps(hid_t file) {
  for (const std::string& name : objects_below(file))
    naming(name, [&] {
      const Handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
      for (const std::string& attribute : attributes_of(object))
        read_if_in_heap(Handle(H5Aopen(object, attribute.c_str(), H5P_DEFAULT), H5Aclose));
      if (H5Iget_type(object) == H5I_DATASET) read_if_texts(object);
    });
}

}  // namespace hilspace::results::h5
