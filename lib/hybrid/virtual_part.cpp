#include "hybrid/virtual_part.hpp"

#include "contact/law_setup.hpp"
#include "core/random.hpp"

namespace hilspace::hybrid {
namespace {

instruments::ChainSetup measurement(const HybridSetup& setup) {
  instruments::ChainSetup chain;
  if (setup.source == Source::measured && setup.measurement_delay > 0.0)
    chain.add(instruments::TransportDelaySetup{setup.measurement_delay});
  if (setup.rate > 0.0) chain.add(instruments::SampleHoldSetup{setup.rate});
  return chain;
}

}  // namespace

Form form(const HybridSetup& setup) {
  return {setup.present(), setup.source, instruments::kinds(measurement(setup))};
}

template <>
VirtualPart<double>::VirtualPart(const HybridSetup& setup, bool may_pull)
    : form(hybrid::form(setup)),
      measurement(hybrid::measurement(setup), RandomStream(0, 0, 0)),
      pulls(may_pull) {
  contact::LawSetup its{contact::Law::kelvin_voigt_tensile, setup.virtual_stiffness, 1.0};
  its.viscosity = setup.virtual_damping;
  law = contact::general_law(its, 0.0);
}

}  // namespace hilspace::hybrid
