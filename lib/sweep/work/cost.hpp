#pragma once
// What a scenario will cost, before it is run: so that those that take long come first, and those that run
// side by side in lanes end together.

#include "models/axial_setup.hpp"

namespace hilspace::sweep {

/// About how many steps the grid of a pair will have. `setup` is resolved. Results do not depend on it.
double predicted_steps(const models::AxialSetup& setup);

}  // namespace hilspace::sweep
