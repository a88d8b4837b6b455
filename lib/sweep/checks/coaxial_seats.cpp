#include "sweep/checks/coaxial_seats.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <variant>

#include "contact/law.hpp"
#include "dynamics/eigen.hpp"
#include "dynamics/euler.hpp"
#include "mechanism/coaxial.hpp"
#include "models/sixdof_setup.hpp"

namespace hilspace::sweep {
namespace {

constexpr std::size_t kMostPoses = 1000;  // about a second

/// How far the chaser goes on.
Vec3 reach(const models::SixDofSetup& setup, double depth) {
  const auto& link = setup.mechanism.link;
  if (!link) return {depth, 0.0, 0.0};
  const double travel = setup.approach_velocity * std::sqrt(models::reduced_mass(setup) / link->stiffness[0]);
  return {depth, contact::elastic_depth(setup.contact, link->mass, setup.approach_velocity),
          std::min(travel, setup.mechanism.assembly->length())};
}

/// How many numbers take it off the axis; a roll does not.
int askew(const CoaxialSeats::Shared& its) {
  const auto& [assembly, start_at, offset, attitude, reach] = its.pose;
  return static_cast<int>(std::ranges::count_if(offset, [](double each) { return each != 0.0; })) +
         (attitude[1] != 0.0 ? 1 : 0) + (attitude[2] != 0.0 ? 1 : 0);
}

const mechanism::Assembly::Pair* seat(const CoaxialSeats::Pose& pose) {
  const auto turn = dynamics::attitude_from_angles(dynamics::eigen(pose.attitude)).toRotationMatrix();
  const auto [bodies, link, travel] = pose.reach;
  return mechanism::coaxial(*pose.assembly, turn, pose.offset[0], pose.offset[1], {bodies, link, travel},
                            pose.start_at);
}

}  // namespace

void CoaxialSeats::look_at(const Scenario& scenario, double depth) {
  const auto* setup = std::get_if<models::SixDofSetup>(&scenario);
  if (setup == nullptr || !setup->mechanism.assembly) return;
  ++looked_at_;
  const auto& spin = setup->angular_velocity;
  if (setup->lateral_velocity != Vec2{} || spin[1] != 0.0 || spin[2] != 0.0) return;
  const Pose pose{setup->mechanism.assembly, setup->mechanism.start_at, setup->offset, setup->attitude,
                  reach(*setup, depth)};
  const auto [place, is_new] = places_.try_emplace(pose, poses_.size());
  if (is_new) poses_.push_back({pose, 0});
  ++poses_[place->second].scenarios;
}

Coaxial CoaxialSeats::judged() const {
  Coaxial its;
  its.looked_at = looked_at_;
  its.all_judged = poses_.size() <= kMostPoses;
  auto poses = poses_;
  std::ranges::stable_sort(poses, std::ranges::less(), askew);
  poses.resize(std::min(poses.size(), kMostPoses));
  for (const auto& [pose, scenarios] : poses) {
    const auto* found = seat(pose);
    if (found == nullptr) continue;
    if (its.found == 0) {
      its.chaser = pose.assembly->chaser()[found->chaser].name;
      its.target = pose.assembly->target()[found->target].name;
    }
    its.found += scenarios;
  }
  return its;
}

}  // namespace hilspace::sweep
