#pragma once
// Plausibility: warnings about a study before it runs, from its setups, and afterwards, from its results.
//
//   lag against the contact      a testbed lag above a tenth of the contact's duration shows
//                                another impact than the docking model
//   quanta against the peaks     if a quantum exceeds a tenth of the largest penetration or force, the
//                                results depend on the phase of the quantizer
//   penetration against radius   Hertz' theory holds for penetrations much smaller than the radius
//   penetration against curve    a measured curve is known up to its last point; deeper, a run ends
//   stability                    behind some lags, and with some compensators, a contact that lasts is unstable:
//                                its motion grows by more than a tenth within an impact's duration
//   hooks against the link       where nothing but a softer link holds the bodies apart, hooks need not close
//   bodies in a row              how much too stiff the two masses are that a spacecraft of many bodies counts as
//   energy                       a HIL model that leaves faster than it arrived gains energy from the testbed
//
// Durations and peaks are estimates: those of the elastic contact of both masses, in six degrees of freedom
// as if it acted through their centres. Of large studies an evenly spread selection of scenarios is examined.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "study/study.hpp"
#include "sweep/checks/coaxial_seats.hpp"

namespace hilspace::sweep {

/// Minimum and maximum.
struct Reach {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  void include(double x);
};

struct Plausibility {
  std::uint64_t looked_at = 0;  // scenarios; 0: the study has no testbed to which this applies
  Reach lag, duration;          // s, of the testbed and of the contact
  double largest_lag = 0.0;     // of the contact's duration
  std::uint64_t late = 0;       // scenarios with a large lag

  /// Quanta of pose (robot or actuator) and force sensors, relative to the peak.
  struct Quantum {
    double largest = 0.0;      // relative to the peak
    std::uint64_t coarse = 0;  // scenarios
  };
  Quantum place, force;
  std::uint64_t unstable = 0;  // scenarios in which a lasting contact is
  bool all_judged = true;      // false: there was no time to look at all of them
  bool compensated = false;    // any of these

  /// Hertzian contacts, including those of docking models alone.
  struct Hertz {
    std::uint64_t looked_at = 0;  // scenarios
    std::uint64_t deep = 0;       // those with a penetration large against the radius
    double deepest = 0.0;         // penetration over effective radius
  };
  Hertz hertz;

  /// Contacts with a measured curve, including those of docking models alone.
  struct Curve {
    std::uint64_t looked_at = 0;  // scenarios
    std::uint64_t beyond = 0;     // those that go beyond its last point
    double deepest = 0.0;         // penetration over that of the last point
  };
  Curve curve;

  /// Hooks behind a link, including those of docking models alone.
  struct Hooked {
    std::uint64_t looked_at = 0;  // scenarios
    std::uint64_t loose = 0;  // those in which nothing meets on the bodies themselves, and the link is softer
    double softest = std::numeric_limits<double>::infinity();  // the link along x over all hooks together
  };
  Hooked hooked;

  Coaxial coaxial;  // features that meet exactly on one axis, including those of docking models alone

  std::uint64_t rising = 0;  // scenarios whose friction at rest is less than in sliding
};
Plausibility plausibility(const study::Study& study);

/// Warnings from the setups, one sentence each.
std::vector<std::string> warnings(const study::Study& study, const Plausibility& its);
/// Warnings from the results.
std::vector<std::string> warnings(const study::Study& study, const metrics::Summary& summary);

}  // namespace hilspace::sweep
