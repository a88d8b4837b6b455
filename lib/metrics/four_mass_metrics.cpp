#include "metrics/four_mass_metrics.hpp"

#include <array>

#include "metrics/definition.hpp"

namespace hilspace::metrics {
namespace {

using F = const Facts&;

constexpr Metric described(std::string_view name, std::string_view units, std::string_view long_name,
                           bool of_hil = false) {
  return {name, units, long_name, !of_hil, of_hil, false, false, true};
}
Definition definition(const Metric& its, Value::Function value) {
  return {its, nullptr, Value(nullptr, nullptr, value)};
}

}  // namespace

std::span<const Definition> four_mass_definitions() {
  static const std::array list{
      definition(described("rmit.ratio", "1", "ratio of effective masses e_I of impact theory"),
                 [](F f) { return f.theory->ratio; }),
      definition(described("rmit.velocity_after", "m s-1",
                           "relative velocity of the centres of mass after the first impact, impact theory"),
                 [](F f) { return f.theory->velocity_after; }),
      definition(described("rmit.error_pct", "percent", "error of impact theory, of the approach velocity"),
                 [](F f) {
                   return percent(f.theory->velocity_after - f.docking.masses->first_velocity,
                                  f.docking.velocity_before);
                 }),
      definition(described("velocity.front_docking", "m s-1",
                           "relative velocity of the front masses after the first impact, docking model"),
                 [](F f) { return f.docking.masses->front_velocity; }),
      definition(described("velocity.front_hil", "m s-1",
                           "relative velocity of the front masses after the first impact, HIL model", true),
                 [](F f) { return f.hil.masses->front_velocity; }),
      definition(described("impact.rebounds_docking", "1",
                           "how often the front masses parted before the impact was over, docking model"),
                 [](F f) { return f.docking.masses->rebounds; }),
      definition(described("impact.rebounds_hil", "1",
                           "how often the front masses parted before the impact was over, HIL model", true),
                 [](F f) { return f.hil.masses->rebounds; }),
      definition(described("latch.travel_limit", "m", "longest travel of a latch that impact theory allows"),
                 [](F f) { return f.theory->travel_limit; }),
      definition(
          described(
              "latch.open_from", "s",
              "time after the impact at which the target's spring passes the latch's travel, impact theory"),
          [](F f) { return f.theory->open_from; }),
      definition(described("latch.open_until", "s", "time at which it is back there, impact theory"),
                 [](F f) { return f.theory->open_until; }),
      definition(
          described("latch.reach_docking", "m", "greatest travel of the target's spring, docking model"),
          [](F f) { return f.docking.masses->peak_travel; }),
      definition(described("latch.reach_hil", "m", "greatest travel of the target's spring, HIL model", true),
                 [](F f) { return f.hil.masses->peak_travel; }),
      definition(
          described("latch.outcome_docking", "1",
                    "what becomes of the latch: latched 0, re-impact 1, too short 2, never 3, docking model"),
          [](F f) { return f.docking.masses->latch; }),
      definition(
          described("latch.outcome_hil", "1",
                    "what becomes of the latch: latched 0, re-impact 1, too short 2, never 3, HIL model",
                    true),
          [](F f) { return f.hil.masses->latch; }),
  };
  return list;
}

Row row(const PairMetrics<double>& tallies, const FourMassRun& docking, const FourMassRun& hil,
        const models::FourMassSetup& setup) {
  const double before = setup.impact.approach_velocity;
  const double kinetic = 0.5 * models::whole_mass(setup) * before * before;
  const auto facts = [&](const FourMassRun& run, const ContactTally<double>& contact) {
    const double duration = contact.begin < kNever ? contact.end - contact.begin : kUndefined;
    return ModelFacts{before,
                      run.velocity,
                      kinetic,
                      run.kinetic,
                      contact.work,
                      contact.peak_potential,
                      run.peak_mechanical,
                      duration,
                      nullptr,
                      run.kept,
                      run.dent,
                      &run};
  };
  const ModelFacts of_docking = facts(docking, tallies.docking), of_hil = facts(hil, tallies.hil);
  const models::ImpactTheory theory = models::impact_theory(setup);
  Row row = not_run();
  row.step = setup.impact.step;
  row.outcome = docking.outcome != Outcome::ok ? docking.outcome : hil.outcome;
  row.end_docking = docking.end;
  row.end_hil = hil.end;
  Facts all{tallies, nullptr, of_docking, of_hil, &theory};
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const auto& [metric, signal, value] = definitions()[i];
    if (signal != nullptr) all.signal = &(tallies.*signal);
    const bool defined = (!metric.of_docking || docking.outcome == Outcome::ok) &&
                         (!metric.of_hil || hil.outcome == Outcome::ok);
    if (defined && metric.four_mass) row.values[i] = value.of_four_mass(all);
  }
  refuse_infinite(row);
  return row;
}

}  // namespace hilspace::metrics
