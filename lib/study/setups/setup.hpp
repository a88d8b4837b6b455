#pragma once
// Setups of a scenario's contact law, of its instruments' stages and of its compensator, from its parameters.

#include "compensation/setup.hpp"
#include "contact/law_setup.hpp"
#include "instruments/setup.hpp"
#include "models/axial_setup.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// n: as given, otherwise the law's default.
/// The law of that value of contact.law; for one of the study's own, a law of its family.
const contact::NamedLaw& named_law(double value);
/// chi, NaN where a law of the study's own has none.
double damping_number(const Study& study, const ParameterValues& values);

/// The measured curve of the law of that value of contact.law, which points into the study.
contact::ForceCurve force_curve(const Study& study, double law);
/// Penetration at which a run ends, m: as given, otherwise the end of a measured curve; infinite: nowhere.
double penetration_limit(const Study& study, const ParameterValues& values);

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

/// What is given of a noise; NaN: not given.
struct NoiseValues {
  double std, psd;                         // U, U^2/Hz; one of them
  double bandwidth, damping, sample_time;  // Hz, 1, s
};
instruments::NoiseSetup noise_setup(const NoiseValues& values);

/// One stage of an instrument. The spans point into the study.
instruments::StageSetup stage_setup(const Study& study, Instrument instrument, StageKind kind,
                                    const ParameterValues& values);

compensation::CompensatorSetup compensator_setup(const ParameterValues& values);

/// The hybrid contact that shows the wanted one, `its.contact`, behind the instruments of `its`.
hybrid::HybridSetup hybrid_setup(const Study& study, const ParameterValues& values,
                                 const models::AxialSetup& its);
/// Stiffness of the compliance along the contact's normal, N/m; NaN: there is none, or it bears nothing along it.
double compliance_stiffness(const Study& study, const ParameterValues& values);

instruments::ChainSetup chain_setup(const Study& study, Instrument instrument, const ParameterValues& values);

}  // namespace hilspace::study
