#pragma once
// How far a number swings when one parameter runs through its range and all others stay in the middle.
//
//   swing_j = max y - min y    over the middle point and the levels of x_j
//
// Says nothing of what parameters do together. Points without a value (NaN) are left out: then the swing is a
// lower bound.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace hilspace::analysis {

struct Swing {
  double swing = std::numeric_limits<double>::quiet_NaN();  // NaN: fewer than two points have values
  double smallest = std::numeric_limits<double>::quiet_NaN();
  double largest = std::numeric_limits<double>::quiet_NaN();
  std::size_t left_out = 0;
};

/// `values` per point of the design one_at_a_time (sampling/design.hpp).
std::vector<Swing> swings(std::span<const double> values, std::size_t parameters);

}  // namespace hilspace::analysis
