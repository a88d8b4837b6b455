#include "simulate/hybrid_facts.hpp"

#include <cmath>

#include "hybrid/envelope.hpp"
#include "metrics/catalogue.hpp"

namespace hilspace::simulate {
namespace {

/// To 30 significant bits, so that the last ones of a library's functions practically never reach results.
double rounded(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 30)), exponent - 30);
}

}  // namespace

metrics::HybridFacts hybrid_facts(const models::AxialSetup& setup, double observed_late) {
  metrics::HybridFacts facts;
  facts.observed_late = observed_late;
  const auto loop =
      hybrid::loop_of(models::reduced_mass(setup), setup.hybrid, setup.actuator, setup.force_sensor);
  const auto finite = [](double x) { return std::isfinite(x) ? rounded(x) : metrics::kUndefined; };
  if (setup.compensator.present()) return facts;  // which is in no equation of these limits
  if (const auto range = hybrid::stable_damping(loop)) {
    facts.least_damping = finite(range->least);
    facts.most_damping = finite(range->most);
  }
  facts.largest_stiffness = finite(hybrid::largest_stiffness(loop));
  return facts;
}

}  // namespace hilspace::simulate
