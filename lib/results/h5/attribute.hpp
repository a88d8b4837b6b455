#pragma once
// Attributes of HDF5 objects. Texts are scalar, of fixed length, UTF-8: the form that netCDF itself writes
// for `units`, and the only one that every reader accepts (xarray with either engine, MATLAB, ParaView,
// ncdump).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/h5/h5.hpp"

namespace hilspace::results::h5 {

void write_attribute(hid_t object, const char* name, std::string_view text);
void write_attribute(hid_t object, const char* name, double value);
void write_attribute(hid_t object, const char* name, float value);
void write_attribute(hid_t object, const char* name, std::int64_t value);
void write_attribute(hid_t object, const char* name, std::int32_t value);
void write_attribute(hid_t object, const char* name, std::span<const std::int8_t> values);

void write_attribute(hid_t object, const char* name, std::span<const double> values);

/// Empty when there is no such attribute or it is of another kind. Read from the object itself, or from an
/// object in this group without opening it.
std::optional<std::string> text_attribute(hid_t object, const char* name, const char* of = ".");
std::optional<double> number_attribute(hid_t object, const char* name, const char* of = ".");
std::optional<std::int64_t> integer_attribute(hid_t object, const char* name, const char* of = ".");
std::vector<double> number_attributes(hid_t object, const char* name);  // several in one attribute

/// All text and scalar number attributes of an object, as text, in order of creation.
std::vector<std::pair<std::string, std::string>> attributes(hid_t object);

}  // namespace hilspace::results::h5
