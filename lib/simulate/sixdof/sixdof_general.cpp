#include "simulate/sixdof/sixdof_pair.hpp"

namespace hilspace::simulate::sixdof {

metrics::Row run_general(const SixDofSetup& setup, const Observers& watch, const std::atomic<bool>& stop) {
  return run_with<models::GeneralSix>(setup, watch, stop);
}

}  // namespace hilspace::simulate::sixdof
