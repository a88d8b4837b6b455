#include "analysis/sensitivity/trade_off.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace hilspace::analysis {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Point {
  double at, deviation;
};

/// Interpolated crossing of the share between two cells.
Estimate crossing(const Point& from, const Point& to, double share) {
  const double part = (share - from.deviation) / (to.deviation - from.deviation);
  const double at = from.at > 0.0 && to.at > 0.0 ? from.at * std::pow(to.at / from.at, part)
                                                 : from.at + part * (to.at - from.at);
  return {at, std::min(from.at, to.at), std::max(from.at, to.at)};
}

/// Difference and magnitude as in the header, averaged over the other cells; empty where no cell has both.
std::optional<std::pair<double, double>> compared(std::span<const double> values,
                                                  std::span<const double> finest) {
  double difference = 0.0, size = 0.0, count = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i]) || std::isnan(finest[i])) continue;
    difference += std::abs(values[i] - finest[i]);
    size += std::abs(finest[i]);
    count += 1.0;
  }
  if (count == 0.0) return std::nullopt;
  return std::pair(difference / count, size / count);
}

/// First upward crossing of a monotonically increasing row.
Estimate where_it_starts(std::span<const Point> row, double share) {
  if (row.size() < 2) return {};
  for (std::size_t k = 1; k < row.size(); ++k)
    if (row[k].deviation >= share) return crossing(row[k - 1], row[k], share);
  return {kNone, row.back().at, kInfinite};
}

/// Last downward crossing of a column.
Estimate where_it_ends(std::span<const Point> column, double share) {
  if (column.empty()) return {};
  if (column.back().deviation >= share) return {kNone, column.back().at, kInfinite};
  for (std::size_t i = column.size() - 1; i > 0; --i)
    if (column[i - 1].deviation >= share) return crossing(column[i - 1], column[i], share);
  return {kNone, 0.0, column.front().at};
}

}  // namespace

TradeOff trade_off(const TradeOffGrid& grid, double share) {
  const std::size_t rows = grid.first.size(), columns = grid.second.size();
  if (rows == 0 || columns == 0 || grid.values.size() % (rows * columns) != 0)
    throw std::invalid_argument("trade-off: as many values as the grid has cells");
  const std::size_t others = grid.values.size() / (rows * columns);
  const auto cell = [&](std::size_t i, std::size_t k) {
    return std::span(grid.values).subspan((i * columns + k) * others, others);
  };
  const double least = std::isnan(grid.numerical_error) ? 0.0 : 2.0 * grid.numerical_error;

  TradeOff result{std::vector<double>(rows * columns, kNone), {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Point> row;
    for (std::size_t k = 0; k < columns; ++k) {
      const auto its = compared(cell(i, k), cell(i, 0));
      if (!its || !(share * its->second > least)) continue;
      const double before = row.empty() ? 0.0 : row.back().deviation;
      row.push_back({grid.second[k], std::max(before, its->first / its->second)});
      result.deviation[i * columns + k] = row.back().deviation;
    }
    result.second.push_back(where_it_starts(row, share));
  }
  for (std::size_t k = 0; k < columns; ++k) {
    std::vector<Point> column;
    for (std::size_t i = 0; i < rows; ++i)
      if (const double e = result.deviation[i * columns + k]; !std::isnan(e))
        column.push_back({grid.first[i], e});
    result.first.push_back(k == 0 ? Estimate{} : where_it_ends(column, share));
  }
  return result;
}

}  // namespace hilspace::analysis
