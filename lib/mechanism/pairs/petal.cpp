#include "mechanism/pairs/petal.hpp"

#include <Eigen/Geometry>
#include <array>
#include <numbers>

#include "mechanism/circle_minima.hpp"
#include "mechanism/pairs/curve_on_edge.hpp"

namespace hilspace::mechanism::pairs {

namespace {

/// What follows from the dimensions.
struct PetalShape {
  const primitive::Petal& petal;
  double sine, cosine, tangent, narrowing;  // narrowing = w'

  explicit PetalShape(const primitive::Petal& p)
      : petal(p),
        sine(std::sin(p.half_angle)),
        cosine(std::cos(p.half_angle)),
        tangent(sine / cosine),
        narrowing((p.half_width_top - p.half_width_base) / p.height) {}

  double half_width(double h) const { return petal.half_width_base + narrowing * h; }
  bool has(double h) const { return h >= -petal.below && h <= petal.height; }
  /// Whether a point of the cone at the height h in the direction e is on the petal.
  bool has(double h, const Radial& at) const { return has(h) && at.ey >= std::cos(half_width(h)); }

  /// The border on the side of growing azimuth (1) or the other (-1), in the petal's axes.
  CurvePoint border(double side, double h) const {
    const double azimuth = side * half_width(h), turning = side * narrowing;
    const double c = std::cos(azimuth), s = std::sin(azimuth);
    const double rho = petal.radius - h * tangent;
    const Eigen::Vector3d out(0.0, c, s), around(0.0, -s, c);
    return {Eigen::Vector3d(h, 0.0, 0.0) + rho * out,
            Eigen::Vector3d(1.0, 0.0, 0.0) - tangent * out + rho * turning * around,
            -2.0 * tangent * turning * around - rho * turning * turning * out};
  }
};

/// A border in the axes of the edge.
struct Border {
  const PetalShape& shape;
  const Pose& pose;
  double side;

  CurvePoint at(double h) const {
    const CurvePoint own = shape.border(side, h);
    return {pose.point(own.place), pose.direction(own.first), pose.direction(own.second)};
  }
  /// About where it crosses the plane of the edge.
  double crossing() const {
    const double h = 0.5 * shape.petal.height;
    const CurvePoint here = at(h);
    return here.first.x() == 0.0 ? h : h - here.place.x() / here.first.x();
  }
  /// Away from the petal, in its face, across the border; axes of the edge.
  Eigen::Vector3d outwards(double h) const {
    const CurvePoint own = shape.border(side, h);
    const Radial at(own.place);
    return side * pose.direction(own.first.cross(at.vector(shape.sine, shape.cosine)));
  }
};

using Directions = std::array<bool, circle::kCoarse.size()>;

/// Those in whose neighbourhood the edge may be on the petal.
Directions near_petal(const PetalShape& shape, double radius, const Pose& pose) {
  // No bracket of an edge that stays that far from the axis is wider than half of what is added.
  constexpr double kFar = 0.5, kAdded = 1.1;  // of the radius; rad
  const primitive::Petal& petal = shape.petal;
  const double limit = std::fmax(shape.half_width(-petal.below), shape.half_width(petal.height)) + kAdded;
  Directions near;
  near.fill(true);
  if (limit >= std::numbers::pi) return near;
  const double cosine = std::cos(limit), square = cosine * cosine;
  const Eigen::Matrix3d& turn = pose.turn;  // of the petal; its columns' y and z in the edge's axes
  const double y0 = -turn.col(1).dot(pose.origin), z0 = -turn.col(2).dot(pose.origin);
  for (std::size_t i = 0; i < near.size(); ++i) {
    const UnitVector u = circle::kCoarse[i];
    const double y = y0 + radius * (u.c * turn(1, 1) + u.s * turn(2, 1));
    const double z = z0 + radius * (u.c * turn(1, 2) + u.s * turn(2, 2));
    const double r2 = y * y + z * z;
    if (!(r2 > kFar * kFar * radius * radius)) {
      near.fill(true);
      return near;
    }
    near[i] = cosine > 0.0 ? y > 0.0 && y * y >= square * r2 : y > 0.0 || y * y <= square * r2;
  }
  return near;
}

/// Where the edge is deepest in the cone, or nearest to it: visit(u, its place in the petal's axes, d).
template <class Visit>
void face_minima(const PetalShape& shape, double radius, const Pose& pose, const Directions& wanted,
                 Visit&& visit) {
  const Pose edge = pose.inverse();  // in the petal's axes
  const Eigen::Vector3d first = radius * edge.turn.col(1), second = radius * edge.turn.col(2);
  const auto point = [&](UnitVector u) -> Eigen::Vector3d {
    return edge.origin + u.c * first + u.s * second;
  };
  const auto slope = [&](UnitVector u) {
    const Eigen::Vector3d along = u.c * second - u.s * first;
    return shape.sine * along.x() + shape.cosine * Radial(point(u)).radial_part(along);
  };
  circle::minima(circle::kCoarse, wanted, 1e-14 * radius, slope, [&](UnitVector u) {
    const Radial at(point(u));
    const double d = shape.cosine * (shape.petal.radius - at.r) - shape.sine * at.x;
    visit(u, at, d);
  });
}

void face_contacts(const PetalShape& shape, double radius, const Pose& pose, Contacts& out) {
  face_minima(
      shape, radius, pose, near_petal(shape, radius, pose), [&](UnitVector u, const Radial& at, double d) {
        if (!shape.has(at.x + d * shape.sine, at)) return;
        out.add({d, pose.direction(-at.vector(shape.sine, shape.cosine)), {0.0, radius * u.c, radius * u.s}});
      });
}

}  // namespace

void contacts(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out) {
  const PetalShape shape(active);
  face_contacts(shape, passive.radius, pose, out);
  for (const double side : {-1.0, 1.0}) {
    const Border border{shape, pose, side};
    const auto met = curve_on_edge(border, passive.radius, border.crossing());
    if (!met || !shape.has(met->parameter)) continue;
    if (met->contact.normal.dot(border.outwards(met->parameter)) <= 0.0) out.add(met->contact);
  }
}

double gap(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose) {
  constexpr double kBeyond = 0.05;  // rad
  constexpr double kNearAxis =
      0.2;  // of the radius: there the edge crosses the sector between two directions
  const PetalShape shape(active);
  const Pose edge = pose.inverse();
  const double widest = std::fmax(shape.half_width(-active.below), shape.half_width(active.height)) + kBeyond;
  const double narrow = active.radius - active.height * shape.tangent;
  bool split = widest < 0.9 * std::numbers::pi && narrow > 0.0;
  std::array<double, circle::kFine.size()> away;
  std::array<bool, circle::kFine.size()> inside;
  for (std::size_t i = 0; i < away.size(); ++i) {
    const UnitVector u = circle::kFine[i];
    const Radial at(edge.point({0.0, passive.radius * u.c, passive.radius * u.s}));
    away[i] = shape.sine * at.x + shape.cosine * (at.r - active.radius);
    inside[i] = at.ey >= std::cos(widest);
    split = split && at.r > kNearAxis * passive.radius;
  }
  // Between two directions the edge is no nearer than at one of them, or at a minimum.
  double of_cone = HUGE_VAL, of_sector = narrow * std::sin(kBeyond);
  const auto next = [](std::size_t i) { return i + 1 < circle::kFine.size() ? i + 1 : 0; };
  for (std::size_t i = 0; i < away.size(); ++i) {
    of_cone = std::fmin(of_cone, away[i]);
    if (inside[i] || inside[next(i)]) of_sector = std::fmin(of_sector, std::fmin(away[i], away[next(i)]));
  }
  Directions all;
  all.fill(true);
  face_minima(shape, passive.radius, pose, all, [&](UnitVector u, const Radial&, double d) {
    of_cone = std::fmin(of_cone, -d);
    for (std::size_t i = 0; i < away.size(); ++i) {
      const UnitVector by = circle::kFine[i];
      if (inside[i] && u.c * by.c + u.s * by.s >= circle::kFine[1].c) of_sector = std::fmin(of_sector, -d);
    }
  });
  return std::fmax(split ? std::fmax(of_cone, of_sector) : of_cone, 0.0);
}

}  // namespace hilspace::mechanism::pairs
