#pragma once
// Hybrid contact in six degrees of freedom: what the springs of a compliance device at the tip, and the computed part,
// are along the normal of a contact.
//
//   k_r(n)   1/(n^T K^-1 n) or n^T K n, by `reading` (shares.hpp)         b_r(n) = b_r
//   k_v(n)   a value, n^T diag(k_v,i) n, or what is wanted less k_r(n)
//   b_v(n)   a value, n^T diag(b_v,i) n, or what is wanted less b_r, with k_r(n) t_r + k_v(n) t_v ("corrected")
//
//   n  normal of the contact, probe axes: x along the probe               K  stiffness of the device there, N/m
//   t_r, t_v  lags of both parts, of the components along x, s
//
// Source: [Z13] (18) to (22), [Z] 130, 6.2; docs/theory-hybrid.md.

#include "core/vec.hpp"
#include "hybrid/setup.hpp"
#include "hybrid/shares.hpp"

namespace hilspace::hybrid {

/// Where a number of the computed part comes from.
enum class Share : unsigned char { value, along_axes, fill, corrected };

struct SpatialSetup {
  HybridSetup its{};  // present parts, source, delay, rate, b_r; values of k_v and b_v, where they are
  Mat3 springs{};     // K
  ComplianceReading reading = ComplianceReading::force;
  Wanted wanted{};
  Share stiffness = Share::fill, damping = Share::corrected;
  Vec3 stiffness_along{}, damping_along{};  // along x, y, z of the probe, N/m, N s/m
  Vec3 torsional_damping{};                 // about them, while the computed part touches, N m s/rad
  PartLags lags{};

  bool present() const { return its.present(); }
  /// Whether the computed part depends on how the probe is turned.
  bool is_directed() const;
  friend bool operator==(const SpatialSetup&, const SpatialSetup&) = default;
};

/// Both parts along a normal of length 1 in probe axes: as on one axis.
HybridSetup along(const SpatialSetup& setup, const Vec3& normal);
/// No stiffness and no damping of both parts together exceeds these, whatever the normal: N/m, N s/m.
struct Bounds {
  double stiffness, damping;
};
Bounds bounds(const SpatialSetup& setup);

}  // namespace hilspace::hybrid
