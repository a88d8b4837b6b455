#pragma once
// Scenario in, row of metrics out: singly, in SIMD lanes, or with time histories. All three give the same
// bits, on every instruction set.

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "models/trace.hpp"

namespace hilspace::simulate {

inline constexpr std::atomic<bool> kNeverStop{false};

/// One scenario. Failures are outcomes in the row; nothing throws. not_run() soon after `stop` was raised,
/// here and below.
metrics::Row simulate(const models::AxialSetup& setup, const std::atomic<bool>& stop = kNeverStop);

/// Many scenarios, the plain ones (pair_run.hpp) several at a time in SIMD lanes. `rows` is as long as
/// `setups`. Gives up, and says false, soon after `stop` was raised.
bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    const std::atomic<bool>& stop = kNeverStop);

/// Instruction sets of this build that this machine has, best first ("avx512", "avx2", "baseline").
std::vector<std::string> instruction_sets();
/// The same with one of instruction_sets().
void simulate_lanes_with(const std::string& instruction_set, std::span<const models::AxialSetup> setups,
                         std::span<metrics::Row> rows);

struct Traced {
  metrics::Row row;
  models::Trace trace;
};
/// One scenario with its time histories: at every step, or every `sample_interval` s when that is > 0.
Traced simulate_traced(const models::AxialSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);

/// The same scenario at a quarter of the step (and a hundredth of the tolerance), for the numerical error.
metrics::Row simulate_finer(const models::AxialSetup& setup, const std::atomic<bool>& stop = kNeverStop);

}  // namespace hilspace::simulate
