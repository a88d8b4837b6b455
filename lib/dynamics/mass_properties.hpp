#pragma once
// Mass, centre of mass and inertia of a rigid body, and how those of its parts add up.
//
//   m = sum m_i,   r = sum m_i r_i / m,   I = sum (I_i + m_i (|s_i|^2 1 - s_i s_i^T)),   s_i = r_i - r
//
//   m  mass, kg     r  centre of mass, m     I  inertia about the centre of mass, kg m2, all in the same axes
//
// The off-diagonal elements of I are the negative products of inertia: Ixy = -int x y dm.
//
// An inertia is one a body can have when it is symmetric, its principal moments are positive, and none of
// them exceeds the sum of the other two (for a flat plate they are equal). Moments of 0 (a point, a thin rod)
// are turned down: nothing would say how fast such a body turns about that axis. Source: Bondoky 6.1 to 6.5.

#include <optional>
#include <span>
#include <string>

#include "core/vec.hpp"

namespace hilspace::dynamics {

struct MassProperties {
  double mass = 0.0;  // m
  Vec3 centre{};      // r
  Mat3 inertia{};     // I
};

/// The mass properties of a body made of parts, given in the same axes and from the same origin.
MassProperties composed(std::span<const MassProperties> parts);

/// Inertia of the same body about a point `away` from its centre of mass.
Mat3 shifted(const Mat3& inertia, double mass, const Vec3& away);

/// Why no body has this inertia, to be said after its name; nothing when one has.
std::optional<std::string> unphysical(const Mat3& inertia);

}  // namespace hilspace::dynamics
