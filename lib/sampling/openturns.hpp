#pragma once
// Gate to OpenTURNS for designs, distributions and Sobol' indices. It depends on a hundred libraries, so it
// is in a separate module, hilspace_openturns.so, loaded at the first call of one of these functions. Each
// throws InputError when the module is missing or cannot be loaded. They neither leave nor use any global
// state in OpenTURNS.
//
// The module is searched for in ../lib/hilspace and ., relative to the program's folder; or only in the
// folder given by the environment variable HILSPACE_MODULES.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sampling/design.hpp"
#include "sampling/distribution.hpp"

namespace hilspace::sampling::openturns {

/// Whether the module's file exists. Does not load it.
bool available();
/// Whether it has been loaded, with its libraries in memory.
bool loaded();
/// Makes all of these functions throw InputError from now on: for a program with locked memory.
void never_load();

/// The points of the design of that name. Throws InputError for more dimensions than supported.
Points sobol(std::uint64_t samples, std::size_t dimensions);
Points halton(std::uint64_t samples, std::size_t dimensions);
Points latin_hypercube(std::uint64_t samples, std::size_t dimensions, std::uint64_t seed);

/// Quantiles, not yet clamped to the bounds.
std::vector<double> normal(const Distribution& distribution, std::span<const double> probabilities);
std::vector<double> triangular(const Distribution& distribution, std::span<const double> probabilities);

/// Martinez' estimator of Sobol' indices, with asymptotic intervals. All samples have the same length;
/// with[j] is A with parameter j from B.
struct Index {
  double value, low, high;
};
struct MartinezIndices {
  std::vector<Index> first, total;
};
MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence);

}  // namespace hilspace::sampling::openturns
