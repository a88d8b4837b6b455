#pragma once
// Metrics of two spacecraft of two masses each, from the tallies of their simulation.
//
// Velocities and energies are those where the first impact ends: the surfaces apart and moving apart, the sensor
// at rest. velocity.* is that of the centres of mass, restitution.* that of the front masses, energy.kinetic_* that of all four masses about their common
// centre. What the springs hold and their dampers took counts in energy.balance_*.

#include "metrics/catalogue.hpp"
#include "metrics/pair_metrics.hpp"
#include "models/four_mass_setup.hpp"

namespace hilspace::metrics {

/// What becomes of the latch after the first impact, where p = x2 - x4 and u = x3 - x4, and l is its travel:
enum class LatchOutcome {
  latched,    // p reaches l while u >= l: the probe is past the latch before that is back
  re_impact,  // the front masses touch again first
  too_short,  // u never reaches l
  never,      // u is below l again first
};

/// One model's run.
struct FourMassRun {
  Outcome outcome = Outcome::not_run;
  RunEnd end = RunEnd::stopped;
  double first_velocity = 0.0;  // where the front masses first part, of the centres of mass, m/s
  double rebounds = 0.0;        // how often they parted before the impact was over
  Dent dent = {};
  double velocity = 0.0;         // of the centres of mass, m/s
  double front_velocity = 0.0;   // of the front masses, m/s
  double kinetic = 0.0;          // J
  double kept = 0.0;             // in the springs and taken by their dampers, less the acceleration's work, J
  double peak_travel = 0.0;      // greatest u of the first swing, m
  double latch = kUndefined;     // a LatchOutcome
  double peak_mechanical = 0.0;  // J
};

/// Metrics of the pair. `tallies` are those of both first impacts.
Row row(const PairMetrics<double>& tallies, const FourMassRun& docking, const FourMassRun& hil,
        const models::FourMassSetup& setup);

}  // namespace hilspace::metrics
