#include "results/format/dimension_scales.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/format/schema.hpp"
#include "results/h5/attribute.hpp"

namespace hilspace::results {
namespace {

struct Reference {
  hobj_ref_t object;
  int axis;
};

h5::Handle reference_type() {
  h5::Handle type(H5Tcreate(H5T_COMPOUND, sizeof(Reference)), H5Tclose);
  h5::check(H5Tinsert(type, "dataset", HOFFSET(Reference, object), H5T_STD_REF_OBJ));
  h5::check(H5Tinsert(type, "dimension", HOFFSET(Reference, axis), H5T_NATIVE_INT));
  return type;
}

}  // namespace

DimensionScales::DimensionScales(hid_t group) {
  for (const std::string& name : h5::children(group)) {
    if (h5::object(group, name).kind != h5::ObjectKind::dataset) continue;
    if (h5::text_attribute(group, "CLASS", name.c_str()) != "DIMENSION_SCALE") continue;
    const h5::Handle scale = h5::open_dataset(group, name);
    if (h5::shape(scale).size() > 1)
      throw h5::Error(name + " is a dimension scale of more than one dimension");
    const bool pure = h5::text_attribute(scale, "NAME").value_or("").starts_with(kPureDimension);
    all_.push_back({name, h5::integer_attribute(scale, "_Netcdf4Dimid").value_or(0), h5::size(scale), pure});
    add_references(scale, name);
  }
  std::ranges::stable_sort(all_, {}, &One::order);
}

void DimensionScales::add_references(hid_t scale, const std::string& name) {
  constexpr const char* kList = "REFERENCE_LIST";
  const htri_t there = H5Aexists(scale, kList);
  h5::check(there);
  if (there == 0) return;
  const h5::Handle attribute(H5Aopen(scale, kList, H5P_DEFAULT), H5Aclose);
  const h5::Handle space(H5Aget_space(attribute), H5Sclose);
  const h5::Handle type(H5Aget_type(attribute), H5Tclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (H5Tget_class(type) != H5T_COMPOUND || count < 0 ||
      H5Aget_storage_size(attribute) > h5::file_size(scale))
    throw h5::Error(name + " does not list the variables attached to it");
  std::vector<Reference> references(static_cast<std::size_t>(count));
  h5::check(H5Aread(attribute, reference_type(), references.data()));
  for (const Reference& its : references)
    // References to objects that were since replaced may still be listed.
    if (its.axis < 0 ||
        on_.emplace(std::pair{its.object, static_cast<std::uint64_t>(its.axis)}, name).first->second != name)
      throw h5::Error(fmt::format("{} and another dimension are on the same axis", name));
}

const DimensionScales::One* DimensionScales::find(const std::string& name) const {
  const auto found = std::ranges::find(all_, name, &One::name);
  return found == all_.end() ? nullptr : &*found;
}

std::vector<std::string> DimensionScales::of(hid_t group, const std::string& variable,
                                             std::size_t axes) const {
  if (find(variable) != nullptr) return {variable};
  const haddr_t address = h5::object(group, variable).address;
  std::vector<std::string> names;
  for (std::uint64_t axis = 0; axis < axes; ++axis) {
    const auto found = on_.find({address, axis});
    if (found == on_.end()) throw h5::Error(fmt::format("{}: one of its axes has no dimension", variable));
    names.push_back(found->second);
  }
  return names;
}

}  // namespace hilspace::results
