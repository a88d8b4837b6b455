#pragma once
// A surface of revolution about x: a polyline in the half-plane (x, r), r >= 0, met from one side.
//
//   profile   the points (x, r) in order. Free space is on the left hand of the way, x to the right and r up
//   k         distance of a point from it, m, negative behind a wall; (nx, nr) its gradient, the way out
//
//   wall      from one point to the next, where the foot lies between them:
//               k = (p - a) . (nx, nr),  (nx, nr) = (-tr, tx) with (tx, tr) the unit vector along the way
//   corner    elsewhere: k = |p - a|, (nx, nr) = (p - a)/k. On the point itself the normal of a wall is taken
//
// A corner that points into free space (the way turns right) has a fan of normals, and the walls beside it
// are one chain: k and its gradient are continuous all over its free side. A re-entrant corner (the way turns
// left: cylinder to bottom) has none: there the chains part, and what touches both has two contacts. A single
// point is a circle: no side, k >= 0.
//
// Truncated cone, cylinder, flat ring and bottom are profiles of two points; the drogue is (0, rc) (-lc, rc)
// (-lc - lf, rm). Behind a corner k has a ridge (the nearer of two walls): the gradient jumps there, so a
// centre has to stay on the free side. Source: Yaskevich 3.2, with windows on the foot in the place of
// windows on the sphere's centre; docs/theory-mechanisms.md, section 23.

#include <array>
#include <cstddef>
#include <span>

#include "core/vec.hpp"

namespace hilspace::mechanism {

/// The nearest place of a chain.
struct Wall {
  double distance;       // k
  double axial, radial;  // nx, nr
};

class Revolution {
 public:
  static constexpr std::size_t kMostPoints = 16;

  /// Checks the profile, and throws InputError with all that is wrong with it.
  explicit Revolution(std::span<const Vec2> profile);

  std::size_t chains() const { return chains_; }
  Wall nearest(std::size_t chain, double x, double r) const;
  /// r of the chain's wall at x, of several the least; infinite where none of them goes past x.
  double wall_at(std::size_t chain, double x) const;
  /// A circle, and nothing else.
  bool is_circle() const { return points_ == 1; }
  Vec2 first_point() const { return point(0); }
  std::size_t points() const { return points_; }
  Vec2 point(std::size_t i) const { return {point_[i].x, point_[i].r}; }

 private:
  struct Point {
    double x, r;
    double along_x = 0.0, along_r = 0.0, length = 0.0;  // of the wall to the next point
  };
  std::array<Point, kMostPoints> point_{};
  std::array<std::size_t, kMostPoints + 1> first_{};  // point of each chain; it ends with the next one's
  std::size_t points_ = 0, chains_ = 0;
};

}  // namespace hilspace::mechanism
