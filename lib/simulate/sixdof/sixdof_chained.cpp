#include "simulate/sixdof/sixdof_run_of.hpp"

namespace hilspace::simulate::sixdof {

HilStart start_general(const SixDofSetup& setup) { return start_hil<models::GeneralSix>(setup); }
HilStart start_filtered(const SixDofSetup& setup) { return start_hil<models::FilteredSix>(setup); }

}  // namespace hilspace::simulate::sixdof
