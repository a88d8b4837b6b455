#include "study/setups/mechanism_start.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/eigen.hpp"
#include "dynamics/euler.hpp"
#include "mechanism/assembly.hpp"

namespace hilspace::study {

namespace {

/// Whether something touches just ahead, as where assembly.start() found what is met: else it is far away.
bool is_near(const mechanism::Assembly& assembly, mechanism::Pose pose) {
  constexpr double kAhead = 2.0 * mechanism::Assembly::kStartClearance;
  if (assembly.gap(pose) < kAhead) return true;
  pose.origin.x() += kAhead;
  return std::ranges::any_of(assembly.latches(),
                             [&](const auto& latch) { return latch.clearance(pose) < 0.0; });
}

}  // namespace

MechanismStart mechanism_start(const models::SixDofSetup& setup) {
  const auto& assembly = *setup.mechanism.assembly;
  const Eigen::Matrix3d turn =
      dynamics::attitude_from_angles(dynamics::eigen(setup.attitude)).toRotationMatrix();
  const auto [y, z] = setup.offset;
  MechanismStart found{setup.mechanism.start_at, {}};
  if (!std::isfinite(found.port)) {
    found.port = assembly.start(turn, y, z);
    found.meets = is_near(assembly, {turn, {found.port, y, z}});
  }
  assembly.visit(mechanism::Pose{turn, {found.port, y, z}}, [&](std::size_t p, std::size_t,
                                                                const mechanism::ContactPoint& contact) {
    if (!(contact.penetration > 0.0)) return;
    const auto& pair = assembly.pairs()[p];
    const auto &chaser = assembly.chaser()[pair.chaser].name, &target = assembly.target()[pair.target].name;
    const auto known = std::ranges::find_if(found.overlaps, [&](const StartOverlap& its) {
      return its.chaser == chaser && its.target == target;
    });
    if (known == found.overlaps.end())
      found.overlaps.push_back({chaser, target, contact.penetration});
    else
      known->depth = std::max(known->depth, contact.penetration);
  });
  return found;
}

}  // namespace hilspace::study
