#pragma once
// Extent: between which x the features of a side lie, in the axes of its body. From points of the shapes where
// that is simple, else from the ball around them; never too small. A plane has no end.

#include <cmath>

#include "mechanism/assembly.hpp"

namespace hilspace::mechanism {

struct Extent {
  double low = HUGE_VAL, high = -HUGE_VAL;  // m
  void include(double x, double radius) {
    low = std::fmin(low, x - radius);
    high = std::fmax(high, x + radius);
  }
};

Extent chaser_extent(const Assembly& assembly);
Extent target_extent(const Assembly& assembly);

/// Whether a chaser that stands straight with its port at x has all of its features beyond those of the target,
/// which it moves away from.
bool is_past(const Assembly& assembly, double x);

}  // namespace hilspace::mechanism
