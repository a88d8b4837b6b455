#pragma once
// Derivatives of the metrics of a pair of linear instruments without quanta, from a solve that is linearised along with its values:
// linearised.hpp, for smooth_pair.hpp.
//
//   g      the numbers that the pair is solved from (SmoothSetup)
//   dg     their change along a parameter, dg/dx times its scale
//   T(g)   its tallies on dual numbers (core/dual.hpp): dT along kDirections of these at once
//   m(T)   its metrics: central differences along dT, with two steps and Richardson's extrapolation
//
// A transfer function has too many numbers to go along each of them, so the solve goes along the parameters. What the lengths of
// pieces follow from (expected, of_actuator, of_sensor) stays: a solution does not depend on it.
//
// The finer one of two solves gives the derivatives. Their error is what both differ by, and a floor (linearised.hpp).
// Limits: those of the solve. Source: docs/numerics.md, "Linearised collocation".

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/linearised.hpp"
#include "simulate/collocation/smooth/smooth.hpp"

namespace hilspace::simulate {

struct LinearisedSmoothRow {
  metrics::Row row;  // of the usual solve
  /// Of each direction, SI; NaN: undefined.
  std::vector<std::array<Slope, metrics::kMetricCount>> slopes;
};

/// Of a resolved setup, along these dg. Nothing where collocation does not solve it, or where only one of both solves holds.
std::optional<LinearisedSmoothRow> linearised_smooth(const models::AxialSetup& setup,
                                                     std::span<const SmoothSetup<double>> directions);

}  // namespace hilspace::simulate
