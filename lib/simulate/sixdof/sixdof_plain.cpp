#include "simulate/sixdof/sixdof_run_of.hpp"

namespace hilspace::simulate::sixdof {

HilStart start_plain(const SixDofSetup& setup) { return start_hil<models::PlainSix>(setup); }

}  // namespace hilspace::simulate::sixdof
