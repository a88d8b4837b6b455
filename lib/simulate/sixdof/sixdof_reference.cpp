#include "simulate/sixdof/sixdof_pair.hpp"

namespace hilspace::simulate::sixdof {

metrics::Row run_reference(const SixDofSetup& setup, const Observers& watch, const std::atomic<bool>& stop) {
  // One kind that holds all of them: here a state more costs little, and another kind takes as long to compile again.
  if (needs_general(setup)) return run_with<ReferenceMethod, models::FilteredSix>(setup, watch, stop);
  return run_with<ReferenceMethod, models::PlainSix>(setup, watch, stop);
}

}  // namespace hilspace::simulate::sixdof
