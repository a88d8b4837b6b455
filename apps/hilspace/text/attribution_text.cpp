#include "text/attribution_text.hpp"

#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "messages.hpp"
#include "text/scenario_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Removal;

/// "52.52 +- 0.003", or the outcome of a failed run.
std::string cell(const Removal& removal, std::size_t metric) {
  const double value = removal.row.values[metric];
  if (removal.row.outcome != Outcome::ok)
    return std::string(kOutcomes[static_cast<std::size_t>(removal.row.outcome)].name);
  if (std::isnan(value)) return "-";
  return fmt::format("{:.4g} +- {:.1g}", value + 0.0, removal.error.values[metric]);
}

/// "most of velocity.error_pct comes from actuator.low_pass: without it 52.5 becomes 0.31"
std::string conclusion(std::span<const Removal> removals, std::size_t metric) {
  const auto name = metrics::catalogue()[metric].name;
  const auto value = [&](std::size_t i) { return removals[i].row.values[metric] + 0.0; };
  if (std::isnan(value(0))) return fmt::format("{} is undefined here\n", name);
  const std::size_t cause = analysis::main_cause(removals, metric);
  if (cause == 0)
    return fmt::format("{}: no single instrument causes it; each removal makes it larger\n", name);
  return fmt::format("most of {} comes from {}: without it {:.4g} becomes {:.4g}\n", name,
                     removals[cause].stage, value(0), value(cause));
}

}  // namespace

void print_attribution(const study::Study& study, std::uint64_t scenario, std::span<const Removal> removals,
                       std::span<const std::size_t> chosen) {
  fmt::print("{}, scenario {}\n\n", printed_title(study), scenario);
  print_parameters(study, scenario);
  fmt::print("\n");
  TextTable table("l" + std::string(chosen.size(), 'r'));
  std::vector<std::string> head{"without"};
  for (const std::size_t i : chosen) head.emplace_back(metrics::catalogue()[i].name);
  table.add(head);
  for (const Removal& removal : removals) {
    std::vector<std::string> row{removal.stage.empty() ? "nothing: as it is" : removal.stage};
    for (const std::size_t i : chosen) row.push_back(cell(removal, i));
    table.add(row);
  }
  table.print();
  if (removals.size() == 1)
    fmt::print("the instruments are ideal: there is nothing to remove\n");
  else
    for (const std::size_t i : chosen) fmt::print("{}", conclusion(removals, i));
}

}  // namespace hilspace::app
