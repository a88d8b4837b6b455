#include "mechanism/assembly.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>
#include <tuple>

#include "core/error.hpp"

namespace hilspace::mechanism {
namespace {

Eigen::Vector3d vector(const Vec3& v) { return {v[0], v[1], v[2]}; }

template <class... Overloads>
struct Cases : Overloads... {
  using Overloads::operator()...;
};
template <class... Overloads>
Cases(Overloads...) -> Cases<Overloads...>;  // clang 14 does not deduce it

/// Around points of which any two neighbours are at most `step` apart along the surface.
Ball around(const std::vector<Eigen::Vector3d>& points, double step) {
  Eigen::AlignedBox3d box;
  for (const auto& point : points) box.extend(point);
  Ball ball{box.center(), 0.0};
  for (const auto& point : points) ball.radius = std::max(ball.radius, (point - ball.centre).norm());
  ball.radius += step;
  return ball;
}

Ball around_petal(const primitive::Petal& petal) {
  constexpr int kParts = 32;
  const double tangent = std::tan(petal.half_angle);
  std::vector<Eigen::Vector3d> points;
  double widest = 0.0;
  for (int i = 0; i <= kParts; ++i) {
    const double h = -petal.below + (petal.height + petal.below) * i / kParts;
    const double width =
        petal.half_width_base + (petal.half_width_top - petal.half_width_base) * h / petal.height;
    const double rho = petal.radius - h * tangent;
    widest = std::max(widest, rho * std::abs(width));
    for (int k = 0; k <= kParts; ++k) {
      const double azimuth = width * (2.0 * k / kParts - 1.0);
      points.emplace_back(h, rho * std::cos(azimuth), rho * std::sin(azimuth));
    }
  }
  const double along = (petal.height + petal.below) * std::hypot(1.0, tangent);
  return around(points, (along + 2.0 * widest) / kParts);
}

Ball around_revolution(const Revolution& revolution) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (std::size_t i = 0; i < revolution.points(); ++i) {
    low = std::min(low, revolution.point(i)[0]);
    high = std::max(high, revolution.point(i)[0]);
  }
  Ball ball{{0.5 * (low + high), 0.0, 0.0}, 0.0};
  for (std::size_t i = 0; i < revolution.points(); ++i)
    ball.radius =
        std::max(ball.radius, std::hypot(revolution.point(i)[0] - ball.centre.x(), revolution.point(i)[1]));
  return ball;
}

Eigen::Matrix3d turn_of(const FeatureSetup& setup) {
  if (!setup.axis) {
    const auto about = [](double angle, const Eigen::Vector3d& axis) {
      return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    };
    return about(setup.rotation[2], Eigen::Vector3d::UnitZ()) *
           about(setup.rotation[1], Eigen::Vector3d::UnitY()) *
           about(setup.rotation[0], Eigen::Vector3d::UnitX());
  }
  // The least turn that takes x there; of half a turn that about z.
  const Eigen::Vector3d to = vector(*setup.axis).normalized();
  if (to.y() == 0.0 && to.z() == 0.0)
    return Eigen::Vector3d(to.x() > 0.0 ? 1.0 : -1.0, to.x() > 0.0 ? 1.0 : -1.0, 1.0).asDiagonal();
  const Eigen::Vector3d about(0.0, -to.z(), to.y());
  Eigen::Matrix3d cross;
  cross << 0.0, -about.z(), about.y(), about.z(), 0.0, -about.x(), -about.y(), about.x(), 0.0;
  const double share = to.x() > 0.0 ? 1.0 / (1.0 + to.x()) : (1.0 - to.x()) / about.squaredNorm();
  return Eigen::Matrix3d::Identity() + cross + share * cross * cross;
}

Pose after(const Eigen::Matrix3d& turn, const Pose& pose) { return {turn * pose.turn, turn * pose.origin}; }

/// About x by a share of a turn.
Eigen::Matrix3d share_of_turn(std::size_t i, std::size_t n) {
  const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
  if (i == 0) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()).toRotationMatrix();
}

void place(const FeatureSetup& setup, const Eigen::Matrix3d& turn, bool carries, std::vector<Feature>& on) {
  const Primitive primitive = primitive_of(setup);
  const Ball ball = ball_around(primitive);
  for (std::size_t i = 0; i < setup.repeat; ++i) {
    const Pose pose = after(turn * share_of_turn(i, setup.repeat), {turn_of(setup), vector(setup.at)});
    on.push_back(
        {setup.name, primitive, pose, {pose.point(ball.centre), ball.radius}, carries && setup.on_link});
  }
}

std::vector<PlacedLatch> placed(std::span<const LatchSetup> latches, const std::vector<Feature>& target) {
  std::vector<PlacedLatch> all;
  for (const auto& setup : latches) {
    const auto caught = std::find_if(target.begin(), target.end(),
                                     [&](const Feature& its) { return its.name == setup.catches; });
    if (caught == target.end()) throw InputError(setup.name + " catches nothing: no " + setup.catches);
    for (std::size_t i = 0; i < setup.repeat; ++i)
      all.emplace_back(setup, i, caught->primitive, caught->pose, caught->on_link);
  }
  return all;
}

double reach(const std::vector<Feature>& features) {
  double farthest = 0.0;
  for (const auto& feature : features)
    if (std::isfinite(feature.ball.radius))
      farthest = std::max(farthest, feature.ball.centre.norm() + feature.ball.radius);
  return farthest;
}

bool is_flat(const Feature& feature) { return !std::isfinite(feature.ball.radius); }

std::size_t places_of(const Primitive& one, const Primitive& other) {
  constexpr std::size_t kOfARing = 6, kOfAPetal = 8;
  const auto chains = [](const Primitive& its) {
    const auto* revolution = std::get_if<Revolution>(&its);
    return revolution != nullptr ? revolution->chains() : std::size_t{1};
  };
  std::size_t places = chains(one) * chains(other);
  for (const Primitive* its : {&one, &other}) {
    if (std::holds_alternative<primitive::Torus>(*its)) places *= kOfARing;
    if (std::holds_alternative<primitive::Petal>(*its)) places = kOfAPetal;
    if (std::holds_alternative<primitive::Segment>(*its)) places = 2;
  }
  return std::min(places, Contacts::kMost);
}

bool comes_in_order(const Primitive& its) {
  return !std::holds_alternative<primitive::Torus>(its) && !std::holds_alternative<primitive::Petal>(its);
}

}  // namespace

Ball ball_around(const Primitive& primitive) {
  const auto segment = [](const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius) {
    return Ball{0.5 * (from + to), 0.5 * (to - from).norm() + radius};
  };
  const Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  return std::visit(
      Cases{[&](const primitive::Sphere& its) {
              return Ball{origin, its.radius};
            },
            [&](const primitive::Torus& its) {
              return Ball{origin, its.radius + its.tube};
            },
            [&](const primitive::Segment& its) { return segment(its.from, its.to, its.radius); },
            [&](const primitive::Border& its) { return segment(its.from, its.to, 0.0); },
            [&](const primitive::Petal& its) { return around_petal(its); },
            [&](const Revolution& its) { return around_revolution(its); },
            [&](const primitive::Plane&) {
              return Ball{origin, HUGE_VAL};
            },
            [&](const primitive::Edge& its) {
              return Ball{origin, its.radius};
            },
            [&](const primitive::Pad& its) {
              return Ball{origin, 0.5 * std::hypot(its.width, its.height)};
            }},
      primitive);
}

Primitive primitive_of(const FeatureSetup& its) {
  switch (its.type) {
    case FeatureType::point:
      return primitive::Sphere{0.0};
    case FeatureType::sphere:
      return primitive::Sphere{its.radius};
    case FeatureType::circle:
      return primitive::Torus{its.radius, 0.0};
    case FeatureType::torus:
      return primitive::Torus{its.radius, its.tube};
    case FeatureType::segment:
      return primitive::Segment{vector(its.from), vector(its.to), its.radius};
    case FeatureType::border:
      return primitive::Border{vector(its.from), vector(its.to), vector(its.faces)};
    case FeatureType::edge:
      return primitive::Edge{its.radius};
    case FeatureType::plane:
      return primitive::Plane{};
    case FeatureType::pad:
      return primitive::Pad{its.width, its.height};
    case FeatureType::cone:
      return Revolution(std::array{Vec2{0.0, its.radius}, Vec2{-its.length, its.mouth_radius}});
    case FeatureType::revolution:
      return Revolution(its.profile);
    case FeatureType::petal:
      return primitive::Petal{its.radius,        its.half_angle,    its.height,
                              its.half_width[0], its.half_width[1], its.below};
  }
  throw InputError("there is no such feature");
}

Assembly Assembly::of(std::span<const FeatureSetup> features, std::span<const FeaturePairSetup> pairs,
                      std::span<const LatchSetup> latches, bool link_on_target) {
  Assembly made;
  if (link_on_target)
    for (const auto& latch : latches)
      if (latch.on_link) throw InputError(latch.name + " stands on the chaser, and the link on the target");
  const Eigen::Matrix3d half_turn = Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal();
  for (const auto& feature : features) {
    const Eigen::Matrix3d as_written = Eigen::Matrix3d::Identity();
    if (feature.side != Side::target) place(feature, as_written, !link_on_target, made.chaser_);
    if (feature.side == Side::target) place(feature, as_written, link_on_target, made.target_);
    if (feature.side == Side::both) place(feature, half_turn, link_on_target, made.target_);
  }
  made.chaser_reach_ = reach(made.chaser_);
  made.target_reach_ = reach(made.target_);
  const auto meet = [&](std::size_t a, std::size_t p, const std::optional<double>& friction) {
    const Feature &active = made.chaser_[a], &passive = made.target_[p];
    const PairFunction contacts = pairs.empty() ? find_pair(active.primitive, passive.primitive)
                                                : pair_of(active.primitive, passive.primitive);
    if (contacts == nullptr) return;
    made.pairs_.push_back({a, p, contacts, find_follow(active.primitive, passive.primitive),
                           find_gap(active.primitive, passive.primitive), passive.pose.inverse(),
                           is_flat(active), is_flat(passive), places_of(active.primitive, passive.primitive),
                           comes_in_order(active.primitive) && comes_in_order(passive.primitive), friction});
  };
  for (std::size_t a = 0; a < made.chaser_.size(); ++a)
    for (std::size_t p = 0; p < made.target_.size(); ++p) {
      if (pairs.empty()) meet(a, p, std::nullopt);
      for (const auto& pair : pairs)
        if (pair.active == made.chaser_[a].name && pair.passive == made.target_[p].name)
          meet(a, p, pair.friction);
    }
  made.latches_ = placed(latches, made.target_);
  for (const auto& latch : made.latches_) made.chaser_reach_ = std::max(made.chaser_reach_, latch.lever());
  return made;
}

void Assembly::contacts(const Pair& pair, const Pose& pose, Followed* its, Contacts& out) const {
  const Feature &active = chaser_[pair.chaser], &passive = target_[pair.target];
  const Eigen::Matrix3d to_feature = pair.to_target.turn * pose.turn;
  const Pose relative{to_feature * active.pose.turn,
                      to_feature * active.pose.origin + pair.to_target.point(pose.origin)};
  if (its != nullptr && pair.follow != nullptr)
    pair.follow(active.primitive, passive.primitive, relative, *its, out);
  else
    pair.contacts(active.primitive, passive.primitive, relative, out);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {out[i].penetration, passive.pose.direction(out[i].normal), passive.pose.point(out[i].point)};
}

double Assembly::apart(const Pair& pair, const Pose& pose) const {
  const Feature &active = chaser_[pair.chaser], &passive = target_[pair.target];
  if (pair.flat_chaser) {
    const Eigen::Vector3d centre = active.pose.inverse().point(pose.inverse().point(passive.ball.centre));
    return -centre.x() - passive.ball.radius;
  }
  const Eigen::Vector3d centre = pose.point(active.ball.centre);
  if (pair.flat_target) return -pair.to_target.point(centre).x() - active.ball.radius;
  return (centre - passive.ball.centre).norm() - active.ball.radius - passive.ball.radius;
}

double Assembly::gap(const Pair& pair, const Pose& pose) const {
  Contacts found;
  contacts(pair, pose, nullptr, found);
  double nearest = HUGE_VAL;
  for (const auto& contact : found) nearest = std::fmin(nearest, -contact.penetration);
  if (pair.gap == nullptr) return nearest;
  const Feature &active = chaser_[pair.chaser], &passive = target_[pair.target];
  const Eigen::Matrix3d to_feature = pair.to_target.turn * pose.turn;
  const Pose relative{to_feature * active.pose.turn,
                      to_feature * active.pose.origin + pair.to_target.point(pose.origin)};
  const double bound = pair.gap(active.primitive, passive.primitive, relative);
  return nearest < 0.0 ? nearest : std::fmax(bound, apart(pair, pose));
}

double Assembly::gap(const Pose& pose) const {
  double least = HUGE_VAL;
  for (const Pair& pair : pairs_)
    if (apart(pair, pose) < least) least = std::fmin(least, gap(pair, pose));
  return least;
}

Nearness Assembly::nearness() const {
  std::vector<double> levers;
  for (const Pair& pair : pairs_)
    levers.push_back(chaser_[pair.chaser].ball.centre.norm() + chaser_[pair.chaser].ball.radius);
  return Nearness(levers);
}

double Assembly::free_time(const Pose& pose, const Motion& motion) const {
  double least = HUGE_VAL;
  for (const Pair& pair : pairs_) {
    const Feature &active = chaser_[pair.chaser], &passive = target_[pair.target];
    const double lever = pair.flat_chaser
                             ? pose.origin.norm() + passive.ball.centre.norm() + passive.ball.radius
                             : active.ball.centre.norm() + active.ball.radius;
    const double off = motion.slack + motion.turned * lever, rate = motion.speed + motion.turning * lever;
    if ((apart(pair, pose) - off) / rate < least) least = std::fmin(least, (gap(pair, pose) - off) / rate);
  }
  for (const PlacedLatch& latch : latches_) {
    const double off = motion.slack + motion.turned * latch.lever(),
                 rate = motion.speed + motion.turning * latch.lever();
    least = std::fmin(least, (latch.apart(pose) - off) / rate);
  }
  return least;
}

double Assembly::target_width() const {
  double widest = 0.0;
  for (const auto& feature : target_)
    widest = std::max(widest, feature.ball.centre.tail<2>().norm() + feature.ball.radius);
  return widest;
}

double Assembly::start(const Eigen::Matrix3d& turn, double y, double z) const {
  const double end = chaser_reach_ + target_reach_ + kClearance;
  Pose pose{turn, {-end - std::hypot(y, z), y, z}};
  while (pose.origin.x() < end) {
    const double free = gap(pose) - kStartClearance;
    if (!(free > 1e-3 * kStartClearance)) break;
    pose.origin.x() += std::fmax(free, 0.1 * kStartClearance);  // along a wall it would take forever
  }
  const bool met = pose.origin.x() < end;
  return std::fmin(latch_start({turn, {-end - std::hypot(y, z), y, z}}, end), met ? pose.origin.x() : -end);
}

/// Straight along x up to where the first latch is pushed; what would be passed in one part of the way is not
/// seen.
double Assembly::latch_start(Pose pose, double end) const {
  constexpr double kPart = 1e-3;  // m
  const auto pushed = [&](double x) {
    pose.origin.x() = x;
    return std::any_of(latches_.begin(), latches_.end(),
                       [&](const PlacedLatch& latch) { return latch.clearance(pose) < 0.0; });
  };
  if (latches_.empty()) return HUGE_VAL;
  double free = pose.origin.x();
  for (; free < end && !pushed(free + kPart);) free += kPart;
  if (free >= end) return HUGE_VAL;
  double meets = free + kPart;
  while (meets - free > 1e-12) (pushed(0.5 * (free + meets)) ? meets : free) = 0.5 * (free + meets);
  return free - kStartClearance;
}

const PlacedLatch* Assembly::blocked() const {
  constexpr double kPart = 0.5e-3;  // m
  const double end = chaser_reach_ + target_reach_;
  for (const PlacedLatch& latch : latches_) {
    if (latch.is_sensor()) continue;  // it is not pushed as far as the port is
    Grip grip = Grip::free;
    for (double x = -end; x < 0.0 && grip != Grip::latched; x += kPart) {
      const Pose here{Eigen::Matrix3d::Identity(), {x, 0.0, 0.0}};
      const auto change = latch.next(grip, here);
      if (change.blocked || latch.locks(change.grip, here, Eigen::Vector3d::UnitX())) return &latch;
      grip = change.grip;
    }
  }
  return nullptr;
}

const Assembly::Pair* Assembly::inside_out() const {
  const Eigen::Matrix3d straight = Eigen::Matrix3d::Identity();
  const Pair* found = nullptr;
  visit(Pose{straight, {start(straight, 0.0, 0.0), 0.0, 0.0}},
        [&](std::size_t p, std::size_t, const ContactPoint& contact) {
          const bool bounded = !pairs_[p].flat_chaser && !pairs_[p].flat_target;
          if (bounded && contact.penetration > 0.0) found = &pairs_[p];
        });
  return found;
}

}  // namespace hilspace::mechanism
