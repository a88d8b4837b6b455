#pragma once
// Table of derivatives (results/records/table_file.hpp): content "derivatives".
//
//   metric, parameter             dimensions, with their names
//   derivative, derivative.numerical_error    on (metric, parameter), in SI: the unit of the metric (`metric.unit`) per
//                                 that of the parameter (`parameter.unit`); NaN: unknown
//   elasticity, elasticity.numerical_error    on (metric, parameter): percent per percent
//   nominal, metric.unit          on (metric): the metric of the scenario without quantizers and noise
//   value, parameter.unit, remark on (parameter): of the scenario; why there are no derivatives
//   scenario                      index of the scenario

#include <cstdint>

#include "analysis/derivatives/derivatives.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

results::AnalysisTable derivatives_table(std::uint64_t scenario, const LocalSensitivity& local);

}  // namespace hilspace::analysis
