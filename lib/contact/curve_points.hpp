#pragma once
// Points of a measured force curve, and what becomes of them at set-up (force_curve.hpp).

#include <span>
#include <vector>

#include "contact/force_curve.hpp"

namespace hilspace::contact {

/// A point of a measured curve.
struct ForcePoint {
  double penetration = 0.0;  // m
  double force = 0.0;        // N
  friend bool operator==(const ForcePoint&, const ForcePoint&) = default;
};

/// The pieces through points: at least 2, the first at 0 and 0, penetrations rising, forces not falling.
std::vector<CurvePiece> monotone_pieces(std::span<const ForcePoint> points);

}  // namespace hilspace::contact
