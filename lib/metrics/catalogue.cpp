#include "metrics/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <string>
#include <vector>

#include "metrics/definition.hpp"
#include "metrics/docking_metrics.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {
namespace {

/// I where H - I is largest. Where that is the end of the docking model's contact, I is 0 but for what the end is
/// missed by: no reference. It is undefined below this share of the peak, far above what any solver misses.
constexpr double kLeastReference = 1e-3;
double reference_at_error(const SignalTally<double>& signal) {
  return signal.docking_at_error > kLeastReference * signal.peak_docking ? signal.docking_at_error : 0.0;
}

/// How probable it is that the reference of some signal is by chance so near to where it becomes undefined. The
/// largest error is at a time before the end of the docking model's contact that is as probable as any, and I goes
/// with the power 3/2 of it; where it is at the end itself it is so for many scenarios.
double edge_chance(const PairMetrics<double>& tallies) {
  constexpr double kEnd = 1e-4, kSignals = 3.0;
  double chance = 1.0;
  for (const auto* signal : {&tallies.force, &tallies.contact_force, &tallies.penetration}) {
    const double share = signal->docking_at_error / signal->peak_docking;
    if (!(share > kEnd)) continue;
    const double off = std::abs(std::cbrt(share * share) - std::cbrt(kLeastReference * kLeastReference));
    chance = std::min(chance, kSignals * 2.0 * off);
  }
  return chance;
}

double duration(const ContactTally<double>& contact) {
  return contact.begin < kNever ? contact.end - contact.begin : kUndefined;
}

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
    add_loop();
    add_docking();
    list_.insert(list_.end(), capture_definitions().begin(), capture_definitions().end());
    list_.insert(list_.end(), dent_definitions().begin(), dent_definitions().end());
    list_.insert(list_.end(), hybrid_definitions().begin(), hybrid_definitions().end());
    list_.insert(list_.end(), four_mass_definitions().begin(), four_mass_definitions().end());
    for (const auto& definition : list_) metrics_.push_back(definition.metric);
  }
  const std::vector<Definition>& list() const { return list_; }
  const std::vector<Metric>& metrics() const { return metrics_; }

 private:
  using Signal = const SignalTally<double> PairMetrics<double>::*;

  void add(std::string name, std::string units, std::string long_name, Of of, Value value,
           Signal signal = nullptr) {
    list_.push_back({{keep(std::move(name)), keep(std::move(units)), keep(std::move(long_name)),
                      of != Of::hil, of != Of::docking, value.of_axial != nullptr, value.of_sixdof != nullptr,
                      value.of_four_mass != nullptr},
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
        [](const Facts& f) { return f.docking.velocity; });
    add("velocity.after_hil", "m s-1", "relative velocity after the impact, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.velocity; });
    add("velocity.error", "m s-1", "error of the relative velocity after the impact", Of::both,
        [](const Facts& f) { return f.hil.velocity - f.docking.velocity; });
    add("velocity.error_pct", "percent", "error of the relative velocity after the impact", Of::both,
        [](const Facts& f) { return percent(f.hil.velocity - f.docking.velocity, f.docking.velocity); });
    add("restitution.docking", "1", "realised coefficient of restitution, docking model", Of::docking,
        [](const Facts& f) { return -f.docking.rebound() / f.docking.velocity_before; });
    add("restitution.hil", "1", "realised coefficient of restitution, HIL model", Of::hil,
        [](const Facts& f) { return -f.hil.rebound() / f.hil.velocity_before; });
  }

  void add_contact() {
    add("contact.duration_docking", "s", "duration of the contact, docking model", Of::docking,
        [](const Facts& f) { return f.docking.duration; });
    add("contact.duration_hil", "s", "duration of the contact, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.duration; });
    add("contact.duration_error", "s", "error of the duration of the contact", Of::both,
        [](const Facts& f) { return f.hil.duration - f.docking.duration; });
  }

  void add_energy() {
    add("energy.kinetic_docking", "J", "kinetic energy of the relative motion after, docking model",
        Of::docking, [](const Facts& f) { return f.docking.kinetic; });
    add("energy.kinetic_hil", "J", "kinetic energy of the relative motion after, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.kinetic; });
    add("energy.kinetic_error", "J", "error of the kinetic energy after", Of::both,
        [](const Facts& f) { return f.hil.kinetic - f.docking.kinetic; });
    add("energy.kinetic_error_pct", "percent", "error of the kinetic energy after", Of::both,
        [](const Facts& f) { return percent(f.hil.kinetic - f.docking.kinetic, f.docking.kinetic); });
    add("energy.potential_docking", "J", "largest energy stored in the contact, docking model", Of::docking,
        [](const Facts& f) { return f.docking.peak_stored; });
    add("energy.potential_hil", "J", "largest energy stored in the contact, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.peak_stored; });
    add("energy.potential_error", "J", "error of the largest energy stored in the contact", Of::both,
        [](const Facts& f) { return f.hil.peak_stored - f.docking.peak_stored; });
    add("energy.potential_error_pct", "percent", "error of the largest energy stored in the contact",
        Of::both, [](const Facts& f) {
          return percent(f.hil.peak_stored - f.docking.peak_stored, f.docking.peak_stored);
        });
    add("energy.mechanical_docking", "J", "largest kinetic and stored energy together, docking model",
        Of::docking, [](const Facts& f) { return f.docking.peak_mechanical; });
    add("energy.mechanical_hil", "J", "largest kinetic and stored energy together, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.peak_mechanical; });
    add("energy.mechanical_error", "J", "error of the largest kinetic and stored energy together", Of::both,
        [](const Facts& f) { return f.hil.peak_mechanical - f.docking.peak_mechanical; });
    add("energy.mechanical_error_pct", "percent", "error of the largest kinetic and stored energy together",
        Of::both, [](const Facts& f) {
          return percent(f.hil.peak_mechanical - f.docking.peak_mechanical, f.docking.peak_mechanical);
        });
    add("energy.dissipated_docking", "J", "energy taken by the contact, docking model", Of::docking,
        [](const Facts& f) { return f.docking.work; });
    add("energy.dissipated_hil", "J", "energy taken by the contact, HIL model", Of::hil,
        [](const Facts& f) { return f.hil.work; });
    add("energy.dissipated_error", "J", "error of the energy taken by the contact", Of::both,
        [](const Facts& f) { return f.hil.work - f.docking.work; });
    add("energy.dissipated_error_pct", "percent", "error of the energy taken by the contact", Of::both,
        [](const Facts& f) {
          // What an elastic contact seems to take is left by the integration.
          constexpr double kTaken = 1e-6;
          const bool takes = std::abs(f.docking.work) > kTaken * f.docking.kinetic_before;
          return takes ? percent(f.hil.work - f.docking.work, f.docking.work) : kUndefined;
        });
    add("energy.balance_docking", "J",
        "energy after plus taken minus before, docking model (0 but for the integration)", Of::docking,
        [](const Facts& f) { return f.docking.found() - f.docking.kinetic_before; });
    add("energy.balance_hil", "J",
        "energy after plus taken minus before, HIL model: what the instruments add", Of::hil,
        [](const Facts& f) { return f.hil.found() - f.hil.kinetic_before; });
    add("energy.balance_error_pct", "percent", "what the instruments add, of the energy before", Of::both,
        [](const Facts& f) { return percent(f.hil.found() - f.docking.found(), f.docking.kinetic_before); });
  }

  /// Inputs from the contact of the HIL model (LoopTally, NormalLoopTally).
  void add_loop() {
    const auto observed = [](const Facts& f) { return f.hil.found() - f.hil.kinetic_before; };
    add("energy.observed", "J",
        "energy that the testbed adds, seen by a passivity observer with exact signals: positive is active",
        Of::hil, {observed, observed});
    add("loop.lag", "s", "how late the interface is behind the bodies, seen from the contact", Of::hil,
        {[](const Facts& f) { return lag(f, f.hil.work - f.tallies.loop.power); },
         [](const Facts& f) { return along(f, f.loop == nullptr ? 0.0 : f.loop->power); }});
    add("loop.lag_ratio", "1",
        "lag of the whole loop, interface and force, over the docking model's contact, times pi", Of::both,
        {[](const Facts& f) {
           return std::numbers::pi * lag(f, f.hil.found() - f.docking.found()) / f.docking.duration;
         },
         [](const Facts& f) {
           return std::numbers::pi * along(f, f.loop == nullptr ? 0.0 : f.loop->given) / f.docking.duration;
         }});
  }
  /// From its share of the energy; undefined without a contact.
  static double lag(const Facts& f, double energy) {
    const double slowed = f.tallies.loop.product / (2.0 * f.tallies.half_mass);
    return f.tallies.half_mass > 0.0 && slowed > 0.0 ? energy / slowed : kUndefined;
  }
  /// The same along the normal, where `taken` is what the bodies give; undefined for several contacts.
  static double along(const Facts& f, double taken) {
    return f.loop != nullptr && f.loop->slowed > 0.0 ? (f.tallies.hil.work - taken) / f.loop->slowed
                                                     : kUndefined;
  }

  /// Inputs from a docking in six degrees of freedom.
  void add_docking() {
    using M = const ModelFacts&;
    add_both<[](M m) { return m.velocity_before; }>("velocity.before", "m s-1",
                                                    "closing rate of the surfaces at the first contact");
    add_both<[](M m) { return of_first(m, &Impact::begin); }>("impact.time", "s",
                                                              "time of the first contact");
    add_both<[](M m) { return m.run->has_impact() ? -m.run->tally.first.place[0] : kUndefined; }>(
        "impact.place", "m", "distance of the first contact from the drogue's base, along its axis");
    add_both<[](M m) { return of_first(m, &Impact::peak_friction); }>(
        "friction.peak", "N", "largest friction force in the first impact");
    add_both<[](M m) { return of_first(m, &Impact::peak_torque); }>(
        "torque.peak", "N m", "largest measured torque about the drogue's base in the first impact");
    add_both<[](M m) { return m.kinetic_before; }>("energy.initial", "J", "kinetic energy at the start");
    add_both<[](M m) { return m.run->tally.last.damping; }>("energy.damping", "J",
                                                            "energy taken by the contact's damping");
    add_both<[](M m) { return m.run->tally.last.friction; }>("energy.friction", "J",
                                                             "energy taken by friction");
    add_both<[](M m) { return m.run->tally.imbalance / m.kinetic_before; }>(
        "energy.imbalance", "1", "largest departure of the energy's balance from 0, of the initial energy");
    add_both<success>("success", "1", "whether the probe docked: 1 or 0", '.');
    add("success.error", "1", "HIL model less docking model: 1 docks in the testbed alone, -1 in space alone",
        Of::both, {nullptr, [](const Facts& f) { return success(f.hil) - success(f.docking); }});
    add_both<[](M m) { return of_run(m, m.run->tally.impacts); }>("run.impacts", "1", "number of impacts");
    add_both<[](M m) { return of_run(m, m.run->end.time); }>("run.duration", "s",
                                                             "time at which the run ended");
    add_both<[](M m) { return of_run(m, m.run->tally.peak_force); }>("run.peak_force", "N",
                                                                     "largest contact force of all impacts");
    add_both<run_advance>("run.advance", "m", "how near the tip came to the drogue's base");
  }

  static double of_first(const ModelFacts& m, double Impact::*member) {
    return m.run->has_impact() ? m.run->tally.first.*member : kUndefined;
  }
  static double of_run(const ModelFacts& m, double value) { return m.run->whole ? value : kUndefined; }
  /// Undefined where there is nothing to advance to: a plane, features without docked_at.
  static double run_advance(const ModelFacts& m) {
    return of_run(m, std::isinf(m.run->tally.advance) ? kUndefined : m.run->tally.advance);
  }
  static double success(const ModelFacts& m) {
    return of_run(m, m.run->docked() || m.run->end.end == RunEnd::captured ? 1.0 : 0.0);
  }

  template <auto kValue>
  void add_both(const std::string& name, const std::string& unit, const std::string& what, char joint = '_') {
    add(name + joint + "docking", unit, what + ", docking model", Of::docking,
        {nullptr, [](const Facts& f) -> double { return kValue(f.docking); }});
    add(name + joint + "hil", unit, what + ", HIL model", Of::hil,
        {nullptr, [](const Facts& f) -> double { return kValue(f.hil); }});
  }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::vector<Definition> list_;
  std::vector<Metric> metrics_;
};

const Definitions& all_definitions() {
  static const Definitions all;
  return all;
}

/// What a row of the axial model takes of a definition: close together, as rows are many.
struct AxialNumber {
  std::size_t place;  // in Row::values
  const SignalTally<double> PairMetrics<double>::*signal;
  Value::Function value;
  bool of_docking, of_hil;
};
std::vector<AxialNumber> select_axial(std::span<const Definition> definitions) {
  std::vector<AxialNumber> numbers;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const auto& [metric, signal, value] = definitions[i];
    if (metric.axial) numbers.push_back({i, signal, value.of_axial, metric.of_docking, metric.of_hil});
  }
  return numbers;
}
std::span<const AxialNumber> axial_numbers() {
  static const std::vector<AxialNumber> numbers = select_axial(all_definitions().list());
  return numbers;
}

}  // namespace

std::span<const Metric> catalogue() { return all_definitions().metrics(); }
std::span<const Definition> definitions() { return all_definitions().list(); }

void refuse_infinite(Row& row) {
  if (row.outcome != Outcome::ok || std::ranges::none_of(row.values, [](double x) { return std::isinf(x); }))
    return;
  row.outcome = Outcome::diverged;
  row.values.fill(kUndefined);
}

Row not_run() {
  Row row;
  row.values.fill(kUndefined);
  return row;
}

Row row(const PairMetrics<double>& tallies, const ModelEnd& docking, const ModelEnd& hil, double mass,
        double velocity, double step, const HybridFacts& hybrid) {
  const auto kinetic = [mass](double v) { return 0.5 * mass * v * v; };
  const auto facts = [&](const ModelEnd& end, const ContactTally<double>& contact) {
    ModelFacts its{velocity,     end.velocity,           kinetic(velocity),       kinetic(end.velocity),
                   contact.work, contact.peak_potential, contact.peak_mechanical, duration(contact)};
    its.dent = end.dent;
    return its;
  };
  const ModelFacts of_docking = facts(docking, tallies.docking), of_hil = facts(hil, tallies.hil);
  Row row = not_run();
  row.step = step;
  row.outcome = docking.outcome != Outcome::ok ? docking.outcome : hil.outcome;
  row.end_docking = docking.end;
  row.end_hil = hil.end;
  Facts all{tallies, nullptr, of_docking, of_hil, nullptr, hybrid};
  bool infinite = false;
  for (const auto& [place, signal, value, of_docking_model, of_hil_model] : axial_numbers()) {
    if ((of_docking_model && docking.outcome != Outcome::ok) || (of_hil_model && hil.outcome != Outcome::ok))
      continue;
    if (signal != nullptr) all.signal = &(tallies.*signal);
    row.values[place] = value(all);
    infinite = infinite || std::isinf(row.values[place]);
  }
  if (infinite) refuse_infinite(row);
  row.edge_chance = edge_chance(tallies);
  return row;
}

Row row(const PairMetrics<double>& first, const DockingRun& docking, const DockingRun& hil, double step,
        const NormalLoopTally* loop, const HybridFacts& hybrid) {
  const auto facts = [](const DockingRun& run) {
    const DockingTally& tally = run.tally;
    const bool has = run.has_impact();
    return ModelFacts{
        has ? tally.first.rate_before : kUndefined,
        has ? tally.first.rate_after : kUndefined,
        tally.initial,
        tally.last.kinetic,
        tally.last.damping + tally.last.friction + (tally.last.link + tally.last.snaps + tally.last.joint),
        tally.peak_stored,
        tally.peak_mechanical,
        has ? tally.first.end - tally.first.begin : kUndefined,
        &run,
        tally.last.stored + (tally.last.sprung - tally.last.thrust - tally.last.hooks)};
  };
  const ModelFacts of_docking = facts(docking), of_hil = facts(hil);
  Row row = not_run();
  row.step = step;
  row.outcome = docking.outcome() != Outcome::ok || hil.outcome() == Outcome::not_run ? docking.outcome()
                                                                                      : hil.outcome();
  row.end_docking = docking.end.end;
  row.end_hil = hil.end.end;
  row.agreement = agreement(docking.captured(), hil.captured());
  Facts all{first, nullptr, of_docking, of_hil, nullptr, hybrid, loop};
  const auto all_of_them = definitions();
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const auto& [metric, signal, value] = all_of_them[i];
    if (signal != nullptr) all.signal = &(first.*signal);
    const auto tells = [of_impact = signal != nullptr](const DockingRun& run) {
      return run.went_through() && (!of_impact || run.has_impact());
    };
    if (metric.sixdof && (!metric.of_docking || tells(docking)) && (!metric.of_hil || tells(hil)))
      row.values[i] = value.of_sixdof(all);
  }
  refuse_infinite(row);
  return row;
}

}  // namespace hilspace::metrics
