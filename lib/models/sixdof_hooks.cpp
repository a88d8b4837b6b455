#include "models/sixdof_hooks.hpp"

#include <algorithm>
#include <numbers>

#include "dynamics/eigen.hpp"

namespace hilspace::models {

Hooks::Hooks(const mechanism::HardCapture& setup) {
  for (const auto& its : setup.hooks)
    for (std::size_t i = 0; i < its.repeat; ++i) {
      const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(its.repeat);
      const Eigen::Vector3d at =
          Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitX()).toRotationMatrix() * dynamics::eigen(its.at);
      hooks_.push_back({at, its.stroke, its.pull, its.speed, its.stiffness, its.force_limit, its.delay});
    }
  if (setup.joint) joint_.emplace(setup.joint->stiffness, setup.joint->damping);
}

void Hooks::begin_step(const LinkEnd& port, double clock, bool captured, const Horizon<double>& horizon,
                       double& until) {
  constexpr double kTick = 1e-12;  // s: of the clock's rounding
  running_ = running_ || (captured && !hooks_.empty());
  closed_ = 0;
  if (!running_) return;
  for (Hook& hook : hooks_) {
    const double end = hook.end();
    if (clock < hook.delay - kTick) {
      until = std::fmin(until, hook.delay - clock);
      continue;
    }
    hook.driven = clock < end - kTick;
    if (hook.driven) until = std::fmin(until, end - clock);
    if (hook.phase == Phase::missed) continue;
    const double x = stretch(hook, port, clock);
    if (hook.phase == Phase::waiting && x > 0.0) {
      hook.phase = Phase::missed;
      continue;
    }
    const double rate = (hook.driven ? hook.speed : 0.0) - closing(port, port.pose.point(hook.at));
    const auto phase_at = [&hook](double stretched) {
      return stretched <= 0.0 ? Phase::slack : stretched <= hook.most() ? Phase::pulling : Phase::limited;
    };
    hook.phase = phase_at(x + rate * horizon.shortest);
    hook.early = hook.phase != phase_at(x);
    closed_ += !hook.driven && hook.phase == Phase::pulling ? 1 : 0;
  }
  if (joint_ && residual_.time == HUGE_VAL && closed_ == static_cast<int>(hooks_.size()))
    join(port, horizon.now);
}

void Hooks::join(const LinkEnd& port, double now) {
  reference_ = port.pose.inverse();
  residual_ = residual_of(port, now);
}

/// The axes on the chaser that were the target's own when the joint was made.
LinkEnd Hooks::joined(const LinkEnd& port) const {
  const Eigen::Vector3d arm = port.pose.direction(reference_.origin);
  return {{port.pose.turn * reference_.turn, port.pose.origin + arm},
          port.rate + port.turning.cross(arm),
          port.turning};
}

void Hooks::add(const LinkEnd& port, double clock, SixDofContact& now) const {
  if (!running_) return;
  const auto act = [&](const Eigen::Vector3d& force, const Eigen::Vector3d& torque) {
    for (Wrench* wrench : {&now.applied, &now.on_target}) {
      wrench->force += force;
      wrench->torque += torque;
    }
  };
  for (const Hook& hook : hooks_) {
    if (hook.phase == Phase::waiting || hook.phase == Phase::missed) continue;
    const double x = stretch(hook, port, clock);
    if (hook.early ? x <= 0.0 : hook.phase == Phase::slack) continue;
    const bool limited = hook.early ? x > hook.most() : hook.phase == Phase::limited;
    const double tension = limited ? hook.limit : hook.stiffness * x;
    const Eigen::Vector3d force(tension, 0.0, 0.0), place = port.pose.point(hook.at);
    act(force, place.cross(force));
    now.sprung += 0.5 * tension * tension / hook.stiffness;
    now.hook_power += tension * (limited ? closing(port, place) : hook.driven ? hook.speed : 0.0);
    now.largest_hook = std::fmax(now.largest_hook, tension);
  }
  if (residual_.time == HUGE_VAL) return;
  const Eigen::Vector3d nothing = Eigen::Vector3d::Zero();
  const LinkEnd target{{}, nothing, nothing}, chaser = joined(port);
  const LinkForce spring = joint_->force(target, chaser);
  const Eigen::Vector3d& place = chaser.pose.origin;
  act(-spring.force, -place.cross(spring.force) - spring.torque);
  now.sprung += spring.stored;
  now.joint_power = spring.power;
  now.joint_force = spring.force.norm();
  now.joint_moment = spring.torque.norm();
}

}  // namespace hilspace::models
