#include "results/h5/attribute.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hilspace::results::h5 {
namespace {

void write_as(hid_t object, const char* name, hid_t stored, hid_t memory, hid_t space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, memory, data));
}

Handle scalar() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

/// No attribute is larger than its file; a larger claimed size would only consume memory.
std::optional<Handle> open(hid_t object, const char* name, const char* of) {
  const htri_t found = H5Aexists_by_name(object, of, name, H5P_DEFAULT);
  check(found);
  if (found == 0) return std::nullopt;
  Handle attribute(H5Aopen_by_name(object, of, name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (H5Aget_storage_size(attribute) > file_size(object))
    throw Error(std::string("attribute ") + name + " is larger than its file");
  return attribute;
}

/// A single number or text of the given class.
bool is_one(hid_t attribute, H5T_class_t kind) {
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  return H5Tget_class(type) == kind && H5Sget_simple_extent_npoints(space) == 1;
}

template <class T>
T number(hid_t attribute, hid_t memory) {
  T value{};
  check(H5Aread(attribute, memory, &value));
  return value;
}

}  // namespace

void write_attribute(hid_t object, const char* name, std::string_view text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)));  // HDF5 has no texts of length 0
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  write_as(object, name, type, type, scalar(), text.empty() ? "" : text.data());
}

void write_attribute(hid_t object, const char* name, double value) {
  write_as(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar(), &value);
}

void write_attribute(hid_t object, const char* name, float value) {
  write_as(object, name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, scalar(), &value);
}

void write_attribute(hid_t object, const char* name, std::int64_t value) {
  write_as(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar(), &value);
}

void write_attribute(hid_t object, const char* name, std::int32_t value) {
  write_as(object, name, H5T_STD_I32LE, H5T_NATIVE_INT32, scalar(), &value);
}

void write_attribute(hid_t object, const char* name, std::span<const std::int8_t> values) {
  const hsize_t size = values.size();
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  write_as(object, name, H5T_STD_I8LE, H5T_NATIVE_INT8, space, values.data());
}

void write_attribute(hid_t object, const char* name, std::span<const double> values) {
  const hsize_t size = values.size();
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  write_as(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space, values.data());
}

std::optional<std::string> text_attribute(hid_t object, const char* name, const char* of) {
  const auto attribute = open(object, name, of);
  if (!attribute || !is_one(*attribute, H5T_STRING)) return std::nullopt;
  const Handle type(H5Aget_type(*attribute), H5Tclose);
  if (H5Tis_variable_str(type) > 0) {  // as written by other programs that modify our files
    char* text = nullptr;
    check(H5Aread(*attribute, type, static_cast<void*>(&text)));
    std::string found = text != nullptr ? text : "";
    H5free_memory(text);
    return found;
  }
  std::string text(H5Tget_size(type), '\0');
  check(H5Aread(*attribute, type, text.data()));
  text.erase(std::min(text.find('\0'), text.size()));
  return text;
}

std::optional<double> number_attribute(hid_t object, const char* name, const char* of) {
  const auto attribute = open(object, name, of);
  if (!attribute || !is_one(*attribute, H5T_FLOAT)) return std::nullopt;
  return number<double>(*attribute, H5T_NATIVE_DOUBLE);
}

std::vector<double> number_attributes(hid_t object, const char* name) {
  const auto attribute = open(object, name, ".");
  if (!attribute) return {};
  const Handle type(H5Aget_type(*attribute), H5Tclose);
  const Handle space(H5Aget_space(*attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_FLOAT) return {};
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  check(H5Aread(*attribute, H5T_NATIVE_DOUBLE, values.data()));
  return values;
}

std::optional<std::int64_t> integer_attribute(hid_t object, const char* name, const char* of) {
  const auto attribute = open(object, name, of);
  if (!attribute || !is_one(*attribute, H5T_INTEGER)) return std::nullopt;
  return number<std::int64_t>(*attribute, H5T_NATIVE_INT64);
}

std::vector<std::pair<std::string, std::string>> attributes(hid_t object) {
  using Named = std::pair<H5O_msg_crt_idx_t, std::string>;  // order of creation
  std::vector<Named> all;
  const auto add = [](hid_t, const char* name, const H5A_info_t* info, void* out) -> herr_t {
    static_cast<std::vector<Named>*>(out)->emplace_back(info->corder_valid ? info->corder : 0, name);
    return 0;
  };
  check(H5Aiterate2(object, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, nullptr, add, &all));  // as links (h5.cpp)
  std::ranges::stable_sort(all, {}, &Named::first);
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [order, name] : all) {
    if (const auto text = text_attribute(object, name.c_str()))
      found.emplace_back(name, *text);
    else if (const auto integer = integer_attribute(object, name.c_str()))
      found.emplace_back(name, fmt::format("{}", *integer));
    else if (const auto real = number_attribute(object, name.c_str()))
      found.emplace_back(name, fmt::format("{}", *real));
  }
  return found;
}

}  // namespace hilspace::results::h5
