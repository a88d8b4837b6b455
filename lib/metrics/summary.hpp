#pragma once
// Summary of many rows: their outcomes, and the range of each metric. Independent of the order in which rows
// are included.

#include <array>
#include <cstdint>
#include <span>

#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"

namespace hilspace::metrics {

struct Summary {
  std::array<std::uint64_t, kOutcomes.size()> outcomes{};
  std::array<std::uint64_t, kEnds.size()> ends_docking{}, ends_hil{};
  std::array<std::uint64_t, kAgreements.size()> agreements{};
  std::array<double, kMetricCount> smallest;  // NaN: defined nowhere
  std::array<double, kMetricCount> largest;
  NumericalError error;

  Summary();
  void include(std::span<const Row> rows, const NumericalError& of_rows);
};

}  // namespace hilspace::metrics
