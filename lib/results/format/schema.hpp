#pragma once
// Schema: the netCDF-4 conventions of HDF5. Dimensions are dimension scales, attached to every axis of every
// variable; xarray (both engines), ncdump, MATLAB and ParaView read the dimensions from them.
//
//   a dimension with a coordinate   a 1-D dataset of the dimension's name that holds the coordinate
//   a pure dimension                an empty dataset with the NAME that netCDF gives these
//   _Netcdf4Dimid                   numbers the dimensions of the whole file, so that they keep their order

#include <span>
#include <string>
#include <vector>

#include "results/format/column.hpp"
#include "results/h5/dataset.hpp"

namespace hilspace::results {

struct Dimension {
  h5::Handle scale;
  std::string name;
  std::uint64_t size;
};

struct Label {
  std::string name;
  std::string units;          // empty: none
  std::string long_name;      // fits the axis of a plot
  std::string description{};  // a sentence; empty if the long_name suffices
};

/// Prefix of the NAME attribute of a pure dimension in the file (its size follows).
inline constexpr std::string_view kPureDimension = "This is a netCDF dimension but not a netCDF variable.";

class Schema {
 public:
  Dimension pure_dimension(hid_t group, const std::string& name, std::uint64_t size);
  Dimension coordinate(hid_t group, const Label& label, std::span<const double> values);
  Dimension coordinate(hid_t group, const Label& label, std::span<const std::string> values);
  /// A growing dimension; the variables on it grow too.
  Dimension growing_coordinate(hid_t group, const Label& label);

 private:
  Dimension as_dimension(h5::Handle dataset, const std::string& name, std::uint64_t size,
                         const std::string& scale_name);
  int dimensions_ = 0;
};

/// Creates a variable on these dimensions (none: a scalar), with its units and long_name; a virtual one if it
/// has sources.
h5::Handle create_variable(hid_t group, const Label& label, h5::DataType type,
                           std::span<const Dimension> dimensions,
                           std::span<const h5::VirtualSource> sources = {},
                           h5::Storage storage = h5::Storage::checked);

/// Of the numbers of columns of that precision.
h5::DataType number_type(study::Precision precision);

/// Makes a variable one of int8 flags with these names of 0, 1, ...
void write_flags(hid_t variable, std::span<const std::string_view> names);

/// The variable of a column. `coordinates` names auxiliary coordinates, separated by spaces.
h5::Handle create_variable(hid_t group, const Column& column, std::span<const Dimension> dimensions,
                           const std::string& coordinates, std::span<const h5::VirtualSource> sources = {});

}  // namespace hilspace::results
