#pragma once
// Simulates scenarios and returns their metrics: singly, in SIMD lanes, or with time histories. All three
// give the same bits, on every instruction set.

#include <array>
#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "models/trace.hpp"

namespace hilspace::simulate {

inline constexpr std::atomic<bool> kNeverStop{false};

/// One scenario. Failures are outcomes in the row; nothing throws. Returns not_run() soon after `stop` was
/// raised, here and below.
metrics::Row simulate(const models::AxialSetup& setup, const std::atomic<bool>& stop = kNeverStop);

/// Many scenarios; those of rk4 and collocation several at a time in SIMD lanes, the longest first. `rows` has the length
/// of `setups`. Returns false soon after `stop` was raised.
bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    const std::atomic<bool>& stop = kNeverStop);

/// The same, with a second and better solve of each scenario that collocation has solved: the difference is the
/// error of the first (collocation/collocation.hpp). Rows of `checks` are not_run() for all others.
bool simulate_lanes_checked(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                            std::span<metrics::Row> checks, const std::atomic<bool>& stop = kNeverStop);

/// Instruction sets of this build that this machine supports, best first ("avx512", "avx2", "baseline").
std::vector<std::string> instruction_sets();
/// The same with one of instruction_sets().
void simulate_lanes_with(const std::string& instruction_set, std::span<const models::AxialSetup> setups,
                         std::span<metrics::Row> rows, std::span<metrics::Row> checks = {});

struct Traced {
  metrics::Row row;
  models::Trace trace;
};
/// One scenario with its time histories, at every step or every `sample_interval` s when that is > 0.
Traced simulate_traced(const models::AxialSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);

/// Factors on step and tolerance for the repeated simulations that give the numerical error, and the tooth of an
/// unresolved quantizer that counts (metrics/tally.hpp). Two of them, because around jumps the differences are
/// random, and one of them may be small by chance.
struct Refinement {
  double step;
  double tolerance;
  double tooth;
};
inline constexpr std::array kRefinements{Refinement{0.25, 0.01, 1.0}, Refinement{0.4, 0.1, -1.0}};
models::AxialSetup finer(const models::AxialSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
