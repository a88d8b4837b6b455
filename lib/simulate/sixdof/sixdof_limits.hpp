#pragma once
// What limits a run in six degrees of freedom, and its steps.

namespace hilspace::simulate {

struct SixDofLimits {
  double step;                 // s, largest step in contact
  double fine;                 // s, of a contact: what is shorter counts as short, what is longer as flight
  double tolerance;            // local error, relative to the scales
  double time_limit;           // s
  double penetration_limit;    // m
  double closing;              // s without contact that end an impact
  bool first_impact;           // whether the run ends with the first impact
  bool reference;              // whether the reference method takes its steps
  bool capture = false;        // whether it ends with its capture, or at the end of its time
  double after_capture = 0.0;  // s, by which it goes on then
};

inline constexpr double kTouch = 1e-12;        // m: rounding error, not an overlap
inline constexpr double kSilence = 1e-9;       // of the peak force: permanently negligible sensor output
inline constexpr double kQuiet = 1e-6;         // of the peak force: end of the impact
inline constexpr double kMostEnergy = 1e6;     // kinetic, of what was given, as of kFastestRebound
inline constexpr double kMostImbalance = 0.1;  // of what was given, in the docking model
inline constexpr double kMostAdded = 100.0;    // likewise by the testbed, once the bodies hang together

/// A jump closer than this share of a fine step counts as immediate.
inline constexpr double kNearest = 1.0 / 4096.0;

/// No step is longer than a transport delay. With delays below this share of a fine step the run would take a multiple
/// of the work without a difference that could be seen: Outcome::work_limit, before it begins.
inline constexpr double kLeastDelay = 1.0 / 64.0;

/// Into how many parts the metrics divide that share of a largest step: 1, 2 or 4, where jumps were looked for.
inline int looks_in(double share) {
  constexpr double kSpacing = 0.25, kRounding = 1e-9;
  const double parts = share / kSpacing - kRounding;
  return parts <= 1.0 ? 1 : parts <= 2.0 ? 2 : 4;
}

}  // namespace hilspace::simulate
