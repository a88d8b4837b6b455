#pragma once
// Predicted cost of a scenario, so that long ones start first and those that run side by side in lanes end
// together.

#include "models/axial_setup.hpp"

namespace hilspace::simulate {

/// Approximate number of steps of a pair's time grid. `setup` is resolved. Results do not depend on it.
double predicted_steps(const models::AxialSetup& setup);

}  // namespace hilspace::simulate
