#include "mechanism/pairs/petal.hpp"

#include <Eigen/Geometry>

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
  /// Where it crosses the plane of the edge.
  double crossing() const {
    double h = 0.5 * shape.petal.height;
    for (int i = 0; i < 4; ++i) {
      const CurvePoint here = at(h);
      if (here.first.x() == 0.0) break;
      h -= here.place.x() / here.first.x();
    }
    return h;
  }
  /// Away from the petal, in its face, across the border; axes of the edge.
  Eigen::Vector3d outwards(double h) const {
    const CurvePoint own = shape.border(side, h);
    const Radial at(own.place);
    return side * pose.direction(own.first.cross(at.vector(shape.sine, shape.cosine)));
  }
};

/// Where the edge is deepest in the cone, or nearest to it: visit(u, its place in the petal's axes, d).
template <class Visit>
void face_minima(const PetalShape& shape, double radius, const Pose& pose, Visit&& visit) {
  const Pose edge = pose.inverse();  // in the petal's axes
  const Eigen::Vector3d first = radius * edge.turn.col(1), second = radius * edge.turn.col(2);
  const auto point = [&](UnitVector u) -> Eigen::Vector3d {
    return edge.origin + u.c * first + u.s * second;
  };
  const auto slope = [&](UnitVector u) {
    const Eigen::Vector3d along = u.c * second - u.s * first;
    return shape.sine * along.x() + shape.cosine * Radial(point(u)).radial_part(along);
  };
  circle::minima(circle::kCoarse, 1e-14 * radius, slope, [&](UnitVector u) {
    const Radial at(point(u));
    const double d = shape.cosine * (shape.petal.radius - at.r) - shape.sine * at.x;
    visit(u, at, d);
  });
}

void face_contacts(const PetalShape& shape, double radius, const Pose& pose, Contacts& out) {
  face_minima(shape, radius, pose, [&](UnitVector u, const Radial& at, double d) {
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
  double nearest = HUGE_VAL;
  face_minima(PetalShape(active), passive.radius, pose,
              [&](UnitVector, const Radial&, double d) { nearest = std::fmin(nearest, -d); });
  return std::fmax(nearest, 0.0);
}

}  // namespace hilspace::mechanism::pairs
