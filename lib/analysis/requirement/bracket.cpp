#include "analysis/requirement/bracket.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::analysis {

std::vector<double> spread(double first, double last, std::size_t count) {
  const double ratio = last / first;
  const bool logarithmic = std::isfinite(ratio) && (ratio >= 10.0 || (ratio > 0.0 && ratio <= 0.1));
  std::vector<double> points;
  for (std::size_t k = 0; k < count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(count - 1);
    points.push_back(logarithmic ? first * std::pow(ratio, share) : first + (last - first) * share);
  }
  points.back() = last;  // exactly
  return points;
}

Crossings crossings(std::span<const double> points, const std::vector<bool>& good) {
  Crossings found;
  found.begins_good = !good.empty() && good.front();
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (good[k] == good[k - 1]) continue;
    ++found.count;
    if (good[k]) {
      if (!found.again) found.again = points[k];
    } else {
      found.last = Bracket{points[k - 1], points[k]};
      if (!found.first) found.first = found.last;
    }
  }
  return found;
}

Bracket bisect(Bracket bracket, const Tolerance& tolerance, const Predicate& good) {
  const auto narrow = [&] {
    const double width = std::abs(bracket.bad - bracket.good);
    const double size = std::max(std::abs(bracket.bad), std::abs(bracket.good));
    return width <= std::max({tolerance.absolute, tolerance.relative * size,
                              holds_0(bracket) ? tolerance.around_0 : 0.0});
  };
  while (!narrow()) {
    const double middle = bracket.good + (bracket.bad - bracket.good) / 2.0;
    if (middle == bracket.good || middle == bracket.bad) break;
    (good(middle) ? bracket.good : bracket.bad) = middle;
  }
  return bracket;
}

}  // namespace hilspace::analysis
