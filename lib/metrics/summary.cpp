#include "metrics/summary.hpp"

#include <cmath>

namespace hilspace::metrics {

Summary::Summary() {
  smallest.fill(std::numeric_limits<double>::quiet_NaN());
  largest = smallest;
}

void Summary::include(std::span<const Row> rows, const NumericalError& of_rows) {
  error.include(of_rows);
  for (const Row& row : rows) {
    ++outcomes[static_cast<std::size_t>(row.outcome)];
    ++ends_docking[static_cast<std::size_t>(row.end_docking)];
    ++ends_hil[static_cast<std::size_t>(row.end_hil)];
    ++agreements[static_cast<std::size_t>(row.agreement)];
    for (std::size_t i = 0; i < kMetricCount; ++i) {
      smallest[i] = std::fmin(smallest[i], row.values[i]);
      largest[i] = std::fmax(largest[i], row.values[i]);
    }
  }
}

}  // namespace hilspace::metrics
