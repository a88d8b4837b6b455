#include "text/impacts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "text_table.hpp"

namespace hilspace::app {

void print_impacts(const std::string& title, const std::vector<ImpactColumn>& columns) {
  constexpr std::size_t kShown = 30;
  const std::size_t count = columns.empty() ? 0 : columns.front().values.size();
  fmt::print("{}: {} impact{}\n", title, count, count == 1 ? "" : "s");
  if (count == 0) return;
  TextTable table(std::string(columns.size() + 1, 'r'));
  std::vector<std::string> names{""}, units{""};
  for (const auto& column : columns) {
    names.emplace_back(column.name);
    units.emplace_back(column.units == "1" ? "" : column.units);
  }
  table.add(names);
  table.add(units);
  for (std::size_t i = 0; i < std::min(count, kShown); ++i) {
    std::vector<std::string> row{std::to_string(i + 1)};
    for (const auto& column : columns) {
      const double value = column.values[i];
      row.push_back(std::isnan(value) ? "-" : fmt::format("{:.5g}", value + 0.0));
    }
    table.add(row);
  }
  if (count > kShown) table.add({"..."});
  table.print();
}

}  // namespace hilspace::app
