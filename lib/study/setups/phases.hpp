#pragma once
// Phases: on a testbed the position of a quantizer's levels within a quantum, and of a sample-and-hold's
// samples within a period, are random. In a scenario with a numerics.repeat they are drawn uniformly from the
// scenario's random streams; in others they are 0.

#include <cstddef>

#include "core/random.hpp"
#include "instruments/setup.hpp"

namespace hilspace::study {

/// Streams of a scenario, beside those of its noise (simulate/pair_run.cpp): for the instrument that shows
/// positions, for the one that measures forces, and for the computer between them.
inline constexpr std::uint64_t kPlacePhases = 2, kForcePhases = 3, kComputerPhase = 4;

/// `component` is the chain's index among those that share the stream. A chain that measures forces is tared.
void draw_phases(instruments::ChainSetup& chain, const RandomStream& stream, bool is_tared,
                 std::size_t component = 0);

}  // namespace hilspace::study
