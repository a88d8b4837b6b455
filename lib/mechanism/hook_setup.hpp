#pragma once
// Hooks and the rigid joint as plain numbers: what makes a hard connection of two spacecraft whose latches hold.
// models/sixdof_hooks.hpp has their law.
//
// A hook stands on the chaser, copy i of n turned about x by 2 pi i/n as features are, and its mate on the target, at
// the same place about its port: where the ports coincide so do they. It pulls along x of the target.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.hpp"

namespace hilspace::mechanism {

struct HookSetup {
  std::string name;
  Vec3 at{};  // m, of the chaser's port
  std::size_t repeat = 1;
  double stroke = 0.0;       // m, > 0: how far it reaches out for its mate
  double pull = 0.0;         // m, >= 0: how far beyond it the closed hook is driven
  double speed = 0.0;        // m/s, > 0, of the drive
  double stiffness = 0.0;    // N/m, > 0, of the hook with its mate
  double force_limit = 0.0;  // N, > 0, of the drive
  double delay = 0.0;        // s, >= 0, after the capture
  friend bool operator==(const HookSetup&, const HookSetup&) = default;
};

/// A key of a hook that is one number.
struct HookNumber {
  std::string_view name, unit, example, meaning;
  double HookSetup::*value;
  bool may_be_zero, has_default;
};
inline constexpr std::array kHookNumbers{
    HookNumber{"stroke", "m", "\"20 mm\"", "how far it reaches out for its mate", &HookSetup::stroke, false,
               false},
    HookNumber{"pull", "m", "\"1 mm\"", "how far beyond it the closed hook is driven; default: 0",
               &HookSetup::pull, true, true},
    HookNumber{"speed", "m s-1", "\"2 mm/s\"", "of its drive", &HookSetup::speed, false, false},
    HookNumber{"stiffness", "N m-1", "\"2e6 N/m\"", "of the hook with its mate", &HookSetup::stiffness, false,
               false},
    HookNumber{"force_limit", "N", "\"3 kN\"", "of its drive", &HookSetup::force_limit, false, false},
    HookNumber{"delay", "s", "\"1 s\"", "after the capture; default: 0", &HookSetup::delay, true, true},
};

/// Of the closed joint, along x, y, z, then about them.
struct JointSetup {
  std::array<double, 6> stiffness{};  // N/m, N m/rad, >= 0
  std::array<double, 6> damping{};    // N s/m, N m s/rad, >= 0
  friend bool operator==(const JointSetup&, const JointSetup&) = default;
};

struct HardCapture {
  std::vector<HookSetup> hooks;
  std::optional<JointSetup> joint;  // none: the closed hooks alone hold
  friend bool operator==(const HardCapture&, const HardCapture&) = default;
};

}  // namespace hilspace::mechanism
