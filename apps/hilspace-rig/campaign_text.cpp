#include "campaign_text.hpp"

#include <fmt/core.h>

#include <cmath>

#include "qualification.hpp"
#include "session.hpp"
#include "table.hpp"

namespace hilspace::app {
namespace {

/// A measure as it is shown: in the unit that people read.
struct Shown {
  std::string_view name;  // of rig::kMeasures
  std::string_view title;
  double factor;
  std::string_view format;  // of a value
};
constexpr std::array kShown{
    Shown{"force.peak", "peak force, N", 1.0, "{:.1f}"},
    Shown{"penetration.peak", "peak penetration, um", 1e6, "{:.2f}"},
    Shown{"velocity.after", "velocity after, mm/s", 1e3, "{:.2f}"},
    Shown{"contact.duration", "contact duration, ms", 1e3, "{:.3f}"},
};
constexpr double kMostMomentum = 0.05;  // that recorded force and recorded velocity may differ

std::string percent(double value) { return std::isfinite(value) ? fmt::format("{:.1f}", value) : "-"; }

std::string label(const rig::CampaignRun& run, bool repeated) {
  return repeated ? fmt::format("{}, {}", run.scenario, run.repetition + 1) : fmt::format("{}", run.scenario);
}

void print_measure(const Shown& shown, const std::vector<rig::CampaignRun>& runs, bool repeated) {
  std::size_t place = 0;
  while (rig::kMeasures[place].name != shown.name) ++place;
  fmt::print("{}\n", shown.title);
  Table table("rrrrrrrr");
  table.add({"scenario", "docking", "twin", "rig", "E_md %", "E_hd %", "E_hm %", "fidelity %"});
  for (const rig::CampaignRun& run : runs) {
    if (!run.assessment) continue;
    const rig::Held& held = run.assessment->held[place];
    std::vector<std::string> row{label(run, repeated)};
    for (const double value : {held.docking, held.twin, held.rig})
      row.push_back(fmt::format(fmt::runtime(shown.format), shown.factor * value));
    const metrics::Fidelity& f = held.fidelity;
    for (const double value : {f.e_md_pct, f.e_hd_pct, f.e_hm_pct, f.fidelity_pct})
      row.push_back(percent(value));
    table.add(row);
  }
  table.print();
}

void print_momentum(const std::vector<rig::CampaignRun>& runs, bool repeated) {
  fmt::print("momentum audit: impulse of the recorded force over the recorded change of momentum\n");
  Table table("rrl");
  table.add({"scenario", "ratio", ""});
  for (const rig::CampaignRun& run : runs) {
    if (!run.assessment) continue;
    const double ratio = run.assessment->momentum.ratio();
    const bool good = std::abs(ratio - 1.0) <= kMostMomentum;
    table.add({label(run, repeated), fmt::format("{:.4f}", ratio),
               good ? "" : "warning: force and motion do not belong together; check force scale and masses"});
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
}

void print_fidelity(const std::vector<rig::CampaignRun>& runs, bool repeated) {
  for (const Shown& shown : kShown) print_measure(shown, runs, repeated);
  print_momentum(runs, repeated);
}

std::string told(const rig::CampaignRun& run) {
  if (run.trip) return "tripped: " + text_of(run.trip);
  const auto& held = run.assessment->held[0];
  return fmt::format("done, peak force {:.1f} N (twin {:.1f} N)", held.rig, held.twin);
}

}  // namespace hilspace::app
