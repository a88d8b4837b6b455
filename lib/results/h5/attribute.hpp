#pragma once
// Attributes of HDF5 objects. Texts are scalar, of fixed length, UTF-8: what netCDF itself writes for
// `units`, and the one form that every reader takes (xarray with either engine, MATLAB, ParaView, ncdump).

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
void write_attribute(hid_t object, const char* name, std::int64_t value);
void write_attribute(hid_t object, const char* name, std::int32_t value);
void write_attribute(hid_t object, const char* name, std::span<const std::int8_t> values);

void write_attribute(hid_t object, const char* name, std::span<const double> values);

/// Nothing when there is no such attribute or it is of another kind. Of the object itself, or of one in this
/// group, which is not opened then.
std::optional<std::string> text_attribute(hid_t object, const char* name, const char* of = ".");
std::optional<double> number_attribute(hid_t object, const char* name, const char* of = ".");
std::optional<std::int64_t> integer_attribute(hid_t object, const char* name, const char* of = ".");
std::vector<double> number_attributes(hid_t object, const char* name);  // several in one

/// All texts and scalar numbers of an object, as text, in order of creation.
std::vector<std::pair<std::string, std::string>> attributes(hid_t object);

}  // namespace hilspace::results::h5
