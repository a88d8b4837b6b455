#pragma once
// The axial models that are simulated: instances of the one in axial_model.hpp.

#include "contact/kelvin_voigt.hpp"
#include "models/axial_model.hpp"

namespace hilspace::models {

/// The models of most studies: a law of the Hunt and Crossley family between spheres or a sphere and a plane, or that of
/// Kelvin and Voigt, observed through a low-pass and a quantizer each.
template <class S>
using PlainInstrument =
    instruments::LowPassQuantizer<S, instruments::LowPass<S, false>, instruments::Quantizer<S>>;
template <class S, class Law = contact::HuntCrossley<S>>
using PlainDocking = AxialModel<S, Law, instruments::Chain<S>, instruments::Chain<S>>;
template <class S, class Law = contact::HuntCrossley<S>>
using PlainHil = AxialModel<S, Law, PlainInstrument<S>, PlainInstrument<S>>;

/// Any law, any instruments.
template <class S>
using AnyDocking = AxialModel<S, contact::GeneralLaw<S>, instruments::Chain<S>, instruments::Chain<S>>;
template <class S, std::size_t kSections = instruments::kMostSections>
using AnyHil = AxialModel<S, contact::GeneralLaw<S>, instruments::AnyChain<S, kSections>,
                          instruments::AnyChain<S, kSections>>;

/// The same with what a testbed's computer may add: a delay compensator, the virtual part of a hybrid contact.
template <class S>
using CompensatedHil =
    AxialModel<S, contact::GeneralLaw<S>, instruments::AnyChain<S>, instruments::AnyChain<S>,
               compensation::Compensator<S>, dynamics::Axial<S>, hybrid::VirtualPart<S>>;

/// Two spacecraft of two masses each.
using FourMassDocking =
    AxialModel<double, contact::GeneralLaw<double>, instruments::Chain<double>, instruments::Chain<double>,
               compensation::NoCompensator<double>, dynamics::FourMasses<double>>;
using FourMassHil = AxialModel<double, contact::GeneralLaw<double>, instruments::AnyChain<double>,
                               instruments::AnyChain<double>, compensation::NoCompensator<double>,
                               dynamics::FourMasses<double>>;

}  // namespace hilspace::models
