#pragma once
// The geometry of both halves of a docking mechanism as plain numbers in SI. drogue.hpp, plane.hpp
// and assembly.hpp say what follows from it.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include "mechanism/link_setup.hpp"

namespace hilspace::mechanism {

class Assembly;

/// What the probe's spherical tip meets; or features on both sides.
enum class MechanismKind : std::size_t { drogue, plane, features };

struct NamedKind {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of MechanismKind.
inline constexpr std::array kMechanisms{
    NamedKind{"drogue", "a hollow cylinder that opens into a hollow cone, met from inside"},
    NamedKind{"plane", "a plane across the docking axis, for straight hits and checks"},
    NamedKind{"features", "features of both sides, which the study lists in [mechanism]"},
};

struct Setup {
  MechanismKind kind = MechanismKind::drogue;
  double tip_radius = 0.025;     // rp, m, > 0; of drogue and plane
  double cylinder_radius = 0.0;  // rc, m, > rp; of the drogue, as all below
  double cylinder_length = 0.0;  // lc, m, > 0
  double frustum_length = 0.0;   // lf, m, > 0
  double half_angle = 0.0;       // th, rad, in (0, pi/2)
  // Of features, as all below.
  const Assembly* assembly = nullptr;                          // which outlives the setup
  double start_at = -std::numeric_limits<double>::infinity();  // m, of the chaser's port along x; infinite:
                                                               // just before the first touch
  double docked_at = std::numeric_limits<double>::infinity();  // m, likewise, where it has docked
  std::optional<LinkSetup> link = std::nullopt;                // none: features of the chaser alone
  friend bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace hilspace::mechanism
