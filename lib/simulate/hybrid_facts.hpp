#pragma once
// What is known of a scenario with a hybrid contact besides its signals: the limits of its linear loop
// (hybrid/envelope.hpp).

#include "metrics/hybrid_facts.hpp"
#include "models/axial_setup.hpp"

namespace hilspace::simulate {

/// `observed_late`: of an observer with late rates, J.
metrics::HybridFacts hybrid_facts(const models::AxialSetup& setup, double observed_late);

}  // namespace hilspace::simulate
