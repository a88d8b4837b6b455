#pragma once
// Dimension scales: the dimensions of a group and the variables on them, read from the dimensions themselves.
//
// Each dimension scale lists the variables it is attached to. The variables list their scales as well, but in
// a heap without checksums, which is not read here.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "results/h5/dataset.hpp"

namespace hilspace::results {

class DimensionScales {
 public:
  struct One {
    std::string name;
    std::int64_t order;  // _Netcdf4Dimid
    std::uint64_t size;
    bool pure;  // has no coordinate
  };

  /// Throws Error on contradictions.
  explicit DimensionScales(hid_t group);
  /// In netCDF order.
  const std::vector<One>& all() const { return all_; }
  const One* find(const std::string& name) const;
  /// The dimensions of a variable of the group, one per axis; `axes` is their number. Throws Error when one
  /// has none.
  std::vector<std::string> of(hid_t group, const std::string& variable, std::size_t axes) const;

 private:
  void add_references(hid_t scale, const std::string& name);

  std::vector<One> all_;
  std::map<std::pair<haddr_t, std::uint64_t>, std::string> on_;  // object, axis: dimension
};

}  // namespace hilspace::results
