#pragma once
// Attribution: which stage of which instrument causes most of a scenario's error.
//
// Each kind of stage of each instrument is removed in turn, in six degrees of freedom from all six components
// at once, as are couplings between components; the scenario is simulated without it.
//
//   m_0  an error of the scenario as it is
//   m_i  the same without the i-th stage: what the others cause
//
// The main cause is the stage with the least |m_i|, if that is below |m_0|. Errors do not add up, so the m_i
// are no shares of m_0; where two stages compensate each other, each removal alone can make the error larger.

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
  std::string stage;              // "actuator.low_pass"; of the first one, the scenario as it is, empty
  metrics::Row row;               // how it ends, and its metrics
  metrics::NumericalError error;  // of these
};

/// The scenario as it is, then without each stage; alone where its instruments are ideal. Nothing when `stop`
/// was raised meanwhile.
std::optional<std::vector<Removal>> attribute(const study::Study& study, std::uint64_t scenario,
                                              const std::atomic<bool>& stop);

/// The place of the removal that leaves least of a metric; 0: each one makes it larger, or the metric is
/// undefined.
std::size_t main_cause(std::span<const Removal> removals, std::size_t metric);

}  // namespace hilspace::analysis
