#pragma once
// What a physicist would ask of a study before its numbers are believed, and what they say once it has run:
//
//   lag against the contact      a testbed that is late by more than a tenth of the contact's duration shows
//                                another impact than the docking model
//   quanta against the peaks     where a step is more than a tenth of the largest penetration or force, the
//                                numbers depend on where the steps happen to lie
//   penetration against radius   Hertz' theory is of penetrations that are small against the radius
//   energy                       a HIL model that leaves faster than it came gets energy from the testbed
//
// Durations and peaks are those of the elastic contact of both masses, in six degrees of freedom as if it
// went through their centres: estimates. Of large studies scenarios spread over all are looked at.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// Least and greatest.
struct Reach {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  void include(double x);
};

struct Plausibility {
  std::uint64_t looked_at = 0;  // scenarios; 0: there is no testbed in the study that could be judged so
  Reach lag, duration;          // s, of the testbed and of the contact
  double largest_lag = 0.0;     // of the contact's duration
  std::uint64_t late = 0;       // scenarios whose lag is large

  /// Quanta of what shows places, and of what measures forces, against the peak.
  struct Quantum {
    double largest = 0.0;      // of the peak
    std::uint64_t coarse = 0;  // scenarios
  };
  Quantum place, force;

  /// Contacts by Hertz, also of docking models alone.
  struct Hertz {
    std::uint64_t looked_at = 0;  // scenarios
    std::uint64_t deep = 0;       // of them, where the penetration is large against the radius
    double deepest = 0.0;         // penetration over effective radius
  };
  Hertz hertz;
};
Plausibility plausibility(const study::Study& study);

/// What can be foreseen, each a sentence.
std::vector<std::string> warnings(const study::Study& study, const Plausibility& its);
/// And what the results show.
std::vector<std::string> warnings(const study::Study& study, const metrics::Summary& summary);

}  // namespace hilspace::sweep
