#pragma once
// What the definitions of metrics are made from (catalogue.cpp): the tallies of both models, and what each run
// came to.

#include <cmath>

#include "metrics/docking_metrics.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {

/// Results of one model's run, for every kind of model.
struct ModelFacts {
  double velocity_before, velocity;      // of the surfaces, before and after the (first) impact, m/s
  double kinetic_before, kinetic, work;  // at the start, at the end, taken in between, J
  double peak_stored, peak_mechanical;   // J
  double duration;                       // of the (first) impact's contact, s
  const DockingRun* run = nullptr;       // of a docking in six degrees of freedom
  double stored = 0.0;                   // in contact and springs at the end, less what a thruster gave, J

  double found() const { return kinetic + stored + work; }  // energy accounted for at the end, J
};

/// The inputs of the definitions below.
struct Facts {
  const PairMetrics<double>& tallies;
  const SignalTally<double>* signal;  // for the measures common to all signals
  const ModelFacts &docking, &hil;
};

/// `part` in percent of `whole`; undefined for a zero reference.
inline double percent(double part, double whole) { return whole != 0.0 ? 100.0 * part / whole : kUndefined; }

/// I where H - I is largest; a rounding residue after docking is not a reference.
inline double reference_at_error(const SignalTally<double>& signal) {
  return signal.docking_at_error > 1e-9 * signal.peak_docking ? signal.docking_at_error : 0.0;
}

inline double duration(const ContactTally<double>& contact) {
  return contact.begin < kNever ? contact.end - contact.begin : kUndefined;
}

// ---- of a mechanism of features

inline double of_features(const ModelFacts& m, double value) {
  return m.run->tally.has_latches ? value : kUndefined;
}
inline double of_latches(const ModelFacts& m, double value) {
  return m.run->tally.capture.latches > 0 ? value : kUndefined;
}
/// What never came is undefined.
inline double of_capture(const ModelFacts& m, double time) {
  return of_features(m, std::isinf(time) ? kUndefined : time);
}
inline double captured(const ModelFacts& m) {
  const CaptureState& its = m.run->tally.capture;
  return of_latches(m, its.latched == its.latches ? 1.0 : 0.0);
}

}  // namespace hilspace::metrics
