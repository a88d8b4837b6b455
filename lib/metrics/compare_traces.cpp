#include "metrics/compare_traces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {
namespace {

using Observation = models::Observation<double>;
using Views = models::Views<double>;

/// One side's histories, traversed in order of time.
class Walk {
 public:
  explicit Walk(const Histories& histories) : of_(histories) {}

  /// Its next sample time after `now`; kNever after the last one.
  double next_after(double now) {
    while (next_ < of_.time.size() && of_.time[next_] <= now) ++next_;
    return next_ < of_.time.size() ? of_.time[next_] : kNever;
  }

  /// The signal from `begin` to `end`, with no sample in between.
  Views views(double begin, double end) {
    Views views{};
    if (next_after(begin) == kNever || next_ == 0) return views;
    const double from = of_.time[next_ - 1];
    const double length = of_.time[next_] - from;
    views[0] = at((begin - from) / length);
    views[2] = at((end - from) / length);
    for (const auto member : {&Observation::velocity, &Observation::penetration, &Observation::rate,
                              &Observation::contact_force, &Observation::force, &Observation::potential})
      views[1].*member = 0.5 * (views[0].*member + views[2].*member);
    return views;
  }

 private:
  /// Fraction of the way from the previous sample to the next one.
  Observation at(double share) const {
    const auto value = [&](std::span<const double> history) {
      return history.empty() ? 0.0 : std::lerp(history[next_ - 1], history[next_], share);
    };
    Observation now{};
    now.velocity = value(of_.velocity);
    now.penetration = value(of_.penetration);
    now.rate = value(of_.penetration_rate);
    now.contact_force = value(of_.contact_force);
    now.force = value(of_.force);
    now.potential = value(of_.potential);
    return now;
  }

  const Histories& of_;
  std::size_t next_ = 0;
};

PairMetrics<double> tallied(const Histories& docking, const Histories& hil) {
  PairMetrics<double> tallies;
  tallies.half_mass = std::isnan(docking.mass) ? 0.0 : 0.5 * docking.mass;
  Walk i(docking), j(hil);
  double now = std::min(i.next_after(-kNever), j.next_after(-kNever));
  for (;;) {
    const double next = std::min(i.next_after(now), j.next_after(now));
    if (next == kNever) return tallies;
    tallies.add(i.views(now, next), j.views(now, next), now, next - now);
    now = next;
  }
}

/// The inputs of the metrics of one model.
enum Source : unsigned {
  kForce = 1,
  kContactForce = 2,
  kPenetration = 4,
  kRate = 8,
  kVelocity = 16,
  kMass = 32,
  kPotential = 64,
};

unsigned sources(const Histories& side) {
  return (side.force.empty() ? 0u : kForce) | (side.contact_force.empty() ? 0u : kContactForce) |
         (side.penetration.empty() ? 0u : kPenetration) | (side.penetration_rate.empty() ? 0u : kRate) |
         (side.velocity.empty() ? 0u : kVelocity) | (std::isnan(side.mass) ? 0u : kMass) |
         (side.potential.empty() ? 0u : kPotential);
}

struct Need {
  std::string_view prefix;  // of the metrics' names
  unsigned sources;
};
constexpr std::array kNeeds{
    Need{"force.", kForce},
    Need{"contact_force.", kContactForce},
    Need{"penetration.", kPenetration},
    Need{"velocity.", kVelocity},
    Need{"restitution.", kVelocity},
    Need{"contact.", kContactForce},
    Need{"energy.kinetic_", kVelocity | kMass},
    Need{"energy.potential_", kPotential},
    Need{"energy.mechanical_", kVelocity | kMass | kPotential},
    Need{"energy.dissipated_", kContactForce | kRate},
    Need{"energy.balance_", kVelocity | kMass | kContactForce | kRate},
    Need{"energy.observed", kVelocity | kMass | kContactForce | kRate},
    Need{"loop.", kVelocity | kMass | kForce | kContactForce | kRate},
};

bool has_all(unsigned there, const Metric& metric) {
  const auto need = std::ranges::find_if(
      kNeeds, [&](const Need& candidate) { return metric.name.starts_with(candidate.prefix); });
  return need != kNeeds.end() && (need->sources & ~there) == 0;
}

/// Kinetic energies of different masses are not comparable.
bool same_mass(const Histories& a, const Histories& b) {
  return !(std::abs(a.mass - b.mass) > 1e-9 * std::abs(a.mass));
}

double first(std::span<const double> history) { return history.empty() ? kUndefined : history.front(); }
double last(std::span<const double> history) { return history.empty() ? kUndefined : history.back(); }

Momentum momentum(const Histories& side) {
  const auto force = side.force.empty() ? side.contact_force : side.force;
  double impulse = force.empty() ? kUndefined : 0.0;
  for (std::size_t k = 1; k < force.size(); ++k)
    impulse += 0.5 * (side.time[k] - side.time[k - 1]) * (force[k - 1] + force[k]);
  return {impulse, side.mass * (first(side.velocity) - last(side.velocity))};
}

}  // namespace

double Momentum::ratio() const { return change != 0.0 ? impulse / change : kUndefined; }

double observed_late(const Histories& hil, double delay) {
  if (hil.force.empty() || hil.contact_force.empty() || hil.velocity.empty() || hil.penetration_rate.empty())
    return kUndefined;
  Walk now(hil), then(hil);
  double energy = 0.0, at = hil.time.front();
  for (const double end = hil.time.back(); at < end;) {
    // Linear between the samples of both, so that Simpson's rule is exact.
    const double next = std::min({now.next_after(at), then.next_after(at - delay) + delay, end});
    const Views views = now.views(at, next);
    Views before = then.views(at - delay, next - delay);
    if (next - delay <= hil.time.front())
      for (auto& view : before) view.rate = hil.penetration_rate.front();
    const auto power = [&](std::size_t k) {
      return views[k].contact_force * before[k].rate - views[k].force * views[k].velocity;
    };
    if (next > at) energy += (next - at) / 6.0 * (power(0) + 4.0 * power(1) + power(2));
    at = std::max(next, std::nextafter(at, end));
  }
  return energy;
}

Comparison compare(const Histories& docking, const Histories& hil) {
  const PairMetrics<double> tallies = tallied(docking, hil);
  const ModelEnd docking_end{Outcome::ok, RunEnd::separated, last(docking.velocity)};
  const ModelEnd hil_end{Outcome::ok, RunEnd::separated, last(hil.velocity)};
  // row() assumes one mass and one approach, so each side's own metrics are taken from its own row.
  const Row of_docking =
      row(tallies, docking_end, hil_end, docking.mass, first(docking.velocity), kUndefined);
  const Row of_hil = row(tallies, docking_end, hil_end, hil.mass, first(hil.velocity), kUndefined);

  Comparison found{of_docking, momentum(docking), momentum(hil)};
  const auto metrics = catalogue();
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const Metric& metric = metrics[i];
    double& value = found.row.values[i];
    if (!metric.of_docking) value = of_hil.values[i];
    const bool is_there = (!metric.of_docking || has_all(sources(docking), metric)) &&
                          (!metric.of_hil || has_all(sources(hil), metric));
    const bool is_difference =
        metric.of_docking && metric.of_hil && metric.name.starts_with("energy.kinetic_");
    if (!is_there || (is_difference && !same_mass(docking, hil))) value = kUndefined;
  }
  return found;
}

}  // namespace hilspace::metrics
