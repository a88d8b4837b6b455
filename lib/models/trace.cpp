#include "models/trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hilspace::models {

std::vector<double> distinct(std::vector<double> time) {
  double longest = 0.0;
  for (const double t : time) longest = std::max(longest, std::abs(t));
  const double least = longest * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 1; i < time.size(); ++i) time[i] = std::max(time[i], time[i - 1] + least);
  return time;
}

}  // namespace hilspace::models
