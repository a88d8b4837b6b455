#pragma once
// Surfaces of revolution for the tests of pairs: their points by two parameters, and what lies open before
// them.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "mechanism/revolution.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism::test {

/// What is met from inside: pieces of a polyline, and whether a point is in the open.
struct Bore {
  std::vector<Vec2> profile;
  Revolution surface;
  explicit Bore(std::vector<Vec2> points) : profile(std::move(points)), surface(profile) {}

  /// Radius of the wall at x; the profile runs towards -x.
  double wall(double x) const {
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
      const auto [x0, r0] = profile[i];
      const auto [x1, r1] = profile[i + 1];
      if (x <= x0 && x >= x1) return r0 + (r1 - r0) * (x - x0) / (x1 - x0);
    }
    return x > back() ? profile.front()[1] : HUGE_VAL;
  }
  bool is_open(const Eigen::Vector3d& p) const { return std::hypot(p.y(), p.z()) < wall(p.x()); }
  double distance(const Eigen::Vector3d& p) const {
    const Eigen::Vector2d q(p.x(), std::hypot(p.y(), p.z()));
    double nearest = HUGE_VAL;
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
      const Eigen::Vector2d a(profile[i][0], profile[i][1]), b(profile[i + 1][0], profile[i + 1][1]);
      const double share = std::clamp((q - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
      nearest = std::min(nearest, (q - a - share * (b - a)).norm());
    }
    return nearest;
  }
  double front() const { return profile.back()[0]; }
  double back() const { return profile.front()[0]; }

  /// A point of a piece, by two parameters.
  Eigen::Vector3d point(std::size_t piece, double share, double angle) const {
    const auto [x0, r0] = profile[piece];
    const auto [x1, r1] = profile[piece + 1];
    return on_circle(x0 + share * (x1 - x0), r0 + share * (r1 - r0), angle);
  }
};

inline Bore conical_bore() { return Bore({{-0.05, 0.05}, {-0.4, 0.4}}); }
inline Bore cylindrical_bore() { return Bore({{0.0, 0.05}, {-0.09, 0.05}}); }
inline Bore socket_bore() { return Bore({{0.0, 0.05}, {-0.09, 0.05}, {-0.3, 0.2}, {-0.32, 0.3}}); }

}  // namespace hilspace::mechanism::test
