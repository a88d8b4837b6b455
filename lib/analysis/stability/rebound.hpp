#pragma once
// Rebound ratio of the HIL model, by simulation: |v after|/|v before| of the bodies. Below 1 the testbed
// dissipates energy and is stable, above 1 its delay adds more than the contact dissipates.
//
// Source: Zebenay et al., hybrid docking simulator, (123). It is the metric restitution.hil.

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/outcome.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

struct Rebound {
  double ratio;  // NaN unless the outcome is ok
  Outcome outcome;
};

struct Rebounds {
  std::vector<Rebound> of;  // one per scenario
  double numerical_error;   // the largest of a ratio, as in results; NaN: no scenario was repeated
  std::size_t compared;     // scenarios used for that estimate
};

/// Rebounds of an axial study. 0 threads: all available. Empty soon after `stop` was raised.
std::optional<Rebounds> simulate_rebounds(const study::Study& study, int threads,
                                          const std::atomic<bool>& stop);

/// Rebounds of some of its scenarios, without their error.
std::optional<std::vector<Rebound>> simulate_rebounds(const study::Study& study,
                                                      std::span<const std::size_t> scenarios, int threads,
                                                      const std::atomic<bool>& stop);

/// The same with individual values of one parameter, one per given scenario: an axial study with these
/// scenarios in that order.
study::Study with_values(const study::Study& study, study::Id parameter,
                         std::span<const std::uint64_t> scenarios, std::span<const double> values);

}  // namespace hilspace::analysis
