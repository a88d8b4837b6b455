#include "campaign_text.hpp"

#include <fmt/core.h>

#include <cmath>

#include "qualification.hpp"
#include "rig/arming/expect.hpp"
#include "session.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

/// A measure as displayed, in a practical unit.
struct Shown {
  std::string_view name;  // of rig::kMeasures
  std::string_view title;
  double factor;
  std::string_view format;  // of the value
};
constexpr std::array kShown{
    Shown{"force.peak", "peak force, N", 1.0, "{:.1f}"},
    Shown{"penetration.peak", "peak penetration, um", 1e6, "{:.2f}"},
    Shown{"penetration.integral", "penetration integral, um ms", 1e9, "{:.1f}"},
    Shown{"velocity.after", "velocity after, mm/s", 1e3, "{:.2f}"},
    Shown{"restitution", "restitution", 1.0, "{:.4f}"},
    Shown{"contact.duration", "contact duration, ms", 1e3, "{:.3f}"},
};
constexpr double kMomentumOff =
    1.0;  // percent by which the position's momentum ratio may differ from the twin's
constexpr double kMostMomentum = 0.05;  // permitted difference of recorded force and recorded velocity

/// What a scenario needs that does not qualify because of the time for it; else empty.
std::string time_needed(const rig::Campaign& campaign, const rig::CampaignRun& run) {
  const metrics::Qualification& verdict = run.judged.verdict;
  if (run.judged.outcome != Outcome::ok || verdict.qualifies() ||
      verdict.binds != metrics::Limit::scenario_time)
    return "";
  const double has = campaign.rig.scenario_time, needs = verdict.share * has;
  if (!std::isfinite(needs)) return fmt::format("scenario {}: the bodies do not part again\n", run.scenario);
  return fmt::format(
      "scenario {}: the bodies are not back before {:.1f} ms, with a reserve, and loop.scenario_time is {:g} "
      "ms; {}\n",
      run.scenario, 1e3 * needs, 1e3 * has, rig::how_to_give(needs));
}

std::string percent(double value) { return std::isfinite(value) ? fmt::format("{:.1f}", value) : "-"; }
std::string mean_of(const Shown& shown, const numerics::SampleMean& mean) {
  return fmt::format(fmt::runtime(shown.format), shown.factor * mean.mean);
}
std::string fidelity_of(const rig::MeasureStatistics& m) {
  if (!m.fidelity.bounded) return std::string("- (") + std::string(rig::because(m)) + ")";
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", m.fidelity.value, m.fidelity.low, m.fidelity.high);
}

void print_measure(const Shown& shown, const std::vector<rig::ScenarioStatistics>& all) {
  fmt::print("{}\n", shown.title);
  TextTable table("rrrrrrrrrl");
  table.add(
      {"scenario", "runs", "docking", "twin", "rig", "E_md %", "E_hd %", "E_hm %", "U %", "fidelity %"});
  for (const rig::ScenarioStatistics& scenario : all) {
    const std::size_t place = rig::measure_at(shown.name);
    const rig::MeasureStatistics& m = scenario.measures[place];
    table.add({fmt::format("{}", scenario.scenario), fmt::format("{}", m.rig.count),
               fmt::format(fmt::runtime(shown.format), shown.factor * m.docking), mean_of(shown, m.twin),
               mean_of(shown, m.rig), percent(m.of_means.e_md_pct), percent(m.of_means.e_hd_pct),
               fmt::format("{} +- {}", percent(m.of_means.e_hm_pct), percent(m.e_hm_half_pct)),
               percent(scenario.expanded(place)) + (scenario.agrees(place) ? "" : " !"), fidelity_of(m)});
  }
  table.print();
}

/// Consistency of each run's record; a finding indicates missing data.
void print_record_audit(const std::vector<rig::CampaignRun>& runs) {
  double farthest = 0.0;
  std::size_t count = 0;
  for (const rig::CampaignRun& run : runs) {
    if (!run.assessment) continue;
    const double off = std::abs(run.assessment->momentum.ratio() - 1.0);
    if (!(off <= farthest)) farthest = off;
    if (off <= kMostMomentum) continue;
    ++count;
    fmt::print(
        "warning: scenario {}, repetition {}: the recorded force and the recorded velocity are "
        "inconsistent (ratio {:.4f}); data may be missing\n",
        run.scenario, run.repetition + 1, run.assessment->momentum.ratio());
  }
  if (count == 0) fmt::print("records: force and velocity are consistent within {:.1g}\n", farthest);
}

void print_momentum(const std::vector<rig::ScenarioStatistics>& all) {
  fmt::print(
      "momentum: its change derived from the measured position, over the impulse of the measured force\n");
  TextTable table("rrrrl");
  table.add({"scenario", "twin", "rig", "off %", ""});
  for (const rig::ScenarioStatistics& scenario : all) {
    const rig::MeasureStatistics& m = scenario.measures[rig::measure_at("momentum.position")];
    const bool good = std::abs(m.of_means.e_hm_pct) <= std::max(2.0 * m.e_hm_half_pct, kMomentumOff);
    table.add({fmt::format("{}", scenario.scenario), fmt::format("{:.4f}", m.twin.mean),
               fmt::format("{:.4f}", m.rig.mean),
               fmt::format("{:.2f} +- {:.2f}", m.of_means.e_hm_pct, m.e_hm_half_pct),
               good ? "" : "warning: the specimens did not follow the bodies; check actuator and clock"});
  }
  table.print();
}

}  // namespace

void print_qualified(const rig::Campaign& campaign, const std::vector<rig::CampaignRun>& runs) {
  std::vector<std::uint64_t> scenarios;
  std::vector<sweep::Judged> judged;
  for (const rig::CampaignRun& run : runs) {
    if (run.repetition != 0) continue;
    scenarios.push_back(run.scenario);
    judged.push_back(run.judged);
  }
  print_qualification(campaign.study, scenarios, judged);
  for (const rig::CampaignRun& run : runs)
    if (run.repetition == 0) fmt::print("{}", time_needed(campaign, run));
}

void print_fidelity(const std::vector<rig::CampaignRun>& runs) {
  const auto all = rig::statistics(runs);
  for (const Shown& shown : kShown) print_measure(shown, all);
  const bool few = std::ranges::any_of(
      all, [](const rig::ScenarioStatistics& each) { return !each.measures[0].own_spread; });
  if (few)
    fmt::print(
        "note: with fewer than {} runs the twin's standard deviation is used; see repetitions in the "
        "campaign file\n",
        rig::kOwnSpread);
  print_momentum(all);
  print_record_audit(runs);
}

std::string told(const rig::CampaignRun& run) {
  if (run.trip) return "tripped: " + text_of(run.trip);
  const auto& held = run.assessment->held[0];
  return fmt::format("done, peak force {:.1f} N (twin {:.1f} N)", held.rig, held.twin);
}

}  // namespace hilspace::app
