#include "mechanism/pairs/torus.hpp"

#include "mechanism/circle_minima.hpp"
#include "mechanism/pairs/radial.hpp"

namespace hilspace::mechanism::pairs {

namespace {

constexpr double kFlat = 1e-14;  // relative to the radius: rounding only

/// The circle of a torus, passive axes.
struct TorusCircle {
  Eigen::Vector3d centre, first, second;  // second and first have its radius

  TorusCircle(const primitive::Torus& torus, const Pose& pose)
      : centre(pose.origin),
        first(torus.radius * pose.turn.col(1)),
        second(torus.radius * pose.turn.col(2)) {}
  Eigen::Vector3d point(UnitVector u) const { return centre + u.c * first + u.s * second; }
  Eigen::Vector3d along(UnitVector u) const { return u.c * second - u.s * first; }
};

/// Its minima on one chain, by what is known of them; else all around, and noted in `found`.
template <std::size_t kParts, class Slope, class Add>
void add_minima(const std::array<UnitVector, kParts>& all, double flat, std::size_t chain, Slope&& slope,
                const Followed& its, Followed& found, Add&& add) {
  std::array<UnitVector, Followed::kMost> at;
  const auto from = its.of(chain);
  if (its.known && circle::follow(from, slope, at)) {
    for (std::size_t i = 0; i < from.size(); ++i) add(at[i]);
    return;
  }
  const bool minima = circle::minima(all, flat, slope, [&](UnitVector u) {
    found.note(circle::minimum(u, slope), chain);
    add(u);
  });
  found.known = found.known && minima;
}

}  // namespace

void contacts(const primitive::Torus& active, const Revolution& passive, const Pose& pose, Contacts& out) {
  Followed unknown;
  contacts(active, passive, pose, unknown, out);
}

void contacts(const primitive::Torus& active, const Revolution& passive, const Pose& pose, Followed& its,
              Contacts& out) {
  if (passive.is_circle()) {  // smoother, with its brackets
    const auto [x, r] = passive.first_point();
    const Pose from_rim{pose.turn, pose.origin - Eigen::Vector3d(x, 0.0, 0.0)};
    const std::size_t before = out.size();
    contacts(active, primitive::Edge{r}, from_rim, its, out);
    for (std::size_t i = before; i < out.size(); ++i) out[i].point.x() += x;
    return;
  }
  const TorusCircle circle(active, pose);
  Followed found;
  found.known = true;
  for (std::size_t chain = 0; chain < passive.chains(); ++chain) {
    const auto wall = [&](const Radial& at) { return passive.nearest(chain, at.x, at.r); };
    const auto slope = [&](UnitVector u) {
      const Radial at(circle.point(u));
      const Wall w = wall(at);
      const Eigen::Vector3d along = circle.along(u);
      return w.axial * along.x() + w.radial * at.radial_part(along);
    };
    add_minima(circle::kMedium, kFlat * active.radius, chain, slope, its, found, [&](UnitVector u) {
      const Eigen::Vector3d p = circle.point(u);
      const Radial at(p);
      out.add(of_ball(active.tube, p, at, wall(at)));
    });
  }
  if (!its.known) its = found;
}

void contacts(const primitive::Torus& active, const primitive::Plane&, const Pose& pose, Contacts& out) {
  const TorusCircle circle(active, pose);
  const double c = circle.first.x(), s = circle.second.x(), length = std::sqrt(c * c + s * s);
  const Eigen::Vector3d p = circle.point(length > kFlat * active.radius ? UnitVector{c / length, s / length}
                                                                        : UnitVector{1.0, 0.0});
  out.add({active.tube + p.x(), {-1.0, 0.0, 0.0}, {0.0, p.y(), p.z()}});
}

void contacts(const primitive::Torus& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out) {
  Followed unknown;
  contacts(active, passive, pose, unknown, out);
}

void contacts(const primitive::Torus& active, const primitive::Edge& passive, const Pose& pose, Followed& its,
              Contacts& out) {
  const TorusCircle circle(active, pose);
  const auto slope = [&](UnitVector u) {
    const Radial at(circle.point(u));
    const Eigen::Vector3d along = circle.along(u);
    return at.x * along.x() + (at.r - passive.radius) * at.radial_part(along);
  };
  Followed found;
  found.known = true;
  add_minima(circle::kFine, kFlat * active.radius * passive.radius, 0, slope, its, found, [&](UnitVector u) {
    const Eigen::Vector3d p = circle.point(u);
    const Radial at(p);
    out.add(of_ball(active.tube, p, at, nearest_of_circle(passive.radius, at.x, at.r)));
  });
  if (!its.known) its = found;
}

}  // namespace hilspace::mechanism::pairs
