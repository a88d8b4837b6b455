#include "results/format/schema.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results {
namespace {

void write_label(hid_t variable, const Label& label) {
  if (!label.units.empty()) h5::write_attribute(variable, "units", label.units);
  h5::write_attribute(variable, "long_name", label.long_name);
  if (!label.description.empty()) h5::write_attribute(variable, "description", label.description);
}

h5::Handle coordinate_dataset(hid_t group, const Label& label, h5::DataType type, std::uint64_t size) {
  h5::Handle dataset = h5::create_dataset(group, label.name, type, {size});
  write_label(dataset, label);
  return dataset;
}

}  // namespace

Dimension Schema::as_dimension(h5::Handle dataset, const std::string& name, std::uint64_t size,
                               const std::string& scale_name) {
  h5::make_scale(dataset, scale_name);
  h5::write_attribute(dataset, "_Netcdf4Dimid", std::int32_t{dimensions_++});
  return {std::move(dataset), name, size};
}

Dimension Schema::pure_dimension(hid_t group, const std::string& name, std::uint64_t size) {
  return as_dimension(h5::create_empty_dataset(group, name, size), name, size,
                      fmt::format("{}{:11}", kPureDimension, size));
}

Dimension Schema::coordinate(hid_t group, const Label& label, std::span<const double> values) {
  h5::Handle dataset = coordinate_dataset(group, label, h5::DataType::float64, values.size());
  if (!values.empty()) write_numbers(dataset, values);
  return as_dimension(std::move(dataset), label.name, values.size(), label.name);
}

Dimension Schema::coordinate(hid_t group, const Label& label, std::span<const std::string> values) {
  h5::Handle dataset = coordinate_dataset(group, label, h5::DataType::text, values.size());
  if (!values.empty()) h5::write_texts(dataset, values);
  return as_dimension(std::move(dataset), label.name, values.size(), label.name);
}

Dimension Schema::growing_coordinate(hid_t group, const Label& label) {
  h5::Handle dataset = h5::create_dataset(group, label.name, h5::DataType::float64, {h5::kGrowing});
  write_label(dataset, label);
  return as_dimension(std::move(dataset), label.name, h5::kGrowing, label.name);
}

h5::Handle create_variable(hid_t group, const Label& label, h5::DataType type,
                           std::span<const Dimension> dimensions, std::span<const h5::VirtualSource> sources,
                           h5::Storage storage) {
  h5::Shape shape;
  for (const auto& dimension : dimensions) shape.push_back(dimension.size);
  h5::Handle variable = sources.empty() ? h5::create_dataset(group, label.name, type, shape, storage)
                                        : h5::create_virtual_dataset(group, label.name, type, shape, sources);
  for (std::size_t k = 0; k < dimensions.size(); ++k) h5::attach_scale(variable, k, dimensions[k].scale);
  write_label(variable, label);
  return variable;
}

h5::DataType number_type(study::Precision precision) {
  return precision == study::Precision::float32 ? h5::DataType::float32 : h5::DataType::float64;
}

void write_flags(hid_t variable, std::span<const std::string_view> names) {
  std::vector<std::int8_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::int8_t{0});
  h5::write_attribute(variable, "flag_values", std::span<const std::int8_t>(numbers));
  h5::write_attribute(variable, "flag_meanings", fmt::format("{}", fmt::join(names, " ")));
}

h5::Handle create_variable(hid_t group, const Column& column, std::span<const Dimension> dimensions,
                           const std::string& coordinates, std::span<const h5::VirtualSource> sources) {
  const bool is_flag = !column.flags.empty(), is_single = column.precision == study::Precision::float32;
  h5::Handle variable =
      create_variable(group, Label{column.name, column.units, column.long_name},
                      is_flag ? h5::DataType::int8 : number_type(column.precision), dimensions, sources);
  if (is_flag)
    write_flags(variable, column.flags);  // no _FillValue, which would make xarray convert it to floats
  else if (is_single)                     // of the variable's type, as netCDF asks
    h5::write_attribute(variable, "_FillValue", std::numeric_limits<float>::quiet_NaN());
  else
    h5::write_attribute(variable, "_FillValue", std::numeric_limits<double>::quiet_NaN());
  if (!coordinates.empty()) h5::write_attribute(variable, "coordinates", coordinates);
  return variable;
}

}  // namespace hilspace::results
