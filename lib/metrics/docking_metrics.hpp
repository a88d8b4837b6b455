#pragma once
// The metrics of a docking in six degrees of freedom, from what was tallied while it was simulated.
//
// Measures of the error, velocities, durations and peaks are those of the first impact; energies, success and
// all that begins with run. are those of the run. What did not happen is undefined: a probe that docks
// without touching the wall has no impact, a run that ends with its first impact has no success.

#include "metrics/catalogue.hpp"
#include "metrics/docking_tally.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {

/// One model's run.
struct DockingRun {
  const DockingTally& tally;
  DockingEnd end;
  bool whole;  // whether it went on after its first impact

  bool went_through() const { return end.outcome == Outcome::ok; }
  bool has_impact() const { return tally.first_closed(); }
  bool docked() const { return end.end == RunEnd::docked; }
  /// As it is stored: a probe that came out without having touched anything made no contact.
  Outcome outcome() const {
    return went_through() && tally.impacts == 0 && !docked() ? Outcome::no_contact : end.outcome;
  }
};

/// The pair's numbers. `first` holds what both models showed of their first impacts.
Row row(const PairMetrics<double>& first, const DockingRun& docking, const DockingRun& hil, double step);

}  // namespace hilspace::metrics
