// Stub.
#include "simulate/sixdof.hpp"
namespace hilspace::simulate {
metrics::Row simulate(const models::SixDofSetup&, const std::atomic<bool>&) { return metrics::not_run(); }
Traced simulate_traced(const models::SixDofSetup&, double, const std::atomic<bool>&) {
  return {metrics::not_run(),
          {"the tip's centre was in the plane of the drogue's mouth",
           {{"docking", {}, {}, {}}, {"hil", {}, {}, {}}}}};
}
models::SixDofSetup finer(const models::SixDofSetup& setup, std::size_t) { return setup; }
}  // namespace hilspace::simulate
