#pragma once
// What is known of a scenario with a hybrid contact besides its signals. NaN: it has none, or there is no limit.

#include <limits>

namespace hilspace::metrics {

struct HybridFacts {
  double observed_late = std::numeric_limits<double>::quiet_NaN();  // J, by an observer with late rates
  // The envelope of the testbed (hybrid/envelope.hpp), at the scenario's virtual stiffness:
  double least_damping = std::numeric_limits<double>::quiet_NaN();      // N s/m
  double most_damping = std::numeric_limits<double>::quiet_NaN();       // N s/m
  double largest_stiffness = std::numeric_limits<double>::quiet_NaN();  // N/m
};

}  // namespace hilspace::metrics
