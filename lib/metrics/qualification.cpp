#include "metrics/qualification.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::metrics {
namespace {

double value(const Row& row, std::string_view name) {
  const auto found = std::ranges::find(catalogue(), name, &Metric::name);
  return row.values[static_cast<std::size_t>(found - catalogue().begin())];
}

}  // namespace

Qualification worse(const Qualification& a, const Qualification& b) {
  return std::isnan(a.share) || b.share <= a.share ? a : b;
}

Demand demand(const Row& row, const Bodies& bodies, double rest) {
  const double after = value(row, "velocity.after_hil");
  return {value(row, "penetration.peak_hil") + rest,
          value(row, "contact_force.peak_hil"),
          std::max(bodies.approach_velocity, std::abs(after)),
          value(row, "force.peak_hil") / bodies.reduced_mass,
          value(row, "contact.duration_hil"),
          std::max(-after, 0.0)};
}

Qualification verdict(const Demand& demand, const Capability& capability) {
  const double s = capability.safety_factor;
  Qualification alone{Limit::stroke, s * demand.extension / capability.stroke};
  alone = worse(alone, {Limit::force, s * demand.force / capability.blocking_force});
  alone = worse(alone, {Limit::velocity, s * demand.velocity / capability.velocity});
  alone = worse(alone, {Limit::acceleration, s * demand.acceleration / capability.acceleration});
  if (!alone.qualifies()) return alone;
  const double left = 1.0 - demand.force / capability.blocking_force;  // of the stroke, under that force
  return worse(alone, {Limit::force_at_extension, s * demand.extension / (left * capability.stroke)});
}

}  // namespace hilspace::metrics
