#pragma once
// Metrics of a docking in six degrees of freedom, from the tallies of its simulation.
//
// Error measures, velocities, durations and peaks refer to the first impact; energies, success and all names
// beginning with run. refer to the whole run. Events that did not occur are undefined: a probe that docks
// without touching the wall has no impact, a run that ends with its first impact has no success.

#include <cmath>
#include <optional>

#include "metrics/catalogue.hpp"
#include "metrics/docking_tally.hpp"
#include "metrics/hybrid_facts.hpp"
#include "metrics/normal_loop.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {

/// One model's run.
struct DockingRun {
  const DockingTally& tally;
  DockingEnd end;
  bool whole;  // whether it continued after its first impact

  bool went_through() const { return end.outcome == Outcome::ok; }
  bool has_impact() const { return tally.first_closed(); }
  bool docked() const { return end.end == RunEnd::docked; }
  /// Whether all latches hold at the end; nothing: there are none, or it did not go through.
  std::optional<bool> captured() const {
    if (!went_through() || tally.capture.latches == 0) return std::nullopt;
    return tally.capture.latched == tally.capture.latches;
  }
  /// Outcome as stored: a probe that left without touching anything made no contact.
  Outcome outcome() const {
    const bool touched = tally.impacts > 0 || docked() || std::isfinite(tally.capture.first_contact);
    return went_through() && !touched ? Outcome::no_contact : end.outcome;
  }
};

/// What both models say of a capture.
inline Agreement agreement(std::optional<bool> space, std::optional<bool> testbed) {
  if (!space || !testbed) return Agreement::unknown;
  if (*space) return *testbed ? Agreement::both : Agreement::space_only;
  return *testbed ? Agreement::testbed_only : Agreement::neither;
}

/// Metrics of the pair. `first` holds the tallies of both first impacts, `loop` that of the HIL model's; null: of several
/// contacts, which have no common normal.
Row row(const PairMetrics<double>& first, const DockingRun& docking, const DockingRun& hil, double step,
        const NormalLoopTally* loop = nullptr, const HybridFacts& hybrid = {});

}  // namespace hilspace::metrics
