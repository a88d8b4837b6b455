#include "mechanism/coaxial.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace hilspace::mechanism {
namespace {

constexpr double kAside = 1e-10;  // m and rad, to either side
constexpr double kTurnsOver = 0.01,
                 kMovesOver = 1e-3;  // 1, m: smooth ones move by less, also a micrometre off
constexpr double kAlike = 1e-6;      // m: contacts that are as deep
constexpr double kTouching = 1e-9;   // m
constexpr int kSteps = 500;          // along a reach

/// Those that are as deep as the deepest.
std::vector<ContactPoint> deepest(const Assembly& assembly, std::size_t p, const Pose& pose) {
  std::vector<ContactPoint> found;
  assembly.visit(p, pose, nullptr,
                 [&](std::size_t, std::size_t, const ContactPoint& contact) { found.push_back(contact); });
  double most = -HUGE_VAL;
  for (const auto& contact : found) most = std::max(most, contact.penetration);
  std::erase_if(found, [&](const ContactPoint& its) { return its.penetration < most - kAlike; });
  return found;
}

bool goes_on(const ContactPoint& contact, const std::vector<ContactPoint>& on_the_other_side) {
  return std::ranges::any_of(on_the_other_side, [&](const ContactPoint& other) {
    return (contact.normal - other.normal).norm() < kTurnsOver &&
           (contact.point - other.point).norm() < kMovesOver;
  });
}

bool jumps(const Assembly& assembly, std::size_t p, const Pose& one, const Pose& other) {
  const auto here = deepest(assembly, p, one), there = deepest(assembly, p, other);
  return !here.empty() && !there.empty() &&
         !std::ranges::all_of(here, [&](const auto& contact) { return goes_on(contact, there); });
}

/// The port moved aside and turned, about and along each axis across x.
bool jumps(const Assembly& assembly, std::size_t p, const Pose& at) {
  for (const Eigen::Vector3d& axis : {Eigen::Vector3d::UnitY().eval(), Eigen::Vector3d::UnitZ().eval()}) {
    const auto moved = [&](double by) { return Pose{at.turn, at.origin + by * axis}; };
    const auto turned = [&](double by) {
      return Pose{Eigen::AngleAxisd(by, axis).toRotationMatrix() * at.turn, at.origin};
    };
    if (jumps(assembly, p, moved(kAside), moved(-kAside)) ||
        jumps(assembly, p, turned(kAside), turned(-kAside)))
      return true;
  }
  return false;
}

/// Where along x a pair first touches; infinite: not up to `end`. m
double touch(const Assembly& assembly, std::size_t p, Pose pose, double end) {
  const double least = (end - pose.origin.x()) / kSteps;
  while (pose.origin.x() < end) {
    const double free = assembly.gap(assembly.pairs()[p], pose);  // a lower bound, so 0 need not be a touch
    if (!(free > kTouching)) {
      const auto found = deepest(assembly, p, pose);
      if (!found.empty() && found.front().penetration > -kTouching) return pose.origin.x();
    }
    pose.origin.x() += std::max(free, least);
  }
  return HUGE_VAL;
}

}  // namespace

const Assembly::Pair* coaxial(const Assembly& assembly, const Eigen::Matrix3d& turn, double y, double z,
                              const Reach& reach, double start_at) {
  Pose pose{turn, {std::fmax(assembly.start(turn, y, z), start_at), y, z}};
  const double end = pose.origin.x() + Assembly::kStartClearance + reach.bodies + reach.link + reach.travel;
  std::vector<double> touches;
  double of_bodies = HUGE_VAL, of_link = HUGE_VAL;  // the first ones
  for (std::size_t p = 0; p < assembly.pairs().size(); ++p) {
    touches.push_back(touch(assembly, p, pose, end));
    double& first = assembly.is_on_link(assembly.pairs()[p]) ? of_link : of_bodies;
    first = std::min(first, touches.back());
  }
  for (std::size_t p = 0; p < touches.size(); ++p) {
    const Assembly::Pair& pair = assembly.pairs()[p];
    const double last = assembly.is_on_link(pair)
                            ? of_link + reach.link
                            : std::min(of_bodies + reach.bodies, of_link + reach.link + reach.travel);
    pose.origin.x() = touches[p];
    if (std::holds_alternative<primitive::Segment>(assembly.chaser()[pair.chaser].primitive) &&
        std::holds_alternative<primitive::Segment>(assembly.target()[pair.target].primitive))
      continue;  // parallel ones have no axis: their contact moves along them, its normal stays
    if (std::isfinite(touches[p]) && touches[p] <= last && jumps(assembly, p, pose)) return &pair;
  }
  return nullptr;
}

}  // namespace hilspace::mechanism
