// Hooks: what they push with in each phase, and that the joint holds the pose in which it was made.

#include "models/sixdof_hooks.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace hilspace::models {
namespace {

using Eigen::Vector3d;

/// One hook on the axis: 20 mm out, 1 mm beyond its mate, 10 mm/s, 1e6 N/m, 500 N, 1 s after the capture.
mechanism::HardCapture one_hook() {
  mechanism::HardCapture setup;
  setup.hooks.push_back({"hook", {0.0, 0.2, 0.0}, 1, 0.02, 1e-3, 0.01, 1e6, 500.0, 1.0});
  return setup;
}
LinkEnd port_at(double x, double rate = 0.0) {
  return {{Eigen::Matrix3d::Identity(), {x, 0.0, 0.0}}, {rate, 0.0, 0.0}, Vector3d::Zero()};
}
/// A step from then on that may have any length.
Horizon<double> from(double now) { return {HUGE_VAL, 0.0, now, false}; }
SixDofContact pushed_by(const Hooks& hooks, const LinkEnd& port, double clock) {
  SixDofContact now{};
  now.applied = now.on_target = {Vector3d::Zero(), Vector3d::Zero()};
  hooks.add(port, clock, now);
  return now;
}

TEST(Hooks, PullAsFarAsTheyAreDrivenAndNoHarderThanTheirLimit) {
  Hooks hooks(one_hook());
  double until = 1.0;
  hooks.begin_step(port_at(-0.01), 0.0, false, from(0.0), until);
  EXPECT_FALSE(hooks.running());
  const auto begin = [&](double x, double clock) {
    until = HUGE_VAL;
    hooks.begin_step(port_at(x), clock, true, from(clock), until);
    return pushed_by(hooks, port_at(x, 0.004), clock);
  };
  EXPECT_EQ(begin(-0.01, 0.0).sprung, 0.0);
  EXPECT_TRUE(hooks.running());
  EXPECT_DOUBLE_EQ(until, 1.0);  // it waits
  EXPECT_EQ(begin(-0.01, 1.0).applied.force.x(), 0.0);
  EXPECT_DOUBLE_EQ(until, 2.1);  // 21 mm at 10 mm/s
  // After 1.0002 + 1 s it is driven to 9.998 mm... the mate is at 10 mm: 0.002 mm are stretched.
  const auto pulls = begin(-0.01, 2.0002);
  EXPECT_NEAR(pulls.applied.force.x(), 2.0, 1e-9);
  EXPECT_NEAR(pulls.applied.torque.z(), -0.2 * 2.0, 1e-9);
  EXPECT_NEAR(pulls.sprung, 0.5 * 2.0 * 2e-6, 1e-15);
  EXPECT_NEAR(pulls.hook_power, 2.0 * 0.01, 1e-9);  // of its drive
  EXPECT_EQ(pulls.on_target.force, pulls.applied.force);
  const auto limited = begin(-0.01, 2.2);
  EXPECT_NEAR(limited.applied.force.x(), 500.0, 1e-9);
  EXPECT_NEAR(limited.hook_power, 500.0 * 0.004, 1e-9);  // it follows the bodies
  EXPECT_EQ(hooks.closed(), 0);
  EXPECT_EQ(begin(-0.01, 3.1).hook_power, 2.0);
  EXPECT_EQ(hooks.closed(), 0);  // at the end of its way, but behind it
  const auto closed = begin(0.0007, 3.1);
  EXPECT_NEAR(closed.applied.force.x(), 300.0, 1e-9);
  EXPECT_EQ(closed.hook_power, 0.0);
  EXPECT_EQ(hooks.closed(), 1);
  EXPECT_EQ(hooks.residual().time, HUGE_VAL);  // no joint was asked for
}

TEST(Hooks, ThatDoNotReachTheirMatesNeverCatch) {
  Hooks hooks(one_hook());
  double until = HUGE_VAL;
  hooks.begin_step(port_at(-0.021), 1.0, true, from(1.0), until);
  hooks.begin_step(port_at(-0.001), 4.0, true, from(4.0), until);
  EXPECT_EQ(hooks.closed(), 0);
  EXPECT_EQ(pushed_by(hooks, port_at(-0.001), 4.0).applied.force.norm(), 0.0);
}

TEST(Hooks, JoinThePortsWhereTheyAre) {
  auto setup = one_hook();
  setup.joint = mechanism::JointSetup{{1e7, 2e7, 3e7, 1e6, 2e6, 3e6}, {1e5, 1e5, 1e5, 1e4, 1e4, 1e4}};
  Hooks hooks(setup);
  const Eigen::AngleAxisd tilt(0.01, Vector3d::UnitY());
  LinkEnd port{{tilt.toRotationMatrix(), {0.0007, 0.003, -0.004}}, {0.001, 0.0, 0.0}, {0.0, 0.0, 0.002}};
  double until = HUGE_VAL;
  hooks.begin_step(port_at(-0.01), 1.0, true, from(1.0), until);
  hooks.begin_step(port, 3.2, true, from(7.5), until);
  const auto& left = hooks.residual();
  EXPECT_EQ(left.time, 7.5);
  EXPECT_NEAR(left.offset, std::hypot(0.0007, 0.005), 1e-15);
  EXPECT_NEAR(left.tilt, 0.01, 1e-14);
  EXPECT_NEAR(left.roll, 0.0, 1e-14);
  EXPECT_EQ(left.speed, 0.001);
  EXPECT_EQ(left.turning, 0.002);
  port.rate = port.turning = Vector3d::Zero();
  const auto rest = pushed_by(hooks, port, 3.2);
  EXPECT_LT(rest.joint_force, 1e-6);  // of 1e7 N/m
  EXPECT_LT(rest.joint_moment, 1e-6);
  port.pose.origin += Vector3d(0.0, 1e-5, 0.0);
  const auto aside = pushed_by(hooks, port, 3.2);
  EXPECT_NEAR((aside.applied.force - rest.applied.force).y(), -200.0, 1e-6);
  EXPECT_NEAR(aside.joint_force, 200.0, 1e-6);
}

/// What is left of a motion, from a pose and rates that are known.
TEST(Residual, IsOfThePort) {
  LinkEnd port;
  port.pose.turn = Eigen::AngleAxisd(0.03, Eigen::Vector3d::UnitY()).toRotationMatrix() *
                   Eigen::AngleAxisd(-0.2, Eigen::Vector3d::UnitX()).toRotationMatrix();
  port.pose.origin = {0.3, -0.4, 1.2};
  port.rate = {2.0, -3.0, 6.0};
  port.turning = {0.0, 0.08, 0.06};
  const auto left = residual_of(port, 4.0);
  EXPECT_EQ(left.time, 4.0);
  EXPECT_NEAR(left.offset, 1.3, 1e-12);
  EXPECT_NEAR(left.speed, 7.0, 1e-12);
  EXPECT_NEAR(left.tilt, 0.03, 1e-12);
  EXPECT_NEAR(left.roll, -0.2, 1e-12);
  EXPECT_NEAR(left.turning, 0.1, 1e-12);
}

/// Tilt and roll are the same about whichever direction across the axis it is tilted: a scene turned about the docking
/// axis has the same residual.
TEST(Residual, KnowsNoDirectionAcrossTheAxis) {
  const Eigen::Matrix3d roll = Eigen::AngleAxisd(0.07, Vector3d::UnitX()).toRotationMatrix();
  for (double azimuth = 0.0; azimuth < 6.0; azimuth += 0.5) {
    LinkEnd port = port_at(0.0);
    const Vector3d about(0.0, std::cos(azimuth), std::sin(azimuth));
    port.pose.turn = Eigen::AngleAxisd(0.3, about).toRotationMatrix() * roll;
    const auto left = residual_of(port, 0.0);
    EXPECT_NEAR(left.tilt, 0.3, 1e-12) << azimuth;
    EXPECT_NEAR(left.roll, 0.07, 1e-12) << azimuth;
  }
}

}  // namespace
}  // namespace hilspace::models
