#pragma once
// Swing of a number while one parameter traverses its range and all others remain at their medians.
//
//   swing_j = max y - min y    over the middle point and the levels of x_j
//
// Interactions of parameters are not captured. Undefined points (NaN) are left out: the swing is then a lower
// bound.

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
