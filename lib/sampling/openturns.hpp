#pragma once
// What OpenTURNS does for designs and distributions: the gate to it. Built without it, all of these throw
// InputError. They leave nothing behind in it and ask nothing of what others left there.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sampling/design.hpp"
#include "sampling/distribution.hpp"

namespace hilspace::sampling::openturns {

/// Whether this build has it.
extern const bool kAvailable;

/// The points of the design of that name. Throw InputError for more dimensions than there are.
Points sobol(std::uint64_t samples, std::size_t dimensions);
Points halton(std::uint64_t samples, std::size_t dimensions);
Points latin_hypercube(std::uint64_t samples, std::size_t dimensions, std::uint64_t seed);

/// Quantiles, not yet held to the ends.
std::vector<double> normal(const Distribution& distribution, std::span<const double> probabilities);
std::vector<double> triangular(const Distribution& distribution, std::span<const double> probabilities);

}  // namespace hilspace::sampling::openturns
