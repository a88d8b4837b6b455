#pragma once
// Rebound ratio of the HIL model, by simulation: |v after|/|v before| of the bodies, below 1 where the
// testbed takes energy and so is stable, above 1 where its delay gives more than the contact takes.
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
  double ratio;  // NaN unless the run ended well
  Outcome outcome;
};

struct Rebounds {
  std::vector<Rebound> of;  // each scenario
  double numerical_error;   // the largest of a ratio, as results have it; NaN: no scenario was run again
  std::size_t compared;     // scenarios that it is estimated from
};

/// The rebounds of an axial study. 0 threads: as many as the machine has. Nothing soon after `stop` was
/// raised.
std::optional<Rebounds> simulate_rebounds(const study::Study& study, int threads,
                                          const std::atomic<bool>& stop);

/// The rebounds of some of its scenarios, without their error.
std::optional<std::vector<Rebound>> simulate_rebounds(const study::Study& study,
                                                      std::span<const std::size_t> scenarios, int threads,
                                                      const std::atomic<bool>& stop);

/// The same with one parameter at values of its own, one for each of these scenarios, as an axial study whose
/// scenarios are these, in that order.
study::Study with_values(const study::Study& study, study::Id parameter,
                         std::span<const std::uint64_t> scenarios, std::span<const double> values);

}  // namespace hilspace::analysis
