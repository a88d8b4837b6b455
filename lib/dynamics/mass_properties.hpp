#pragma once
// Mass, centre of mass and inertia of a rigid body, and their composition from parts.
//
//   m = sum m_i,   r = sum m_i r_i / m,   I = sum (I_i + m_i (|s_i|^2 1 - s_i s_i^T)),   s_i = r_i - r
//
//   m  mass, kg     r  centre of mass, m     I  inertia about the centre of mass, kg m2, all in the same axes
//
// The off-diagonal elements of I are the negative products of inertia: Ixy = -int x y dm.
//
// An inertia is physical if it is symmetric, its principal moments are positive, and none of them exceeds the
// sum of the other two (for a flat plate they are equal). Moments of 0 (a point, a thin rod) are rejected,
// since the angular velocity about that axis would be undefined. Source: Bondoky 6.1 to 6.5.

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

/// Mass properties of a body composed of parts, given in the same axes and from the same origin.
MassProperties composed(std::span<const MassProperties> parts);

/// Inertia of the same body about a point `away` from its centre of mass.
Mat3 shifted(const Mat3& inertia, double mass, const Vec3& away);

/// Reason why an inertia is not physical, as a predicate after its name; nothing if it is physical.
std::optional<std::string> unphysical(const Mat3& inertia);

}  // namespace hilspace::dynamics
