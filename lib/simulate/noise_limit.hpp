#pragma once
// Limit of the samples of noise in a run: so many in a full step that drawing them would dominate it are not drawn, and the
// run is given up (Outcome::work_limit).

#include <variant>

#include "instruments/setup.hpp"

namespace hilspace::simulate {

/// Lengthens the sample time of such a noise to the step. False: there is none.
inline bool slow_down(instruments::ChainSetup& chain, double step) {
  constexpr double kMostNoisy = 1e5;
  bool any = false;
  for (instruments::StageSetup& stage : chain.stages)
    if (auto* noise = std::get_if<instruments::NoiseSetup>(&stage);
        noise != nullptr && noise->std > 0.0 && !(step > 0.0 && step <= kMostNoisy * noise->sample_time)) {
      noise->sample_time = step > 0.0 ? step : 1.0;  // 0 in case of underflow
      any = true;
    }
  return any;
}

}  // namespace hilspace::simulate
