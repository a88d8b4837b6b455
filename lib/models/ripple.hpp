#pragma once
// Ripple of what an actuator shows: how far a viscoplastic contact must come back for a phase of it to end
// (contact/general_law.hpp), unless the study says it.

#include <algorithm>
#include <cmath>
#include <variant>

#include "contact/law.hpp"
#include "models/axial_setup.hpp"

namespace hilspace::models {

/// The actuator's quantum; behind a hold or noise at least about 1e-6 of the elastic depth, m.
inline double ripple(const AxialSetup& setup) {
  double quantum = 0.0;
  bool rough = false;
  for (const auto& stage : setup.actuator.all()) {
    if (const auto* quantizer = std::get_if<instruments::QuantizerSetup>(&stage))
      quantum = std::max(quantum, quantizer->resolution);
    rough = rough || std::holds_alternative<instruments::SampleHoldSetup>(stage) ||
            std::holds_alternative<instruments::NoiseSetup>(stage);
  }
  if (!rough) return quantum;
  const double depth = contact::elastic_depth(setup.contact, reduced_mass(setup), setup.approach_velocity);
  // A power of two, which does not depend on the last bits of a library.
  const double least = depth > 0.0 && std::isfinite(depth) ? std::ldexp(1.0, std::ilogb(1e-6 * depth)) : 0.0;
  return std::max(quantum, least);
}

}  // namespace hilspace::models
