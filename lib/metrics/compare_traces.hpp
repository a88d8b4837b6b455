#pragma once
// Comparison of time histories, simulated or recorded, by the error measures: docs/theory.md, section 5.
//
// Each side has its own times. On the union of both grids the signals are linear between samples; each
// interval is one step of PairMetrics, with the mean at its middle. Before its first and after its last
// sample a side has neither force nor penetration. Two samples at one time are the two sides of a jump.

#include <limits>
#include <span>

#include "metrics/catalogue.hpp"

namespace hilspace::metrics {

/// Time histories of a model or a rig, each as long as `time`; empty: not available.
struct Histories {
  std::span<const double> time;                            // s, not decreasing
  std::span<const double> velocity;                        // d', m/s, of the bodies
  std::span<const double> penetration;                     // a, m, that enters the contact law
  std::span<const double> penetration_rate;                // a', m/s
  std::span<const double> contact_force;                   // Fc, N, at the interface
  std::span<const double> force;                           // Fs, N, that acts on the bodies
  std::span<const double> potential;                       // J, stored in the contact
  double mass = std::numeric_limits<double>::quiet_NaN();  // reduced, kg; NaN: unknown
};

/// Consistency check m (v_before - v_after) = integral of F dt, which holds for any contact. NaN where a
/// history or the mass is missing.
struct Momentum {
  double impulse;  // integral of the force on the bodies (or else of that at the interface), N s
  double change;   // m (v_before - v_after), N s
  double ratio() const;
};

struct Comparison {
  Row row;  // NaN also where a metric needs a missing history
  Momentum docking;
  Momentum hil;
};

/// Energy that the testbed adds, J, as an observer sees it that knows the rate of the interface only that late, s:
/// int Fc a'(t - delay) dt - int F v dt, with Fc at the interface and F on the bodies. NaN where a history is missing.
double observed_late(const Histories& hil, double delay);

/// `docking` is the reference I, `hil` is compared with it, H.
Comparison compare(const Histories& docking, const Histories& hil);

}  // namespace hilspace::metrics
