#pragma once
// From the parameters of one scenario in six degrees of freedom to the setups of its spacecraft, its
// mechanism and its instruments.

#include <cstddef>
#include <optional>

#include "instruments/setup.hpp"
#include "mechanism/setup.hpp"
#include "models/sixdof_setup.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

models::SpacecraftSetup spacecraft_setup(const Study& study, Body body, const ParameterValues& values);
mechanism::Setup mechanism_setup(const Study& study, const ParameterValues& values);
/// One stage of one of the six chains; nothing where it is not given, or does nothing.
std::optional<instruments::StageSetup> stage_setup(const Study& study, SpatialInstrument instrument,
                                                   std::size_t component, StageKind kind,
                                                   const ParameterValues& values);
/// One of the six chains of an instrument: those of its stages that are given.
instruments::ChainSetup chain_setup(const Study& study, SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values);
/// K of a compliance device, N/m, probe axes; nothing: there is none.
std::optional<Mat3> compliance_matrix(const Study& study, const ParameterValues& values);
/// The hybrid contact that shows the wanted one, `its.contact`, behind the instruments of `its`.
hybrid::SpatialSetup spatial_hybrid_setup(const Study& study, const ParameterValues& values,
                                          const models::SixDofSetup& its);

}  // namespace hilspace::study
