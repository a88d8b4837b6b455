#pragma once
// From the parameters of one scenario to the setups of its contact law and of its instruments' stages.

#include "contact/law_setup.hpp"
#include "instruments/setup.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// n: as given, else what the law has by itself.
double exponent(contact::Law law, const ParameterValues& values);

/// k: as given, from one point of the elastic force, or after Hertz.
double stiffness(const Study& study, const ParameterValues& values);

/// The effective radius of a contact whose stiffness is Hertz', m; NaN: it is given in another way.
double hertz_radius(const ParameterValues& values);

contact::LawSetup law_setup(const Study& study, const ParameterValues& values);

/// The low-pass of which these parameters tell how fast it is: in one of the four spellings, the others being
/// NaN. w = 0 for a delay or a lag of 0, or none.
instruments::LowPassSetup low_pass_setup(const LowPassIds& speed, double damping,
                                         const ParameterValues& values);

/// One stage of an instrument. The spans point into the study.
instruments::StageSetup stage_setup(const Study& study, Instrument instrument, StageKind kind,
                                    const ParameterValues& values);

instruments::ChainSetup chain_setup(const Study& study, Instrument instrument, const ParameterValues& values);

}  // namespace hilspace::study
