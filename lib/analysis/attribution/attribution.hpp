#pragma once
// Attribution: which stage of which instrument causes most of a scenario's error.
//
// Each kind of stage of each instrument is removed in turn, and the scenario is simulated without it. In six
// degrees of freedom it is removed from all six components at once, and so are couplings between components. So are the
// compensator, and of a hybrid contact the computed part, its delay and its hold, and the real spring: what is left of
// the contact is shared as a study without that part says.
//
//   m_0  an error of the unmodified scenario
//   m_i  the same error without the i-th stage: the contribution of all others
//
// The main cause is the stage with the smallest |m_i|, if that is below |m_0|. Errors are not additive, so
// the m_i are not shares of m_0; where two stages compensate each other, removing either of them can increase
// the error.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// The scenario without one kind of stage.
struct Removal {
  std::string stage;              // "actuator.low_pass"; empty for the unmodified scenario, which comes first
  metrics::Row row;               // outcome and metrics
  metrics::NumericalError error;  // of the metrics
};

/// The unmodified scenario, then one without each stage; the former alone if all instruments are ideal. Empty
/// when `stop` was raised.
std::optional<std::vector<Removal>> attribute(const study::Study& study, std::uint64_t scenario,
                                              const std::atomic<bool>& stop);

/// Index of the removal with the smallest magnitude of a metric; 0: every removal increases it, or the metric
/// is undefined.
std::size_t main_cause(std::span<const Removal> removals, std::size_t metric);

}  // namespace hilspace::analysis
