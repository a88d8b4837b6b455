#include "analysis/sensitivity/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace hilspace::analysis {

std::vector<std::size_t> order_of(std::span<const double> importance) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < importance.size(); ++j)
    if (!std::isnan(importance[j])) order.push_back(j);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t j) { return importance[j]; });
  return order;
}

std::vector<double> shares(std::span<const double> numbers) {
  double sum = 0.0;
  for (const double number : numbers)
    if (!std::isnan(number)) sum += number;
  std::vector<double> result;
  for (const double number : numbers) result.push_back(number / sum);
  return result;
}

std::vector<KeyParameter> key_parameters(std::span<const std::vector<double>> importance) {
  std::vector<KeyParameter> keys;
  if (importance.empty()) return keys;
  for (std::size_t j = 0; j < importance.front().size(); ++j) {
    KeyParameter& key = keys.emplace_back(KeyParameter{.parameter = j});
    for (std::size_t m = 0; m < importance.size(); ++m) {
      const double its = std::isnan(importance[m][j]) ? 0.0 : importance[m][j];
      key.mean += its / static_cast<double>(importance.size());
      if (its > key.largest) key.largest = its, key.metric = m;
    }
  }
  for (const auto& its : importance)
    if (const auto order = order_of(its); !order.empty()) ++keys[order.front()].first_in;
  std::ranges::stable_sort(keys, std::ranges::greater(), &KeyParameter::mean);
  return keys;
}

}  // namespace hilspace::analysis
