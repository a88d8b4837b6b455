#pragma once
// Latches of the chaser as plain numbers: what [[mechanism.latch]] says. pawl.hpp and plunger.hpp have their
// geometry, latch.hpp what both have in common.
//
// A latch stands in the chaser's axes about its port, or in the link's, as features do; copy i of n is the
// whole of it turned about x by 2 pi i/n. A pawl lies in the plane z = 0 of its axes.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/vec.hpp"

namespace hilspace::mechanism {

enum class LatchType : std::size_t { rotary, plunger, sensor };

struct LatchSetup {
  std::string name;
  LatchType type = LatchType::rotary;
  bool on_link = false;
  std::string catches;  // a feature of the target: an edge, or a revolution
  Vec3 at{};            // m
  Vec3 rotation{};      // rad, roll, pitch, yaw (3-2-1)
  std::size_t repeat = 1;
  Vec2 hinge{}, tip{}, root{}, heel{};                         // m, (h, rho); of a pawl
  Vec3 tip_at{}, direction{};                                  // m, and of any length; of a plunger
  Vec2 groove{};                                               // m, x of its front and its rear
  double bore_depth = 0.0, half_thickness = 0.0;               // m
  double preload = 0.0, rate = 0.0, travel = 0.0, stop = 0.0;  // N m, N m/rad, rad; of a plunger N, N/m, m
  double trip = 0.0;                                           // m, of a sensor
  double friction = 0.0;                                       // coefficient, of all its surfaces
  friend bool operator==(const LatchSetup&, const LatchSetup&) = default;
};

/// How many latches, or sensors, there are, copies included.
inline std::size_t count_of(std::span<const LatchSetup> latches, bool sensors) {
  std::size_t count = 0;
  for (const auto& latch : latches)
    if ((latch.type == LatchType::sensor) == sensors) count += latch.repeat;
  return count;
}

/// In the order of LatchType; keys beside name, type, on, catches, at, rotation, repeat,
/// friction.
struct NamedLatchType {
  std::string_view name, meaning;
  std::array<std::string_view, 9> keys;
};
inline constexpr std::array kLatchTypes{
    NamedLatchType{"rotary",
                   "a pawl about a hinge, turned inwards by an edge, which snaps behind its bore",
                   {"hinge", "tip", "root", "heel", "bore_depth", "preload", "rate", "travel", "stop"}},
    NamedLatchType{"plunger",
                   "a pin that a revolution pushes back, and that snaps into a groove of it",
                   {"tip", "direction", "groove", "half_thickness", "preload", "rate", "travel", "stop"}},
    NamedLatchType{"sensor",
                   "a switch: a pin that a plane or a revolution pushes back, and that never holds",
                   {"tip", "direction", "trip", "preload", "rate", "travel", "stop"}},
};

/// A dimension that is one number, and its unit for each type; empty where a type has none.
struct LatchNumber {
  std::string_view name;
  std::array<std::string_view, 3> units, examples;
  std::string_view meaning;
  double LatchSetup::*value;
  bool may_be_zero;
};
inline constexpr std::array kLatchNumbers{
    LatchNumber{"bore_depth",
                {"m", "", ""},
                {"\"20 mm\"", "", ""},
                "from the front edge of the bore to its back edge",
                &LatchSetup::bore_depth,
                false},
    LatchNumber{"half_thickness",
                {"", "m", ""},
                {"", "\"4 mm\"", ""},
                "of the pin, along x of its axes",
                &LatchSetup::half_thickness,
                true},
    LatchNumber{"trip",
                {"", "", "m"},
                {"", "", "\"2 mm\""},
                "how far a sensor is pushed back when it switches",
                &LatchSetup::trip,
                true},
    LatchNumber{"preload",
                {"N m", "N", "N"},
                {"\"3 N m\"", "\"40 N\"", "\"2 N\""},
                "of its spring, at rest",
                &LatchSetup::preload,
                true},
    LatchNumber{"rate",
                {"N m rad-1", "N m-1", "N m-1"},
                {"\"6 N m/rad\"", "\"4 N/mm\"", "\"0.5 N/mm\""},
                "of its spring",
                &LatchSetup::rate,
                true},
    LatchNumber{"travel",
                {"rad", "m", "m"},
                {"\"0.5 rad\"", "\"11.5 mm\"", "\"10 mm\""},
                "how far it gives way to its stop",
                &LatchSetup::travel,
                false},
    LatchNumber{"stop",
                {"N m rad-1", "N m-1", "N m-1"},
                {"\"5e3 N m/rad\"", "\"1e6 N/m\"", "\"1e6 N/m\""},
                "stiffness of its stop, in force beyond its travel",
                &LatchSetup::stop,
                false},
};

}  // namespace hilspace::mechanism
