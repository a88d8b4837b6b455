#pragma once
// The longest step that a run takes, whatever step it is allowed: no longer than a delay, or the time between two
// samples. Finer runs take shares of it, since a share of a longer one would be the same steps again.

#include <algorithm>
#include <variant>

#include "hybrid/setup.hpp"
#include "instruments/setup.hpp"

namespace hilspace::simulate {

inline double bounded(double longest, double time) { return time > 0.0 ? std::min(longest, time) : longest; }
inline double bounded_by_rate(double longest, double rate) {
  return rate > 0.0 ? std::min(longest, 1.0 / rate) : longest;
}

inline double bounded(double longest, const instruments::ChainSetup& chain) {
  for (const instruments::StageSetup& stage : chain.all()) {
    if (const auto* delay = std::get_if<instruments::TransportDelaySetup>(&stage))
      longest = bounded(longest, delay->delay);
    if (const auto* hold = std::get_if<instruments::SampleHoldSetup>(&stage))
      longest = bounded_by_rate(longest, hold->rate);
    if (const auto* noise = std::get_if<instruments::NoiseSetup>(&stage); noise && noise->std > 0.0)
      longest = bounded(longest, noise->sample_time);
  }
  return longest;
}

/// Of the computed part of a hybrid contact. A compensator's samples are holds of the instruments (models::resolved).
inline double bounded(double longest, const hybrid::HybridSetup& its) {
  return its.is_computed ? bounded_by_rate(bounded(longest, its.measurement_delay), its.rate) : longest;
}

}  // namespace hilspace::simulate
