#include "simulate/sixdof/sixdof_pair.hpp"

namespace hilspace::simulate::sixdof {

metrics::Row run_reference(const SixDofSetup& setup, const Observers& watch, const std::atomic<bool>& stop) {
  if (needs_general(setup)) return run_with<ReferenceMethod, models::GeneralSix>(setup, watch, stop);
  return run_with<ReferenceMethod, models::PlainSix>(setup, watch, stop);
}

}  // namespace hilspace::simulate::sixdof
