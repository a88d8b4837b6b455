#pragma once
// Envelope of the testbeds of a study: which virtual stiffness and damping each emulates stably, by the linear
// loop of a permanent contact (hybrid/envelope.hpp), and the simulated rebound of each scenario beside it. In six degrees of
// freedom the loop is that of a straight hit on the docking axis.

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// Virtual stiffnesses at which the border of each testbed is known, from the real spring's loss to the largest one.
inline constexpr std::size_t kBorderPoints = 41;

/// The border of a testbed: for each stiffness the range of stable dampings; NaN: none, infinite: no limit.
struct Border {
  std::vector<double> stiffness, least, most;  // N/m, N s/m
};

enum class Emulation { stable, unstable, undefined };
inline constexpr std::array<std::string_view, 3> kEmulations{"stable", "unstable", "undefined"};

struct Emulated {
  double mass;                // reduced, kg
  double real_stiffness;      // N/m
  double stiffness, damping;  // of the virtual part, N/m, N s/m
  double least, most;         // stable damping at that stiffness; NaN: none, infinite: no limit
  double largest_stiffness;   // infinite: no limit
  Emulation verdict;          // undefined where stages are not linear
  double wanted, shown;       // rebound ratio of the docking and of the HIL model; NaN unless `outcome` is ok
  Outcome outcome;
  std::size_t border;  // of its testbed, in Envelope::borders
};

struct Envelope {
  std::vector<Emulated> scenarios;
  std::vector<Border> borders;  // one per testbed; scenarios of other virtual parts share it
};

/// Throws InputError if the study has no hybrid contact; empty soon after `stop` was raised. 0 threads: all.
std::optional<Envelope> envelope(const study::Study& study, int threads, const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
