#pragma once
// OpenTURNS for designs, distributions and Sobol' indices: the only gate to it. It brings a hundred
// libraries, so it stands in a module, hilspace_openturns.so, which is loaded when the first of these
// functions is called. Each throws InputError where the module is not there or cannot be loaded. They leave
// nothing behind in OpenTURNS and ask nothing of what others left there.
//
// The module is looked for in ../lib/hilspace and ., seen from the folder of the running program; or in the
// folder that the environment's HILSPACE_MODULES names, and nowhere else.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sampling/design.hpp"
#include "sampling/distribution.hpp"

namespace hilspace::sampling::openturns {

/// Whether the module's file is there. Loads nothing.
bool available();
/// Whether it has been loaded, and its libraries take their memory.
bool loaded();
/// From now on all of this throws InputError: for a program whose memory is locked.
void never_load();

/// The points of the design of that name. Throw InputError for more dimensions than there are.
Points sobol(std::uint64_t samples, std::size_t dimensions);
Points halton(std::uint64_t samples, std::size_t dimensions);
Points latin_hypercube(std::uint64_t samples, std::size_t dimensions, std::uint64_t seed);

/// Quantiles, not yet held to the ends.
std::vector<double> normal(const Distribution& distribution, std::span<const double> probabilities);
std::vector<double> triangular(const Distribution& distribution, std::span<const double> probabilities);

/// Martinez' estimator of Sobol' indices, with asymptotic intervals. All of one length; with[j] is A with
/// parameter j from B.
struct Index {
  double value, low, high;
};
struct MartinezIndices {
  std::vector<Index> first, total;
};
MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence);

}  // namespace hilspace::sampling::openturns
