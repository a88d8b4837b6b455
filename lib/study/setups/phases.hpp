#pragma once
// Phases: where in a quantum the levels of a quantizer stand, and when in a period a sample-and-hold samples,
// is chance on a testbed. In a scenario that has a numerics.repeat they are drawn from the scenario's random
// streams, evenly; in others they are 0.

#include <cstddef>

#include "core/random.hpp"
#include "instruments/setup.hpp"

namespace hilspace::study {

/// Streams of a scenario beside those of its noise (simulate/pair_run.cpp): of what shows places, and of what
/// measures forces.
inline constexpr std::uint64_t kPlacePhases = 2, kForcePhases = 3;

/// `component` is the chain's number among those that share the stream. A chain that measures forces is
/// tared.
void draw_phases(instruments::ChainSetup& chain, const RandomStream& stream, bool is_tared,
                 std::size_t component = 0);

}  // namespace hilspace::study
