#pragma once
// Whether all scenarios of a study meet all targets, with some of its parameters set to other values.
//
// A scenario that did not end with outcome ok, or has no such metric, does not meet a target: it is never
// left out.

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "analysis/requirement/target.hpp"
#include "core/outcome.hpp"
#include "study/study.hpp"
#include "sweep/work/simulator.hpp"

namespace hilspace::analysis {

/// A scenario and the target that it is nearest to breaking, or breaks furthest.
struct Binding {
  std::uint64_t scenario = 0;
  std::size_t target = 0;
  Outcome outcome = Outcome::not_run;
  double value = std::numeric_limits<double>::quiet_NaN();  // what the target bounds; its metric's unit
  double margin = std::numeric_limits<double>::infinity();  // Target::margin()
  double error = std::numeric_limits<double>::quiet_NaN();  // of `value`: metrics::NumericalError
};

class Judge {
 public:
  /// Takes a copy of the study, whose parameters it sets. After `stop` was raised every answer is "bad", at
  /// once.
  Judge(study::Study study, std::span<const Target> targets, int threads, const std::atomic<bool>& stop);

  void set(study::Id parameter, double value) { study_.base[parameter] = value; }
  /// As it is set now.
  const study::Study& study() const { return study_; }

  /// Judges some scenarios, or all. Those that break a target are in failing() then, the worst in worst().
  bool good(std::span<const std::uint64_t> scenarios);
  bool all_good() { return good(all_); }

  const std::vector<std::uint64_t>& failing() const { return failing_; }
  /// Nearest to breaking a target where none does.
  const Binding& worst() const { return worst_; }

  /// Orders for the study as it is set now; `rows` is as long. False after `stop`.
  bool simulate(std::span<const sweep::Order> orders, std::span<metrics::Row> rows);

  /// Called with the number of simulations so far, after each round of them.
  void on_round(std::function<void(std::uint64_t runs)> told) { told_ = std::move(told); }

 private:
  study::Study study_;
  std::span<const Target> targets_;
  int threads_;
  const std::atomic<bool>& stop_;
  std::vector<std::uint64_t> all_;
  std::vector<std::uint64_t> failing_;
  Binding worst_;
  std::uint64_t runs_ = 0;
  std::function<void(std::uint64_t)> told_;
};

}  // namespace hilspace::analysis
