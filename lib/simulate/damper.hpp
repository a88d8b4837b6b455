#pragma once
// Damper of a testbed (compensation/setup.hpp), designed on the restitution: the damping with which the HIL model
// rebounds like the docking model.
//
// It is found on what the testbed's computer knows: its instruments by their lags, the contact by its law, both
// with the errors of the compensator.

#include <optional>

#include "models/axial_setup.hpp"

namespace hilspace::simulate {

/// b, N s/m; 0 where the lag takes energy already. Empty: none gives that restitution. `setup` is resolved.
std::optional<double> damping_by_restitution(const models::AxialSetup& setup);

}  // namespace hilspace::simulate
