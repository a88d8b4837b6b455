#pragma once
// Table of the derivatives of all scenarios (results/records/table_file.hpp): content "derivatives", with a dimension
// more than that of one scenario (derivatives_table.hpp).
//
//   scenario, metric, parameter   dimensions, with the index of a scenario and their names
//   derivative, derivative.numerical_error    on (scenario, metric, parameter), SI; NaN: unknown
//   nominal                       on (scenario, metric): the metric without quantizers and noise; NaN: not solved
//   value                         on (scenario, parameter), SI
//   metric.unit, parameter.unit   on (metric), on (parameter)
//
// The elasticity is derivative*value/nominal.

#include "analysis/derivatives/every_derivative.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

results::AnalysisTable every_table(EveryDerivative every);

}  // namespace hilspace::analysis
