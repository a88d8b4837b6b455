#include "text/every_derivative_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "text/derivatives_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::EveryDerivative, analysis::Spread;

/// Parameters with an elasticity beyond its error in at least half of the solved scenarios, that with the largest magnitude
/// of the median first; `seldom`: those that have one in fewer.
std::vector<std::pair<std::size_t, Spread>> order_of(const EveryDerivative& every, std::size_t metric,
                                                     std::set<std::string_view>& seldom) {
  std::vector<std::pair<std::size_t, Spread>> order;
  for (std::size_t p = 0; p < every.parameters.size(); ++p) {
    const Spread its = spread_of(every, metric, p);
    if (!(std::abs(its.median) > its.error)) continue;
    if (2 * its.scenarios >= every.solved)
      order.emplace_back(p, its);
    else
      seldom.insert(study::parameter(every.parameters[p]).path);
  }
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const auto& its) { return std::abs(its.second.median); });
  return order;
}

}  // namespace

void print_every_derivative(const study::Study& study, const EveryDerivative& every, std::size_t top) {
  fmt::print("{}, derivatives of all scenarios\n\n", printed_title(study));
  const std::size_t columns = std::min(top, every.parameters.size());
  TextTable table("l" + std::string(columns, 'l'));
  std::vector<std::string> head{"metric"};
  for (std::size_t i = 0; i < columns; ++i) head.push_back(fmt::format("{}.", i + 1));
  table.add(head);
  std::set<std::string_view> seldom;
  for (std::size_t m = 0; m < every.metrics.size(); ++m) {
    const auto order = order_of(every, m, seldom);
    if (order.empty()) continue;
    std::vector<std::string> row{std::string(metrics::catalogue()[every.metrics[m]].name)};
    for (std::size_t i = 0; i < columns; ++i) {
      if (i >= order.size()) {
        row.emplace_back("-");
        continue;
      }
      const auto& [p, its] = order[i];
      row.push_back(fmt::format("{} {:.3g} ({:.3g} to {:.3g})", study::parameter(every.parameters[p]).path,
                                its.median, its.low, its.high));
    }
    table.add(row);
  }
  fmt::print(
      "percent of the metric per percent of the parameter, the largest first: "
      "median of the scenarios, and 5 to 95 % of them\n");
  table.print();
  if (!seldom.empty())
    fmt::print("not shown, known in fewer than half of the scenarios: {}\n", fmt::join(seldom, ", "));
  fmt::print(
      "derivatives of {} of {}{}\n", grouped(every.solved), counted(every.scenarios, "scenario"),
      every.solved == every.scenarios ? "" : "; the rest has no linearised solve: use --local --index I");
  print_remarks(every.without, every.left_out);
}

}  // namespace hilspace::app
