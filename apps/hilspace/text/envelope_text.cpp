#include "text/envelope_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "messages.hpp"
#include "text/scenario_columns.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Emulated;
using analysis::Emulation;
using analysis::Envelope;

/// Maximum number of lines on the terminal.
constexpr std::size_t kMostLimits = 60;

/// "fill, 40 N s m-1": the scenario's values on an axis.
std::string place(const study::Study& study, std::size_t axis, std::uint64_t scenario) {
  const auto& its = study.axes[axis];
  const std::size_t position = study::positions(study, scenario)[axis];
  std::vector<std::string> texts;
  for (std::size_t p = 0; p < its.parameters.size(); ++p)
    texts.push_back(study::text_with_unit(study, its.parameters[p], its.values[p][position]));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string limit(double value) {
  if (std::isnan(value)) return "-";
  return std::isinf(value) ? "none" : fmt::format("{:.5g}", value);
}

std::string ratio(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4f}", value); }

std::string_view verdict_of(const Emulated& its) {
  return analysis::kEmulations[static_cast<std::size_t>(its.verdict)];
}

void print_rows(const study::Study& study, const Envelope& all) {
  TextTable table("r" + std::string(study.axes.size(), 'l') + "rrrrrlrrl");
  std::vector<std::string> head{"index"};
  for (const auto& axis : study.axes) head.push_back(axis.name);
  head.insert(head.end(),
              {"k_v", "b_v", "b_v least", "most", "k_v most", "linear loop", "wanted", "rebound", ""});
  table.add(head);
  for (std::size_t index = 0; index < all.scenarios.size(); ++index) {
    const Emulated& its = all.scenarios[index];
    std::vector<std::string> row{std::to_string(index)};
    for (std::size_t k = 0; k < study.axes.size(); ++k) row.push_back(place(study, k, index));
    for (const double number : {its.stiffness, its.damping}) row.push_back(fmt::format("{:.5g}", number));
    for (const double number : {its.least, its.most, its.largest_stiffness}) row.push_back(limit(number));
    row.emplace_back(verdict_of(its));
    row.push_back(ratio(its.wanted));
    row.push_back(ratio(its.shown));
    row.emplace_back(its.outcome == Outcome::ok ? its.shown > 1.0 ? "gives energy" : ""
                                                : kOutcomes[static_cast<std::size_t>(its.outcome)].name);
    table.add(row);
  }
  fmt::print("virtual stiffness k_v in N/m, virtual damping b_v in N s/m; rebound ratios\n");
  table.print();
}

}  // namespace

void print_csv(const study::Study& study, const Envelope& all) {
  print_column_names(study);
  fmt::print(
      ",outcome,reduced_mass,real_stiffness,virtual_stiffness,virtual_damping,virtual.damping_min,"
      "virtual.damping_max,virtual.stiffness_max,stable,rebound_wanted,rebound_shown\n");
  for (std::size_t index = 0; index < all.scenarios.size(); ++index) {
    const Emulated& its = all.scenarios[index];
    print_columns(study, index);
    fmt::print(",{},{},{},{},{},{},{},{},{},{},{}\n", static_cast<int>(its.outcome), its.mass,
               its.real_stiffness, its.stiffness, its.damping, its.least, its.most, its.largest_stiffness,
               verdict_of(its), its.wanted, its.shown);
  }
}

void print_envelope(const study::Study& study, const Envelope& all) {
  fmt::print("{}\n\n", printed_title(study));
  if (all.scenarios.size() <= kMostLimits)
    print_rows(study, all);
  else
    fmt::print("{} scenarios: --csv prints the results of each, -o FILE.h5 writes them\n",
               grouped(all.scenarios.size()));
  std::vector<std::string> counts;
  for (std::size_t v = 0; v < analysis::kEmulations.size(); ++v)
    if (const auto n = std::ranges::count(all.scenarios, static_cast<Emulation>(v), &Emulated::verdict);
        n > 0)
      counts.push_back(fmt::format("{} {}", n, analysis::kEmulations[v]));
  const auto active =
      std::ranges::count_if(all.scenarios, [](const Emulated& its) { return its.shown > 1.0; });
  fmt::print("linear loop: {}\nsimulated: {} of {} come back faster than they came\n",
             fmt::join(counts, ", "), active, all.scenarios.size());
  if (std::ranges::count(all.scenarios, Emulation::undefined, &Emulated::verdict) > 0)
    fmt::print(
        "undefined: with a compensator, or with stages other than delays, holds, low-passes and transfer "
        "functions\n");
}

}  // namespace hilspace::app
