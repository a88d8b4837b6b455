#include "text/summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "messages.hpp"
#include "quantity_text.hpp"
#include "results/format/column.hpp"
#include "text/agreement_text.hpp"
#include "text/title.hpp"

namespace hilspace::app {
namespace {

/// The most common metrics; `hilspace show` lists all.
constexpr std::array<std::string_view, 11> kFirst{
    "force.e_imax_pct",
    "force.e_hint_pct",
    "penetration.e_imax_pct",
    "penetration.e_hint_pct",
    "velocity.error_pct",
    "contact.duration_error",
    "energy.kinetic_error_pct",
    // of a docking
    "run.impacts_docking",
    "run.duration_docking",
    "run.peak_force_docking",
    "energy.imbalance_docking",
};

/// The error of an undefined number is none.
std::string error_text(const PrintedUnit& unit, double error) {
  return std::isnan(error) ? "-" : number_in(unit, error, 4);
}

/// Those of kFirst that the study requests; if none, the first requested ones.
std::vector<std::size_t> shown_metrics(const study::Study& study) {
  const auto catalogue = metrics::catalogue();
  std::vector<std::size_t> first, reported;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    if (!results::is_stored(study, catalogue[i])) continue;
    if (reported.size() < kFirst.size()) reported.push_back(i);
    if (std::ranges::find(kFirst, catalogue[i].name) != kFirst.end()) first.push_back(i);
  }
  return first.empty() ? reported : first;
}

/// How many of each model ended that way.
void print_ends(std::string_view name, RunEnd end, const study::Study& study,
                const metrics::Summary& summary) {
  const auto at = static_cast<std::size_t>(end);
  std::string text;
  if (study.docking) text = fmt::format("{} in the docking model", grouped(summary.ends_docking[at]));
  if (study.hil)
    text += fmt::format("{}{} in the HIL model", text.empty() ? "" : ", ", grouped(summary.ends_hil[at]));
  fmt::print("{}: {}\n", name, text);
}

/// The number of dockings, or captures, in six degrees of freedom.
void print_docked(const study::Study& study, const metrics::Summary& summary) {
  if (study.model != models::ModelKind::sixdof || study.first_impact) return;
  if (study.ends_with_capture)
    print_ends("captured", RunEnd::captured, study, summary);
  else
    print_ends("docked", RunEnd::docked, study, summary);
  fmt::print("{}", agreement_text(summary.agreements, draws_per_point(study)));
}

void print_ranges(const study::Study& study, const metrics::Summary& summary, std::uint64_t count) {
  fmt::print("\n  {:<26} {:<8} {:>11} {:>11} {:>16} {:>11}\n", "metric", "unit", "smallest", "largest",
             "numerical error", "of 95 %");
  const auto catalogue = metrics::catalogue();
  for (const std::size_t i : shown_metrics(study)) {
    const double low = summary.smallest[i], high = summary.largest[i];
    const PrintedUnit unit = printed_unit(catalogue[i].units, std::max(std::abs(low), std::abs(high)));
    fmt::print("  {:<26} {:<8} {:>11} {:>11} {:>16} {:>11}\n", catalogue[i].name, unit.name,
               number_in(unit, low, 4), number_in(unit, high, 4), error_text(unit, summary.error.values[i]),
               error_text(unit, summary.error.percentile_95(i)));
  }
  if (summary.error.scenarios > 0)
    fmt::print("  numerical error: maximum and 95 % quantile, estimated from {} of {}\n",
               grouped(summary.error.scenarios), counted(count, "scenario"));
}

}  // namespace

void print_summary(const study::Study& study, const sweep::Report& report,
                   const std::filesystem::path& output) {
  if (report.completion == sweep::Completion::already_complete) {
    fmt::print("{} is already complete; --fresh recomputes it\n", output.string());
    return;
  }
  const std::uint64_t count = report.range.size();
  const std::uint64_t total = study::scenario_count(study);
  fmt::print("{}: {} scenario{}", printed_title(study), grouped(count), count == 1 ? "" : "s");
  if (count < total)
    fmt::print(" ({} to {} of {})", report.range.begin, report.range.end - 1, grouped(total));
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    if (report.summary.outcomes[i] > 0)
      fmt::print(", {} {}", grouped(report.summary.outcomes[i]), kOutcomes[i].name);
  fmt::print(" ({}", duration_text(report.seconds));
  if (report.threads > 0) fmt::print(" on {} thread{}", report.threads, report.threads == 1 ? "" : "s");
  fmt::print(")\n");
  print_docked(study, report.summary);
  print_ranges(study, report.summary, count);
  if (!report.warnings.empty()) fmt::print("\n");
  for (const auto& warning : report.warnings) fmt::print("warning: {}\n", warning);
  if (report.is_part)
    fmt::print("\n{}: use hilspace merge to combine it with the other shards\n", output.string());
  else
    fmt::print("\n{}: hilspace show {} displays all metrics\n", output.string(), output.string());
}

}  // namespace hilspace::app
