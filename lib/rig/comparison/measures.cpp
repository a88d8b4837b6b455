#include "rig/comparison/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "rig/records/run_trace.hpp"

namespace hilspace::rig {
namespace {

using std::numbers::pi;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double of_row(const metrics::Row& row, std::string_view name) {
  const auto metrics = metrics::catalogue();
  const auto found = std::ranges::find(metrics, name, &metrics::Metric::name);
  return row.values[static_cast<std::size_t>(found - metrics.begin())];
}

/// Integral of max(value, 0), linear between samples.
double area(std::span<const double> time, std::span<const double> values) {
  double sum = 0.0;
  for (std::size_t k = 1; k < time.size(); ++k)
    sum += 0.5 * (time[k] - time[k - 1]) * (std::max(values[k - 1], 0.0) + std::max(values[k], 0.0));
  return sum;
}

double momentum_by_position(const models::TraceGroup& group, double mass, double air_gap, Of what) {
  const auto displacement = channel_of(group, "displacement"), penetration = channel_of(group, "penetration"),
             force = channel_of(group, "force");
  const auto& time = group.time;
  const auto position = what == Of::testbed ? penetration : displacement;
  if (position.empty() || force.empty() || displacement.empty()) return kNone;
  std::size_t end = time.size();
  while (end > 1 && displacement[end - 1] < -air_gap) --end;
  if (end < 3) return kNone;
  const double begin = time.front(), length = time[end - 1] - begin;
  double change = 0.0, impulse = 0.0;
  for (std::size_t k = 1; k < end; ++k) {
    const double h = 0.5 * (time[k] - time[k - 1]);
    for (const std::size_t i : {k - 1, k}) {
      const double share = pi * (time[i] - begin) / length;
      change -= h * mass * 2.0 * (pi / length) * (pi / length) * std::cos(2.0 * share) * position[i];
      impulse += h * std::sin(share) * std::sin(share) * force[i];
    }
  }
  return impulse != 0.0 ? change / impulse : kNone;
}

}  // namespace

metrics::Histories histories(const models::TraceGroup& group, double mass, Of what) {
  metrics::Histories side;
  side.time = group.time;
  side.velocity = channel_of(group, "velocity");
  side.penetration = channel_of(group, "penetration");
  side.penetration_rate = channel_of(group, "penetration_rate");
  side.force = channel_of(group, "force");
  side.contact_force = what == Of::testbed ? side.force : channel_of(group, "contact_force");
  side.mass = mass;
  return side;
}

Measured measured(const models::TraceGroup& group, double mass, double air_gap, Of what) {
  const metrics::Histories side = histories(group, mass, what);
  const metrics::Comparison of_itself = metrics::compare(side, side);
  const auto metric = [&](std::string_view name) { return of_row(of_itself.row, name); };
  Measured found;
  found[measure_at("force.peak")] = metric("force.peak_hil");
  found[measure_at("force.integral")] = of_itself.hil.impulse;
  found[measure_at("penetration.peak")] = metric("penetration.peak_hil");
  found[measure_at("penetration.integral")] = area(side.time, side.penetration);
  found[measure_at("velocity.after")] = metric("velocity.after_hil");
  found[measure_at("restitution")] = metric("restitution.hil");
  found[measure_at("contact.duration")] = metric("contact.duration_hil");
  found[measure_at("momentum.position")] = momentum_by_position(group, mass, air_gap, what);
  return found;
}

}  // namespace hilspace::rig
