#include "analysis/sensitivity/one_at_a_time.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace hilspace::analysis {

std::vector<Swing> swings(std::span<const double> values, std::size_t parameters) {
  if (parameters == 0 || values.empty() || (values.size() - 1) % parameters != 0)
    throw std::invalid_argument("one at a time: the middle, then as many points for each parameter");
  const std::size_t levels = (values.size() - 1) / parameters;
  std::vector<Swing> result;
  for (std::size_t j = 0; j < parameters; ++j) {
    std::vector<double> known;
    const auto its = values.subspan(1 + j * levels, levels);
    std::ranges::copy_if(its, std::back_inserter(known), [](double value) { return !std::isnan(value); });
    if (!std::isnan(values.front())) known.push_back(values.front());
    Swing& swing = result.emplace_back();
    swing.left_out = levels + 1 - known.size();
    if (known.size() < 2) continue;
    const auto [low, high] = std::ranges::minmax(known);
    swing.smallest = low;
    swing.largest = high;
    swing.swing = high - low;
  }
  return result;
}

}  // namespace hilspace::analysis
