#include "qualification.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "text_table.hpp"

namespace hilspace::app {
namespace {

using study::Id;

std::string unit_of(Id id) {
  const auto unit = study::parameter(id).unit;
  return unit == "1" ? "" : fmt::format(" {}", unit);
}

/// "35 kg, 70 kg": the scenario's values on the axes.
std::string point(const study::Study& study, const study::Axis& axis, std::size_t position) {
  std::string text;
  for (std::size_t p = 0; p < axis.parameters.size(); ++p) {
    const Id id = axis.parameters[p];
    text += fmt::format("{}{}{}", p == 0 ? "" : ", ", study::text_of(study, id, axis.values[p][position]),
                        unit_of(id));
  }
  return text;
}

}  // namespace

void print_qualification(const study::Study& study, std::span<const std::uint64_t> scenarios,
                         std::span<const sweep::Judged> judged) {
  TextTable table("r" + std::string(study.axes.size(), 'l') + "rrllr");
  std::vector<std::string> head{"index"};
  for (const auto& axis : study.axes) head.push_back(axis.name);
  head.insert(head.end(), {"extension", "force", "qualifies", "binds", "margin"});
  table.add(head);
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const sweep::Judged& its = judged[i];
    std::vector<std::string> row{std::to_string(scenarios[i])};
    const auto positions = study::positions(study, scenarios[i]);
    for (std::size_t k = 0; k < positions.size(); ++k)
      row.push_back(point(study, study.axes[k], positions[k]));
    const bool ok = its.outcome == Outcome::ok;
    row.push_back(ok ? fmt::format("{:.1f} um", 1e6 * its.demand.extension) : "-");
    row.push_back(ok ? fmt::format("{:.1f} N", its.demand.force) : "-");
    row.emplace_back(its.qualifies() ? "yes" : "no");
    row.emplace_back(its.reason());
    row.push_back(ok ? fmt::format("{:.1f} %", its.verdict.margin()) : "-");
    table.add(row);
  }
  table.print();
}

}  // namespace hilspace::app
