#include "text/every_derivative_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "text/derivatives_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::EveryDerivative, analysis::Spread;

/// Parameters with a known elasticity, that with the largest magnitude of the median first.
std::vector<std::pair<std::size_t, Spread>> order_of(const EveryDerivative& every, std::size_t metric) {
  std::vector<std::pair<std::size_t, Spread>> order;
  for (std::size_t p = 0; p < every.parameters.size(); ++p)
    if (const Spread its = spread_of(every, metric, p); std::abs(its.median) > 0.0)
      order.emplace_back(p, its);
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
  for (std::size_t m = 0; m < every.metrics.size(); ++m) {
    const auto order = order_of(every, m);
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
  if (every.solved > 0) {
    fmt::print(
        "percent of the metric per percent of the parameter, the largest first: median of the scenarios, and "
        "5 "
        "to 95 % of them\n");
    table.print();
  }
  fmt::print("derivatives of {} of {} scenarios{}\n", grouped(every.solved), grouped(every.scenarios),
             every.solved == every.scenarios
                 ? ""
                 : "; the rest is not solved by collocation: use --local --index I");
  print_remarks(every.without, every.left_out);
}

}  // namespace hilspace::app
