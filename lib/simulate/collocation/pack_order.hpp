#pragma once
// Which pairs share a pack of lanes: a branch that one lane needs takes the time of all, so those side by side should need the
// same at the same time. Results do not depend on it.
//
//   ln(lag/T), chi, ln(w T), ln(w q/v0 + 0.05)     coordinates of a pair
//
//   T     duration of an elastic contact, s          lag   of both instruments, s
//   w     natural frequency of the sensor, rad/s     q     quantum of the actuator, m
//
// Behind linear chains (chained/), those of as many sections, with and without a delay, are ordered by themselves.
// The pairs are halved where the coordinate with the widest range has its median, again and again, down to packs (k-d tree).

#include <cstddef>
#include <span>
#include <vector>

#include "simulate/collocation/chained/chained_pair.hpp"
#include "simulate/collocation/collocation_pair.hpp"

namespace hilspace::simulate {

/// Places of the pairs, those of a pack next to each other.
std::vector<std::size_t> pack_order(std::span<const CollocationPair<double>> pairs);
std::vector<std::size_t> pack_order(std::span<const ChainedPair<double>> pairs);

}  // namespace hilspace::simulate
