#include "simulate/sixdof/sixdof_run_of.hpp"

namespace hilspace::simulate::sixdof {

std::unique_ptr<AnyRun> start_docking(const SixDofSetup& setup, double early) {
  return with_touching(setup.mechanism, [&](auto of) {
    return start_run<models::SixDofModel<typename decltype(of)::type, models::NoSix>>(setup, early);
  });
}

double least_steps(const SixDofSetup& setup) {
  return with_touching(setup.mechanism,
                       [&](auto of) { return least_steps<typename decltype(of)::type>(setup); });
}

}  // namespace hilspace::simulate::sixdof
