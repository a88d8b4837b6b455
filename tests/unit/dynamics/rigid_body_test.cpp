#include "dynamics/rigid_body.hpp"

#include <gtest/gtest.h>

#include <array>

#include "integrate/dopri5.hpp"
#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using State = std::array<double, kBodyStates>;
const RigidBody kBody = rigid_body(70.0, inertia(12.0, 20.0, 27.0));
const Eigen::Vector3d kRate{0.3, -0.5, 0.2}, kForce{3.0, -1.0, 2.0}, kTorque{-0.7, 1.1, 0.4};

State start() {
  State y;
  pack(spinning(kBody, kRate), y.data());
  return y;
}

State pushed(State y, double h, int steps) {
  for (int i = 0; i < steps; ++i) {
    y = integrate::dopri5(y, h, [](const State& at) {
          State derivative;
          pack(rates(kBody, unpacked(at.data()), kForce, kTorque), derivative.data());
          return derivative;
        }).end;
    normalise(y.data());
  }
  return y;
}

TEST(RigidBody, KnowsTheInverseOfItsInertia) {
  EXPECT_LT((kBody.inertia * kBody.inverse_inertia - Eigen::Matrix3d::Identity()).norm(), 1e-14);
}

TEST(RigidBody, StateAndVectorAreTheSame) {
  State y, again;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = 0.5 + static_cast<double>(i);
  const BodyState state = unpacked(y.data());
  EXPECT_EQ(state.velocity[2], y[5]);
  EXPECT_EQ(state.attitude.w(), y[6]);
  EXPECT_EQ(state.attitude.z(), y[9]);
  EXPECT_EQ(state.angular_momentum[0], y[10]);
  pack(state, again.data());
  EXPECT_EQ(again, y);
}

TEST(RigidBody, TurnsAsItsMomentumSays) {
  const BodyState state = unpacked(start().data());
  EXPECT_LT((body_rate(kBody, state) - kRate).norm(), 1e-15);
  EXPECT_LT((inertial_rate(kBody, state) - state.attitude * kRate).norm(), 1e-15);
  EXPECT_NEAR(kinetic_energy(kBody, state),
              35.0 * state.velocity.squaredNorm() + 0.5 * kRate.dot(kBody.inertia * kRate), 1e-14);
}

// q' against the change of a body-fixed vector: e' = w x e, inertial axes.
TEST(RigidBody, CarriesItsAxesAlong) {
  const State y = start();
  const BodyState state = unpacked(y.data()), moved = unpacked(pushed(y, 1e-4, 1).data()),
                  back = unpacked(pushed(y, -1e-4, 1).data());
  const Eigen::Vector3d edge{0.2, -0.6, 0.9};
  const Eigen::Vector3d change = (moved.attitude * edge - back.attitude * edge) / 2e-4;
  EXPECT_LT((change - inertial_rate(kBody, state).cross(state.attitude * edge)).norm(), 1e-8);
}

// T = I w' + w x I w in body axes (Bondoky 6.7), by which no line of the code goes.
TEST(RigidBody, FollowsEulersEquations) {
  const State y = start();
  const BodyState state = unpacked(y.data());
  const double h = 1e-4;
  const Eigen::Vector3d change = (body_rate(kBody, unpacked(pushed(y, h, 1).data())) -
                                  body_rate(kBody, unpacked(pushed(y, -h, 1).data()))) /
                                 (2.0 * h);
  const Eigen::Vector3d torque = kBody.inertia * change + kRate.cross(kBody.inertia * kRate);
  EXPECT_LT((torque - state.attitude.conjugate() * kTorque).norm(), 1e-6);
}

// Work of force and torque = kinetic energy won; the place of a body pushed steadily is a parabola.
TEST(RigidBody, WinsTheEnergyPutIntoIt) {
  const State y = start();
  const double h = 0.01;
  const int steps = 500;
  double work = 0.0;
  State at = y;
  const auto power = [](const State& s) {
    const BodyState state = unpacked(s.data());
    return kForce.dot(state.velocity) + kTorque.dot(inertial_rate(kBody, state));
  };
  for (int i = 0; i < steps; ++i) {  // Simpson's rule
    const State middle = pushed(at, 0.5 * h, 1), end = pushed(at, h, 1);
    work += h / 6.0 * (power(at) + 4.0 * power(middle) + power(end));
    at = end;
  }
  const BodyState begin = unpacked(y.data()), end = unpacked(at.data());
  EXPECT_NEAR(kinetic_energy(kBody, end) - kinetic_energy(kBody, begin), work, 1e-8);
  const double t = h * steps;
  EXPECT_LT((end.position - begin.position - t * begin.velocity - 0.5 * t * t / 70.0 * kForce).norm(), 1e-12);
  EXPECT_LT((end.angular_momentum - begin.angular_momentum - t * kTorque).norm(), 1e-11);
  EXPECT_NEAR(end.attitude.norm(), 1.0, 1e-15);
}

// Normalising between the steps costs no order: halving the step divides the error by 2^5.
TEST(RigidBody, LeavesTheMethodItsOrder) {
  const auto after = [](int steps) { return unpacked(pushed(start(), 4.0 / steps, steps).data()).attitude; };
  const Eigen::Quaterniond exact = after(1280);
  const double coarse = angle_between(after(20), exact), fine = angle_between(after(40), exact);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_GT(coarse / fine, 24.0);
}

}  // namespace
}  // namespace hilspace::dynamics
