#pragma once
// Judge: decides whether all scenarios of a study meet all targets, for given values of some of its
// parameters.
//
// A scenario whose outcome is not ok, or that lacks the metric, fails the target: it is never left out.

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
#include "sweep/execution/simulator.hpp"

namespace hilspace::analysis {

/// A scenario and the target it is closest to violating, or violates most.
struct Binding {
  std::uint64_t scenario = 0;
  std::size_t target = 0;
  Outcome outcome = Outcome::not_run;
  double value = std::numeric_limits<double>::quiet_NaN();  // the bounded quantity; its metric's unit
  double margin = std::numeric_limits<double>::infinity();  // Target::margin()
  double error = std::numeric_limits<double>::quiet_NaN();  // of `value`: metrics::NumericalError
};

class Judge {
 public:
  /// Works on a copy of the study and sets its parameters. After `stop` was raised every answer is "bad",
  /// immediately.
  Judge(study::Study study, std::span<const Target> targets, int threads, const std::atomic<bool>& stop);

  void set(study::Id parameter, double value) { study_.base[parameter] = value; }
  /// The study with its current settings.
  const study::Study& study() const { return study_; }

  /// Judges the given scenarios, or all. Those that violate a target are then in failing(), the worst in
  /// worst().
  bool good(std::span<const std::uint64_t> scenarios);
  bool all_good() { return good(all_); }

  const std::vector<std::uint64_t>& failing() const { return failing_; }
  /// Closest to violating a target if none is violated.
  const Binding& worst() const { return worst_; }

  /// Simulates with the current settings; `rows` has the same length. False after `stop`.
  bool simulate(std::span<const sweep::Order> orders, std::span<metrics::Row> rows);

  /// Called after each round with the number of simulations so far.
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
