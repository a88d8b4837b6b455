#pragma once
// Whether the rig can bear a scenario, judged by what the HIL model predicts of it.
//
//   stroke              s x < x_act                      x  extension: penetration + air gap + offset, m
//   force               s F < F_act                      F  contact force, N
//   force at extension  s x F_act/(F_act - F) < x_act    the further a piezo extends, the less it bears (8.5)
//   velocity            s v < v_max                      v  of the motion that is asked for, m/s
//   acceleration        s c < c_max                      c  of the same, m/s2
//
//   x, F, v, c  largest values        s  safety factor, >= 1
//
// Print defines a factor of 20 % and does not say where it stands. On the left-hand side the twelve published
// scenarios pass with s = 1, and with 1.2 all but one.
//
// A rig may have limits of its own beside that rule, which its operator has set: those of the extension and of
// the force that its loop trips at.
//
// v is the bodies' velocity before or after the impact, c the measured force over their reduced mass: what
// the actuator is asked for. Neither covers the run-up within the air gap. Source: Bondoky 8.3.3, 8.5.

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
  double velocity = std::numeric_limits<double>::infinity();      // v_max, m/s; infinite: not looked at
  double acceleration = std::numeric_limits<double>::infinity();  // c_max, m/s2
  double safety_factor = 1.0;                                     // s
};

/// The demand of a scenario on the rig.
struct Demand {
  double extension = 0.0;     // x, m
  double force = 0.0;         // F, N
  double velocity = 0.0;      // v, m/s
  double acceleration = 0.0;  // c, m/s2
};

struct Bodies {
  double reduced_mass;       // kg
  double approach_velocity;  // m/s
};
/// The demand of the HIL model's run, whose outcome has to be ok. `rest` is air gap and offset together, m.
Demand demand(const Row& row, const Bodies& bodies, double rest);

enum class Limit : std::size_t {
  stroke,
  force,
  force_at_extension,
  velocity,
  acceleration,
  extension_max,
  force_max
};
inline constexpr std::array<std::string_view, 7> kLimits{
    "stroke",          "force", "force at extension", "velocity", "acceleration", "limits.extension_max",
    "limits.force_max"};
inline constexpr std::size_t kLimitsOfTheRule = 5;  // the others are a rig file's

/// The limit that comes first, and how far the scenario goes to it.
struct Qualification {
  Limit binds;
  double share;                                            // of that limit
  bool qualifies() const { return share < 1.0; }           // not where it is undefined
  double margin() const { return 100.0 * (1.0 - share); }  // percent
};

/// The one further to its limit; one that is undefined is beyond it.
Qualification worse(const Qualification& a, const Qualification& b);

/// A limit that is exceeded by itself is named before force and extension together.
Qualification verdict(const Demand& demand, const Capability& capability);

}  // namespace hilspace::metrics
