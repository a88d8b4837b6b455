#include "mechanism/pairs/petal.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

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

  /// The border on the side of growing azimuth (1) or the other (-1), in the axes in which the petal has that pose.
  HILSPACE_INLINE CurvePoint border(const Pose& pose, double side, double h) const {
    const double azimuth = side * half_width(h), turning = side * narrowing;
    const double c = std::cos(azimuth), s = std::sin(azimuth);
    const double rho = petal.radius - h * tangent;
    const auto along = pose.turn.col(0);
    const Eigen::Vector3d out = c * pose.turn.col(1) + s * pose.turn.col(2);
    const Eigen::Vector3d around = c * pose.turn.col(2) - s * pose.turn.col(1);
    return {pose.origin + h * along + rho * out, along - tangent * out + (rho * turning) * around,
            (-2.0 * tangent * turning) * around - (rho * turning * turning) * out};
  }
  /// In the face, across that border, away from the petal.
  Eigen::Vector3d outwards(const Pose& pose, double side, double h) const {
    const double azimuth = side * half_width(h);
    const Eigen::Vector3d out = std::cos(azimuth) * pose.turn.col(1) + std::sin(azimuth) * pose.turn.col(2);
    const Eigen::Vector3d normal = sine * pose.turn.col(0) + cosine * out;
    return side * border(pose, side, h).first.cross(normal);
  }
};

/// A border in the axes of the edge.
struct Border {
  const PetalShape& shape;
  const Pose& pose;
  double side;

  HILSPACE_INLINE CurvePoint at(double h) const { return shape.border(pose, side, h); }
  /// About where it crosses the plane of the edge.
  double crossing() const {
    const double h = 0.5 * shape.petal.height;
    const CurvePoint here = at(h);
    return here.first.x() == 0.0 ? h : h - here.place.x() / here.first.x();
  }
};

constexpr std::array<double, 2> kSides{-1.0, 1.0};

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

/// The edge in the petal's axes, and the slope of g along it.
struct EdgeOnCone {
  double sine, cosine;
  Eigen::Vector3d centre, first, second;  // second and first have its radius

  EdgeOnCone(const PetalShape& shape, double radius, const Pose& pose)
      : sine(shape.sine), cosine(shape.cosine) {
    const Pose edge = pose.inverse();
    centre = edge.origin;
    first = radius * edge.turn.col(1);
    second = radius * edge.turn.col(2);
  }
  Eigen::Vector3d point(UnitVector u) const { return centre + u.c * first + u.s * second; }
  HILSPACE_INLINE double slope(UnitVector u) const {
    const double y = centre.y() + u.c * first.y() + u.s * second.y();
    const double z = centre.z() + u.c * first.z() + u.s * second.z();
    const double along_x = u.c * second.x() - u.s * first.x();
    const double along_y = u.c * second.y() - u.s * first.y(), along_z = u.c * second.z() - u.s * first.z();
    const double r = std::sqrt(y * y + z * z);
    return sine * along_x + cosine * (r > 0.0 ? (y * along_y + z * along_z) / r : along_y);
  }
};

/// Where the edge is deepest in the cone, or nearest to it: visit(u, its place in the petal's axes, d). False: the edge
/// is on the axis.
template <class Visit>
bool face_minima(const PetalShape& shape, double radius, const EdgeOnCone& edge, const Directions& wanted,
                 Visit&& visit) {
  return circle::minima(
      circle::kCoarse, wanted, 1e-14 * radius, [&](UnitVector u) { return edge.slope(u); },
      [&](UnitVector u) {
        const Radial at(edge.point(u));
        visit(u, at, shape.cosine * (shape.petal.radius - at.r) - shape.sine * at.x);
      });
}

void add_face(const PetalShape& shape, double radius, const Pose& pose, UnitVector u, const Radial& at,
              double d, Contacts& out) {
  if (!shape.has(at.x + d * shape.sine, at)) return;
  out.add({d, pose.direction(-at.vector(shape.sine, shape.cosine)), {0.0, radius * u.c, radius * u.s}});
}

/// Where the search for a border's contact ended, and how deep it is; infinite: nowhere.
struct BorderFound {
  double parameter, depth;
};
BorderFound add_border(const PetalShape& shape, double radius, const Border& border, double start,
                       Contacts& out) {
  const auto met = curve_on_edge(border, radius, start);
  if (!met) return {HUGE_VAL, HUGE_VAL};
  if (shape.has(met->parameter) &&
      met->contact.normal.dot(shape.outwards(border.pose, border.side, met->parameter)) <= 0.0)
    out.add(met->contact);
  return {met->parameter, met->contact.penetration};
}

/// From what is known of a pose nearby, those that may touch or all. False: a minimum is lost.
bool follow(const PetalShape& shape, double radius, const Pose& pose, const Followed& its, Contacts& out) {
  constexpr double kRounding = 1e-9;  // m
  const Moved since(its.at, pose);
  // What meets is on the edge: so far from the origin of the petal at most.
  const double lever = radius + pose.origin.norm() + since.shifted;
  const double moved = its.touching_alone ? since.at(lever) + kRounding : HUGE_VAL;
  std::array<circle::Minimum, Followed::kMost> from;
  std::size_t size = 0;
  for (std::size_t i = 0; i < its.size; ++i)
    if (its.depths[i] + moved > 0.0) from[size++] = its.minima[i];
  if (size > 0) {
    const EdgeOnCone edge(shape, radius, pose);
    std::array<UnitVector, Followed::kMost> at;
    const std::span<const circle::Minimum> some(from.data(), size);
    if (!circle::follow(
            some, [&](UnitVector u) { return edge.slope(u); }, at))
      return false;
    for (std::size_t i = 0; i < size; ++i) {
      const Radial place(edge.point(at[i]));
      const double d = shape.cosine * (shape.petal.radius - place.r) - shape.sine * place.x;
      add_face(shape, radius, pose, at[i], place, d, out);
    }
  }
  for (std::size_t k = 0; k < kSides.size(); ++k) {
    const Border border{shape, pose, kSides[k]};
    const bool is_known = std::isfinite(its.borders[k]);
    if (is_known && its.border_depths[k] + moved <= 0.0) continue;
    if (!is_known || !std::isfinite(add_border(shape, radius, border, its.borders[k], out).parameter))
      add_border(shape, radius, border, border.crossing(), out);
  }
  return true;
}

}  // namespace

void contacts(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out) {
  Followed unknown;
  contacts(active, passive, pose, unknown, out);
}

void contacts(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose, Followed& its,
              Contacts& out) {
  const PetalShape shape(active);
  if (its.known && follow(shape, passive.radius, pose, its, out)) return;
  const EdgeOnCone edge(shape, passive.radius, pose);
  const auto slope = [&](UnitVector u) { return edge.slope(u); };
  Followed found;
  found.known = true;
  const bool minima = face_minima(shape, passive.radius, edge, near_petal(shape, passive.radius, pose),
                                  [&](UnitVector u, const Radial& place, double d) {
                                    found.note(circle::minimum(u, slope), 0, d);
                                    add_face(shape, passive.radius, pose, u, place, d, out);
                                  });
  for (std::size_t k = 0; k < kSides.size(); ++k) {
    const Border border{shape, pose, kSides[k]};
    const BorderFound met = add_border(shape, passive.radius, border, border.crossing(), out);
    found.borders[k] = met.parameter;
    found.border_depths[k] = met.depth;
  }
  if (its.known) return;  // lost for this pose alone
  found.touching_alone = its.touching_alone;
  found.at = pose;
  its = found;
  its.known = found.known && minima;
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
  face_minima(shape, passive.radius, EdgeOnCone(shape, passive.radius, pose), all,
              [&](UnitVector u, const Radial&, double d) {
                of_cone = std::fmin(of_cone, -d);
                for (std::size_t i = 0; i < away.size(); ++i) {
                  const UnitVector by = circle::kFine[i];
                  if (inside[i] && u.c * by.c + u.s * by.s >= circle::kFine[1].c)
                    of_sector = std::fmin(of_sector, -d);
                }
              });
  return std::fmax(split ? std::fmax(of_cone, of_sector) : of_cone, 0.0);
}

}  // namespace hilspace::mechanism::pairs
