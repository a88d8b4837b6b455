#pragma once
// The numerical error that is stated of a scenario, by its two finer runs.

#include <cstddef>
#include <vector>

#include "metrics/numerical_error.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::test {

template <class Setup>
std::vector<metrics::Row> finer_rows(const Setup& setup) {
  std::vector<metrics::Row> rows;
  for (std::size_t i = 0; i < simulate::kRefinements.size(); ++i)
    rows.push_back(simulate::simulate(simulate::finer(setup, i)));
  return rows;
}

template <class Setup>
metrics::NumericalError stated_error(const Setup& setup, const metrics::Row& row) {
  metrics::NumericalError stated;
  stated.include(row, finer_rows(setup));
  return stated;
}

}  // namespace hilspace::test
