#pragma once
// Derivatives of a pair's metrics, from a collocation solve that is linearised along with its values.
//
//   g      the numbers that a pair is solved from: 1/m, actuator's w^2 and 2 zeta w, sensor's likewise, k, chi, v0
//   T(g)   its tallies, by collocation on dual numbers (core/dual.hpp): value and dT/dg in one solve
//   m(T)   its metrics, by closed formulas: central differences along dT/dg
//   g(x)   closed form of the parameters x of a scenario (collocation.hpp)
//
//   dm/dx = sum over i of dm/dg_i dg_i/dx
//
// So the effort is the same for any number of parameters. The central differences have two steps and Richardson's
// extrapolation: with 1e-5 of g_i they are within 1e-10 of the largest number that a metric is a difference of.
//
// There are two solves, the usual one and a finer one, kFine. The finer one gives the derivatives. Their error is what both
// solves differ by, for each g by itself, so that errors of several g do not cancel; and a floor, relative to m dg/g: what both
// miss alike, since a largest value is read between instants, by parabolas, and moves against these instants. What is
// relative to another signal at that time, and differences of largest values, have the largest floor.
//
// Limits: those of collocation, and no quantizers: what these show has no derivative. At a kink of a metric, where its largest
// value changes its place, the derivative is that of one side. Source: docs/numerics.md, "Linearised collocation".

#include <array>
#include <cstddef>
#include <optional>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/collocation.hpp"

namespace hilspace::simulate {

/// Number of the numbers g.
inline constexpr std::size_t kGivenNumbers = 8;
/// One number per g, in the order of `numbers_of`.
using Givens = std::array<double, kGivenNumbers>;

Givens numbers_of(const CollocationSetup<double>& given);

struct Slope {
  double value, error;
};
/// What the difference of both solves does not tell of a slope's error, relative to m dg/g.
double floor_of_slope(const metrics::Metric& metric);

struct LinearisedRow {
  metrics::Row row;                                       // of the usual solve
  Givens given;                                           // g
  std::array<Givens, metrics::kMetricCount> fine, usual;  // dm/dg of both solves, SI; NaN: undefined

  /// Of a metric, along dg/dx.
  Slope along(std::size_t metric, const Givens& direction) const;
};

/// Of a resolved setup without quantizers. Nothing where collocation does not solve it, or where only one of both solves
/// holds.
std::optional<LinearisedRow> linearised(const models::AxialSetup& setup);

}  // namespace hilspace::simulate
