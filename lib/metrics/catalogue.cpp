#include "metrics/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// What the definitions below are computed from.
struct Facts {
  const PairMetrics<double>& tallies;
  const SignalTally<double>* signal;  // for the measures that every signal has
  double velocity_docking, velocity_hil;
  double mass, approach;

  double kinetic(double v) const { return 0.5 * mass * v * v; }
};

/// `part` in percent of `whole`; of nothing there is no percentage.
double percent(double part, double whole) { return whole != 0.0 ? 100.0 * part / whole : kUndefined; }

/// I where H - I is largest; what rounding leaves of it once docking is over is no reference.
double reference_at_error(const SignalTally<double>& signal) {
  return signal.docking_at_error > 1e-9 * signal.peak_docking ? signal.docking_at_error : 0.0;
}

double duration(const ContactTally<double>& contact) {
  return contact.begin < kNever ? contact.end - contact.begin : kUndefined;
}

struct Definition {
  Metric metric;
  const SignalTally<double> PairMetrics<double>::*signal;
  double (*value)(const Facts&);
};

enum class Of { docking, hil, both };

/// The one list: name, unit, meaning and formula of every metric.
class Definitions {
 public:
  Definitions() {
    add_signal("force", "N", "measured force on the bodies", &PairMetrics<double>::force);
    add_signal("contact_force", "N", "contact force at the interface", &PairMetrics<double>::contact_force);
    add_signal("penetration", "m", "penetration", &PairMetrics<double>::penetration);
    add_velocity();
    add_contact();
    add_energy();
    add_docking();
    for (const auto& definition : list_) metrics_.push_back(definition.metric);
  }
  const std::vector<Definition>& list() const { return list_; }
  const std::vector<Metric>& metrics() const { return metrics_; }

 private:
  using Signal = const SignalTally<double> PairMetrics<double>::*;

  void add(std::string name, std::string units, std::string long_name, Of of, double (*value)(const Facts&),
           Signal signal = nullptr) {
    list_.push_back({{keep(std::move(name)), keep(std::move(units)), keep(std::move(long_name)),
                      of != Of::hil, of != Of::docking, value != nullptr, true},
                     signal,
                     value});
  }

  void add_signal(const std::string& name, const std::string& unit, const std::string& what, Signal s) {
    add(
        name + ".peak_docking", unit, "peak " + what + ", docking model", Of::docking,
        [](const Facts& f) { return f.signal->peak_docking; }, s);
    add(
        name + ".peak_hil", unit, "peak " + what + ", HIL model", Of::hil,
        [](const Facts& f) { return f.signal->peak_hil; }, s);
    add(
        name + ".e_imax", unit, "largest instantaneous error of the " + what, Of::both,
        [](const Facts& f) { return f.signal->error_max; }, s);
    add(
        name + ".e_imax_pct", "percent",
        "largest instantaneous error of the " + what + ", of the docking value at that instant", Of::both,
        [](const Facts& f) { return percent(f.signal->error_max, reference_at_error(*f.signal)); }, s);
    add(
        name + ".e_hmax_pct", "percent",
        "largest instantaneous error of the " + what + ", of the docking peak", Of::both,
        [](const Facts& f) { return percent(f.signal->error_max, f.signal->peak_docking); }, s);
    add(
        name + ".e_abs_pct", "percent", "difference of the peaks of the " + what, Of::both,
        [](const Facts& f) {
          return percent(f.signal->peak_hil - f.signal->peak_docking, f.signal->peak_docking);
        },
        s);
    add(
        name + ".e_aint_pct", "percent", "difference of the areas under the " + what, Of::both,
        [](const Facts& f) {
          return percent(f.signal->area_hil - f.signal->area_docking, f.signal->area_docking);
        },
        s);
    add(
        name + ".e_hint_pct", "percent", "area of the error of the " + what, Of::both,
        [](const Facts& f) { return percent(f.signal->area_error, f.signal->area_docking); }, s);
  }

  void add_velocity() {
    add("velocity.after_docking", "m s-1", "relative velocity after the impact, docking model", Of::docking,
        [](const Facts& f) { return f.velocity_docking; });
    add("velocity.after_hil", "m s-1", "relative velocity after the impact, HIL model", Of::hil,
        [](const Facts& f) { return f.velocity_hil; });
    add("velocity.error", "m s-1", "error of the relative velocity after the impact", Of::both,
        [](const Facts& f) { return f.velocity_hil - f.velocity_docking; });
    add("velocity.error_pct", "percent", "error of the relative velocity after the impact", Of::both,
        [](const Facts& f) { return percent(f.velocity_hil - f.velocity_docking, f.velocity_docking); });
    add("restitution.docking", "1", "realised coefficient of restitution, docking model", Of::docking,
        [](const Facts& f) { return -f.velocity_docking / f.approach; });
    add("restitution.hil", "1", "realised coefficient of restitution, HIL model", Of::hil,
        [](const Facts& f) { return -f.velocity_hil / f.approach; });
  }

  void add_contact() {
    add("contact.duration_docking", "s", "duration of the contact, docking model", Of::docking,
        [](const Facts& f) { return duration(f.tallies.docking); });
    add("contact.duration_hil", "s", "duration of the contact, HIL model", Of::hil,
        [](const Facts& f) { return duration(f.tallies.hil); });
    add("contact.duration_error", "s", "error of the duration of the contact", Of::both,
        [](const Facts& f) { return duration(f.tallies.hil) - duration(f.tallies.docking); });
  }

  void add_energy() {
    add("energy.kinetic_docking", "J", "kinetic energy of the relative motion after, docking model",
        Of::docking, [](const Facts& f) { return f.kinetic(f.velocity_docking); });
    add("energy.kinetic_hil", "J", "kinetic energy of the relative motion after, HIL model", Of::hil,
        [](const Facts& f) { return f.kinetic(f.velocity_hil); });
    add("energy.kinetic_error", "J", "error of the kinetic energy after", Of::both,
        [](const Facts& f) { return f.kinetic(f.velocity_hil) - f.kinetic(f.velocity_docking); });
    add("energy.kinetic_error_pct", "percent", "error of the kinetic energy after", Of::both,
        [](const Facts& f) {
          return percent(f.kinetic(f.velocity_hil) - f.kinetic(f.velocity_docking),
                         f.kinetic(f.velocity_docking));
        });
    add("energy.potential_docking", "J", "largest energy stored in the contact, docking model", Of::docking,
        [](const Facts& f) { return f.tallies.docking.peak_potential; });
    add("energy.potential_hil", "J", "largest energy stored in the contact, HIL model", Of::hil,
        [](const Facts& f) { return f.tallies.hil.peak_potential; });
    add("energy.potential_error", "J", "error of the largest energy stored in the contact", Of::both,
        [](const Facts& f) { return f.tallies.hil.peak_potential - f.tallies.docking.peak_potential; });
    add("energy.potential_error_pct", "percent", "error of the largest energy stored in the contact",
        Of::both, [](const Facts& f) {
          return percent(f.tallies.hil.peak_potential - f.tallies.docking.peak_potential,
                         f.tallies.docking.peak_potential);
        });
    add("energy.mechanical_docking", "J", "largest kinetic and stored energy together, docking model",
        Of::docking, [](const Facts& f) { return f.tallies.docking.peak_mechanical; });
    add("energy.mechanical_hil", "J", "largest kinetic and stored energy together, HIL model", Of::hil,
        [](const Facts& f) { return f.tallies.hil.peak_mechanical; });
    add("energy.mechanical_error", "J", "error of the largest kinetic and stored energy together", Of::both,
        [](const Facts& f) { return f.tallies.hil.peak_mechanical - f.tallies.docking.peak_mechanical; });
    add("energy.mechanical_error_pct", "percent", "error of the largest kinetic and stored energy together",
        Of::both, [](const Facts& f) {
          return percent(f.tallies.hil.peak_mechanical - f.tallies.docking.peak_mechanical,
                         f.tallies.docking.peak_mechanical);
        });
    add("energy.dissipated_docking", "J", "energy taken by the contact, docking model", Of::docking,
        [](const Facts& f) { return f.tallies.docking.work; });
    add("energy.dissipated_hil", "J", "energy taken by the contact, HIL model", Of::hil,
        [](const Facts& f) { return f.tallies.hil.work; });
    add("energy.dissipated_error", "J", "error of the energy taken by the contact", Of::both,
        [](const Facts& f) { return f.tallies.hil.work - f.tallies.docking.work; });
    add("energy.dissipated_error_pct", "percent", "error of the energy taken by the contact", Of::both,
        [](const Facts& f) {
          return percent(f.tallies.hil.work - f.tallies.docking.work, f.tallies.docking.work);
        });
    add("energy.balance_docking", "J",
        "energy after plus taken minus before, docking model (0 but for the integration)", Of::docking,
        [](const Facts& f) {
          return f.kinetic(f.velocity_docking) + f.tallies.docking.work - f.kinetic(f.approach);
        });
    add("energy.balance_hil", "J",
        "energy after plus taken minus before, HIL model: what the instruments add", Of::hil,
        [](const Facts& f) {
          return f.kinetic(f.velocity_hil) + f.tallies.hil.work - f.kinetic(f.approach);
        });
    add("energy.balance_error_pct", "percent", "what the instruments add, of the energy before", Of::both,
        [](const Facts& f) {
          const double docking = f.kinetic(f.velocity_docking) + f.tallies.docking.work;
          const double hil = f.kinetic(f.velocity_hil) + f.tallies.hil.work;
          return percent(hil - docking, f.kinetic(f.approach));
        });
  }

  /// Of a docking in six degrees of freedom.
  void add_docking() {
    add_both("velocity.before", "m s-1", "closing rate of the surfaces at the first contact");
    add_both("impact.time", "s", "time of the first contact");
    add_both("impact.place", "m", "distance of the first contact from the drogue's base, along its axis");
    add_both("friction.peak", "N", "largest friction force in the first impact");
    add_both("torque.peak", "N m", "largest torque about the drogue's base in the first impact");
    add_both("energy.initial", "J", "kinetic energy at the start");
    add_both("energy.damping", "J", "energy taken by the contact's damping");
    add_both("energy.friction", "J", "energy taken by friction");
    add_both("energy.imbalance", "1",
             "largest departure of the energy's balance from 0, of the initial energy");
    add("success.docking", "1", "whether the probe docked: 1 or 0, docking model", Of::docking, nullptr);
    add("success.hil", "1", "whether the probe docked: 1 or 0, HIL model", Of::hil, nullptr);
    add("success.error", "1", "HIL model less docking model: 1 docks in the testbed alone, -1 in space alone",
        Of::both, nullptr);
    add_both("run.impacts", "1", "number of impacts");
    add_both("run.duration", "s", "time at which the run ended");
    add_both("run.peak_force", "N", "largest contact force of all impacts");
    add_both("run.advance", "m", "how near the tip came to the drogue's base");
  }
  void add_both(const std::string& name, const std::string& unit, const std::string& what) {
    add(name + "_docking", unit, what + ", docking model", Of::docking, nullptr);
    add(name + "_hil", unit, what + ", HIL model", Of::hil, nullptr);
  }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::vector<Definition> list_;
  std::vector<Metric> metrics_;
};

const Definitions& definitions() {
  static const Definitions all;
  return all;
}

}  // namespace

std::span<const Metric> catalogue() { return definitions().metrics(); }

Row not_run() {
  Row row;
  row.values.fill(kUndefined);
  return row;
}

Row row(const PairMetrics<double>& tallies, const ModelEnd& docking, const ModelEnd& hil, double mass,
        double velocity, double step) {
  Row row = not_run();
  row.step = step;
  row.outcome = docking.outcome != Outcome::ok ? docking.outcome : hil.outcome;
  row.end_docking = docking.end;
  row.end_hil = hil.end;
  Facts facts{tallies, nullptr, docking.velocity, hil.velocity, mass, velocity};
  std::size_t i = 0;
  for (const auto& definition : definitions().list()) {
    const bool defined = (!definition.metric.of_docking || docking.outcome == Outcome::ok) &&
                         (!definition.metric.of_hil || hil.outcome == Outcome::ok);
    if (definition.signal != nullptr) facts.signal = &(tallies.*definition.signal);
    if (defined && definition.metric.axial) row.values[i] = definition.value(facts);
    ++i;
  }
  return row;
}

NumericalError::NumericalError() { values.fill(kUndefined); }

/// No number is claimed to be better than this share of itself.
constexpr double kResolution = 1e-6;

void NumericalError::include(const Row& row, std::span<const Row> finer) {
  ++scenarios;
  for (const Row& other : finer) {
    for (std::size_t i = 0; i < kMetricCount; ++i) {
      const double difference =
          std::max(2.0 * std::abs(row.values[i] - other.values[i]), kResolution * std::abs(row.values[i]));
      // Undefined in both is agreement about nothing; undefined in one is no agreement at all.
      if (std::isnan(row.values[i]) && std::isnan(other.values[i])) continue;
      const double found = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
      if (!(values[i] >= found)) values[i] = found;
    }
  }
}

void NumericalError::include(const NumericalError& other) {
  scenarios += other.scenarios;
  for (std::size_t i = 0; i < kMetricCount; ++i)
    if (!(values[i] >= other.values[i]) && !std::isnan(other.values[i])) values[i] = other.values[i];
}

}  // namespace hilspace::metrics
