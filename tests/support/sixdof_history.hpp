#pragma once
// A time history in six degrees of freedom, and what conservation laws ask of it.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "dynamics/eigen.hpp"
#include "dynamics/euler.hpp"
#include "models/sixdof_setup.hpp"
#include "models/trace.hpp"

namespace hilspace::test {

/// One model of a trace, channel by channel.
struct History {
  const models::TraceGroup& group;
  double at(const std::string& name, std::size_t k) const {
    const auto found = std::ranges::find(group.channels, name, &models::Channel::name);
    if (found == group.channels.end()) throw std::invalid_argument("no channel " + name);
    return found->values[k];
  }
  Eigen::Vector3d vector(const std::string& name, std::size_t k) const {
    return {at(name + "_x", k), at(name + "_y", k), at(name + "_z", k)};
  }
  Eigen::Matrix3d attitude(const std::string& body, std::size_t k) const {
    return dynamics::rotation_from_angles(
        {at(body + "_roll", k), at(body + "_pitch", k), at(body + "_yaw", k)});
  }
  Eigen::Vector3d momentum(const models::SixDofSetup& setup, std::size_t k) const {
    return setup.chaser.mass * vector("chaser_velocity", k) +
           setup.target.mass * vector("target_velocity", k);
  }
  Eigen::Vector3d angular_momentum(const models::SixDofSetup& setup, std::size_t k) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const auto& [body, its] :
         {std::pair{std::string("chaser"), &setup.chaser}, {"target", &setup.target}})
      sum += its->mass * vector(body + "_position", k).cross(vector(body + "_velocity", k)) +
             attitude(body, k) * (dynamics::eigen(its->inertia) * vector(body + "_rate", k));
    return sum;
  }
};

/// The largest change of what both bodies keep together, relative to its start.
struct Drift {
  double momentum = 0.0, angular_momentum = 0.0;
};
inline Drift drift(const models::SixDofSetup& setup, const models::TraceGroup& group) {
  const History its{group};
  const Eigen::Vector3d p = its.momentum(setup, 0), l = its.angular_momentum(setup, 0);
  Drift worst;
  for (std::size_t k = 0; k < group.time.size(); ++k) {
    worst.momentum = std::max(worst.momentum, (its.momentum(setup, k) - p).norm() / p.norm());
    worst.angular_momentum =
        std::max(worst.angular_momentum, (its.angular_momentum(setup, k) - l).norm() / l.norm());
  }
  return worst;
}

}  // namespace hilspace::test
