#pragma once
// Scenarios: from an index to parameters and setup.

#include <cstdint>
#include <string>

#include "models/axial_setup.hpp"
#include "models/four_mass_setup.hpp"
#include "models/rig_setup.hpp"
#include "models/sixdof_setup.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// One scenario of a study with that model, ready to simulate. Allocates nothing.
models::AxialSetup axial_setup(const Study& study, std::uint64_t index);  // its spans point into the study
models::SixDofSetup sixdof_setup(const Study& study, std::uint64_t index);
models::FourMassSetup four_mass_setup(const Study& study, std::uint64_t index);
models::RigSetup rig_setup(const Study& study, std::uint64_t index);  // of the controlled twin

/// Name of a law or material stored as an index; for other kinds the number as text.
std::string text_of(const Study& study, Id parameter, double value);

/// The same for display: a quantity in the unit of the parameter's example, as in "0.4 ms".
std::string text_with_unit(const Study& study, Id parameter, double value);

}  // namespace hilspace::study
