#include "text/scenario_text.hpp"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "messages.hpp"
#include "quantity_text.hpp"
#include "results/results.hpp"
#include "text/impacts.hpp"
#include "text/title.hpp"

namespace hilspace::app {
namespace {

/// As many digits as a study writes, without those of binary rounding.
constexpr int kWritten = 12;

void print_metrics(const study::Study& study, const metrics::Row& row) {
  const auto catalogue = metrics::catalogue();
  bool all_defined = true;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    if (!results::is_stored(study, catalogue[i])) continue;
    print_number(catalogue[i].name, row.values[i], catalogue[i].units);
    all_defined = all_defined && !std::isnan(row.values[i]);
  }
  if (!all_defined)
    fmt::print("\nundefined: a percentage of nothing, or a number that this scenario does not have\n");
}

bool is_reported(const study::Study& study, const models::TraceGroup& group) {
  return group.name == "docking" ? study.docking : study.hil;
}

void print_impacts(const study::Study& study, const models::Trace& trace) {
  if (study.model != models::ModelKind::sixdof) return;
  fmt::print("\n");
  for (const auto& group : trace.groups) {
    if (!is_reported(study, group)) continue;
    std::vector<ImpactColumn> columns;
    for (const auto& impact : group.impacts) columns.push_back({impact.name, impact.units, impact.values});
    print_impacts(group.name, columns);
  }
}

}  // namespace

void print_number(std::string_view name, double value, std::string_view si_unit) {
  const PrintedUnit unit = printed_unit(si_unit, value);
  const bool has_unit = !unit.name.empty() && !std::isnan(value);
  fmt::print("  {:<34} {:>14}{}{}\n", name, number_in(unit, value, 7), has_unit ? " " : "",
             has_unit ? unit.name : "");
}

std::string parameter_text(const study::Study& study, study::Id id, double value) {
  const auto& parameter = study::parameter(id);
  const bool is_quantity = parameter.kind == study::ValueKind::quantity;
  const std::string text = study::text_of(study, id, value);
  // A word, such as "ideal", stands for itself.
  return is_quantity && text == fmt::format("{}", value) ? quantity_text(value, parameter.unit, kWritten)
                                                         : text;
}

void print_parameters(const study::Study& study, std::uint64_t index) {
  const auto values = study::parameter_values(study, index);
  for (std::size_t i = 0; i < study::kParameterCount; ++i) {
    const auto id = static_cast<study::Id>(i);
    if (std::isnan(values[id])) continue;
    const auto& parameter = study::parameters()[i];
    fmt::print("  {:<34} {}\n", parameter.path, parameter_text(study, id, values[id]));
  }
}

void print_scenario(const study::Study& study, std::uint64_t index, const metrics::Row& row,
                    const models::Trace& trace) {
  fmt::print("{}, scenario {}: {}\n\n", printed_title(study), index,
             kOutcomes[static_cast<std::size_t>(row.outcome)].name);
  print_parameters(study, index);
  fmt::print("\n");
  print_metrics(study, row);
  print_impacts(study, trace);
}

std::string sample_counts(const study::Study& study, const models::Trace& trace) {
  std::string text;
  std::size_t last = 0;
  for (const auto& group : trace.groups) {
    if (!is_reported(study, group)) continue;
    const std::size_t count = group.time.size();
    if (text.empty() || count != last) text += (text.empty() ? "" : " and ") + grouped(count);
    last = count;
  }
  return text;
}

}  // namespace hilspace::app
