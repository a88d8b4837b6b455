#pragma once
// Which levels of a quantizer a saturation of the same chain clips, or leaves as the last one.
//
// The mean of unresolved levels goes on to the limit of a saturation, and the spread around it beyond: a level that is
// never shown. So the cells around a limit are resolved (phased_quantizer.hpp).

#include <array>

#include "core/event.hpp"
#include "instruments/setup.hpp"

namespace hilspace::instruments {

/// From the beginning of the cell whose level is at a limit or the next below it, to the end of that whose level
/// is at it or the next above it: inputs of the quantizer, U. Empty without a limit.
struct ClippedLevels {
  double from = kNever;
  double to = -kNever;
};

/// Around the lower and the upper limit of the chain's saturation, before or behind its quantizer. Behind a lag in
/// between nothing is known of levels. A calibration in between is followed where it rises or falls all the way.
std::array<ClippedLevels, 2> clipped_levels(const ChainSetup& chain);

}  // namespace hilspace::instruments
