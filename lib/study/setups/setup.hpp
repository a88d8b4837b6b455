#pragma once
// Setups of a scenario's contact law, of its instruments' stages and of its compensator, from its parameters.

#include "compensation/setup.hpp"
#include "contact/law_setup.hpp"
#include "instruments/setup.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// n: as given, otherwise the law's default.
double exponent(contact::Law law, const ParameterValues& values);

/// k: as given, from one point of the elastic force, or from Hertz' theory.
double stiffness(const Study& study, const ParameterValues& values);

/// Effective radius of a contact with Hertz' stiffness, m; NaN if the stiffness is given otherwise.
double hertz_radius(const ParameterValues& values);

contact::LawSetup law_setup(const Study& study, const ParameterValues& values);

/// The low-pass with the speed given by these parameters, in one of the four spellings; the others are NaN. w
/// = 0 for a delay or a lag of 0, or none.
instruments::LowPassSetup low_pass_setup(const LowPassIds& speed, double damping,
                                         const ParameterValues& values);

/// One stage of an instrument. The spans point into the study.
instruments::StageSetup stage_setup(const Study& study, Instrument instrument, StageKind kind,
                                    const ParameterValues& values);

compensation::CompensatorSetup compensator_setup(const ParameterValues& values);

instruments::ChainSetup chain_setup(const Study& study, Instrument instrument, const ParameterValues& values);

}  // namespace hilspace::study
