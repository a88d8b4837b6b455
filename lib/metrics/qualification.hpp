#pragma once
// Qualification: whether the rig can perform a scenario, judged by the HIL model's prediction.
//
//   stroke              s x < x_act                      x  extension: penetration + air gap + offset, m
//   force               s F < F_act                      F  contact force, N
//   force at extension  s x F_act/(F_act - F) < x_act    a piezo's force capability falls with its extension
//                       (8.5)
//   velocity            s v < v_max                      v  of the demanded motion, m/s
//   acceleration        s c < c_max                      c  of the same, m/s2
//
//   x, F, v, c  largest values        s  safety factor, >= 1
//
// The source defines a factor of 20 % without stating where it applies. On the left-hand side, all twelve
// published scenarios pass with s = 1, and all but one with 1.2.
//
// In addition to that rule, a rig may have operator-set limits of extension and force, at which its loop
// trips, and a time within which the bodies have to be back.
//
// v is the bodies' velocity before or after the impact, c the measured force over their reduced mass: the
// motion demanded of the actuator. Neither covers the run-up within the air gap. Source: Bondoky 8.3.3, 8.5.

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include "metrics/catalogue.hpp"

namespace hilspace::metrics {

/// The capability of the rig.
struct Capability {
  double stroke = 0.0;                                            // x_act, m
  double blocking_force = 0.0;                                    // F_act, N
  double velocity = std::numeric_limits<double>::infinity();      // v_max, m/s; infinite: not checked
  double acceleration = std::numeric_limits<double>::infinity();  // c_max, m/s2
  double safety_factor = 1.0;                                     // s
};

/// The demand of a scenario on the rig.
struct Demand {
  double extension = 0.0;     // x, m
  double force = 0.0;         // F, N
  double velocity = 0.0;      // v, m/s
  double acceleration = 0.0;  // c, m/s2
  double duration = 0.0;      // of the contact, s
  /// Speed at which the bodies part, m/s; 0: they do not.
  double rebound = std::numeric_limits<double>::infinity();
};

struct Bodies {
  double reduced_mass;       // kg
  double approach_velocity;  // m/s
};
/// Demand of the HIL model's run, whose outcome must be ok. `rest` is the sum of air gap and offset, m.
Demand demand(const Row& row, const Bodies& bodies, double rest);

enum class Limit : std::size_t {
  stroke,
  force,
  force_at_extension,
  velocity,
  acceleration,
  extension_max,
  force_max,
  scenario_time
};
inline constexpr std::array<std::string_view, 8> kLimits{"stroke",
                                                         "force",
                                                         "force at extension",
                                                         "velocity",
                                                         "acceleration",
                                                         "limits.extension_max",
                                                         "limits.force_max",
                                                         "loop.scenario_time"};
inline constexpr std::size_t kLimitsOfTheRule = 5;  // the remaining ones are a rig file's

/// The binding limit, and its utilization.
struct Qualification {
  Limit binds;
  double share;                                            // of that limit
  bool qualifies() const { return share < 1.0; }           // false where undefined
  double margin() const { return 100.0 * (1.0 - share); }  // percent
};

/// The one closer to its limit; an undefined one counts as beyond it.
Qualification worse(const Qualification& a, const Qualification& b);

/// If a single limit is exceeded, it is reported in preference to force at extension.
Qualification verdict(const Demand& demand, const Capability& capability);

}  // namespace hilspace::metrics
