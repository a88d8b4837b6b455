#pragma once
// What a (docking, HIL) pair that is solved in pieces knows after its run: base of pair_reading.hpp and smooth/smooth_pair.hpp.

#include "core/scalar.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::simulate {

template <class S>
struct PairResults {
  metrics::PairMetrics<S> metrics;
  S velocity_docking = S(0.0), velocity_hil = S(0.0);  // after, m/s
  S holds = S(0.0);  // 1: solved; 0: outside the limits of the solver, nothing else is valid

  template <class Self, class Other, class Visit>
  static void zip_results(Self& self, Other& other, Visit&& visit) {
    metrics::PairMetrics<S>::zip(self.metrics, other.metrics, visit);
    visit(self.velocity_docking, other.velocity_docking);
    visit(self.velocity_hil, other.velocity_hil);
    visit(self.holds, other.holds);
  }
};

}  // namespace hilspace::simulate
