// A link on the side of the target: conservation of the three bodies, energy, ideal instruments, and the mirror: what
// carries the link may be called chaser or target.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "contact/law.hpp"
#include "core/error.hpp"
#include "dynamics/eigen.hpp"
#include "mechanism/assembly.hpp"
#include "models/sixdof.hpp"
#include "models/sixdof_features.hpp"
#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/features.hpp"
#include "support/latches.hpp"
#include "support/same_models.hpp"
#include "support/shared_assembly.hpp"
#include "support/sixdof_cases.hpp"

namespace hilspace::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using mechanism::Assembly;
using mechanism::FeatureSetup;
using mechanism::FeatureType;
using mechanism::Side;
using models::SixDofSetup;
using Model = models::SixDofModel<models::LinkedFeatureTouch, models::NoSix>;
constexpr std::size_t kLinkState = Model::kOwnAt + models::LinkedFeatureTouch::kLinkAt;

/// About z: from the axes of a body as a chaser to its axes as a target.
const Matrix3d kHalfTurn = Vector3d(-1.0, -1.0, 1.0).asDiagonal();

/// Two equal rings with petals, pads on the one that is on the link and a plate behind the other; pawls on the body
/// of the chaser, if any.
Assembly rings(bool link_on_target, bool with_pawls) {
  auto petal = feature(Side::both, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * kDegree;
  petal.height = 0.16;
  petal.half_width = {28.5 * kDegree, 15.0 * kDegree};
  petal.repeat = 3;
  auto edge = feature(Side::both, FeatureType::edge, 0.6);
  auto pad = feature(link_on_target ? Side::target : Side::chaser, FeatureType::point);
  auto plate = feature(link_on_target ? Side::chaser : Side::target, FeatureType::plane);
  if (link_on_target) plate.axis = Vec3{-1.0, 0.0, 0.0};  // its material is behind it
  pad.at = {0.0, 0.63, 0.0};
  pad.repeat = 12;
  for (auto* its : {&petal, &edge, &pad}) its->on_link = true;
  auto latch = test::pawl_setup("edge");
  latch.on_link = false;
  const std::array pairs{mechanism::FeaturePairSetup{"petal", "edge", std::nullopt},
                         mechanism::FeaturePairSetup{"edge", "petal", std::nullopt},
                         link_on_target ? mechanism::FeaturePairSetup{"plane", "point", std::nullopt}
                                        : mechanism::FeaturePairSetup{"point", "plane", std::nullopt}};
  const std::array latches{latch};
  return Assembly::of(
      std::array{petal, edge, pad, plate}, pairs,
      with_pawls ? std::span<const mechanism::LatchSetup>(latches) : std::span<const mechanism::LatchSetup>(),
      link_on_target);
}

/// Its ring is on the link.
const models::SpacecraftSetup kCarrier{1200.0, diagonal(240.0, 500.0, 450.0), {1.5, 0.02, -0.01}};
const models::SpacecraftSetup kOther{900.0, diagonal(300.0, 400.0, 350.0), {-2.0, 0.01, 0.03}};

models::SpacecraftSetup turned(const models::SpacecraftSetup& its) {
  return {its.mass, its.inertia, {-its.port[0], -its.port[1], its.port[2]}};
}

SixDofSetup ring_on(bool target, bool with_pawls) {
  static const Assembly with[] = {rings(false, true), rings(true, true)},
                        without[] = {rings(false, false), rings(true, false)};
  SixDofSetup setup;
  setup.chaser = target ? turned(kOther) : kCarrier;
  setup.target = target ? turned(kCarrier) : kOther;
  setup.mechanism.kind = mechanism::MechanismKind::features;
  setup.mechanism.assembly = test::shared((with_pawls ? with : without)[target ? 1 : 0]);
  // Unlike to all sides; those across x are turned with it, which changes nothing.
  setup.mechanism.link = mechanism::LinkSetup{
      70.0, {25.0, 14.0, 13.0}, {8e3, 7e3, 6e3, 3e3, 2e3, 4e3}, {8e3, 4e3, 3e3, 1e3, 900.0, 800.0}, target};
  setup.contact.law = contact::Law::hunt_crossley;
  setup.contact.damping_number = contact::damping_number(contact::Law::hunt_crossley, 0.6);
  setup.contact.stiffness = 1e6;
  setup.contact.exponent = 1.0;
  setup.friction = {0.15, 0.15, 0.015, 1e-3};
  setup.approach_velocity = 0.15;
  setup.ends_with_capture = true;
  setup.time_limit = 3.0;
  setup.hil = false;
  return setup;
}

Model model_of(const SixDofSetup& setup) {
  const auto body = [](const models::SpacecraftSetup& its) {
    return models::Spacecraft{dynamics::rigid_body(its.mass, dynamics::eigen(its.inertia)),
                              dynamics::eigen(its.port)};
  };
  return {body(setup.chaser), body(setup.target), models::LinkedFeatureTouch(setup), {}, {}, {}, {}, false};
}

Vector3d random_one(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> one(-size, size);
  return {one(random), one(random), one(random)};
}
Eigen::Quaterniond random_turn(std::mt19937& random, double size) {
  const Vector3d v = random_one(random, size);
  return Eigen::Quaterniond(Eigen::AngleAxisd(v.norm(), v.normalized()));
}

/// Carrier, other body and link somewhere, the rings near each other. Axes of each as those of a chaser for the carrier
/// and the link, as those of a target for the other.
struct Three {
  dynamics::BodyState carrier, other, link;
};
Three random_three(std::mt19937& random) {
  Three all;
  for (auto* its : {&all.carrier, &all.other, &all.link}) {
    its->attitude = random_turn(random, 0.03);
    its->velocity = random_one(random, 0.1);
    its->angular_momentum = random_one(random, 3.0);
  }
  std::uniform_real_distribution<double> along(-0.05, 0.002);
  const Vector3d port = dynamics::eigen(kOther.port) + Vector3d(along(random), 0.003, -0.002);
  all.link.position = all.other.attitude * port;
  all.carrier.position =
      all.link.position + random_one(random, 1e-3) - all.carrier.attitude * dynamics::eigen(kCarrier.port);
  return all;
}

Model::State packed(const Three& all, bool link_on_target) {
  Model::State y{};
  const auto put = [&](dynamics::BodyState its, std::size_t at) {
    if (link_on_target) its.attitude = its.attitude * Eigen::Quaterniond(kHalfTurn);
    dynamics::pack(its, y.data() + at);
  };
  put(all.carrier, link_on_target ? Model::kTargetAt : 0);
  put(all.other, link_on_target ? 0 : Model::kTargetAt);
  put(all.link, kLinkState);
  return y;
}

/// In the derivative of a body: its acceleration and its torque, inertial axes.
Vector3d three_at(const Model::State& y, std::size_t at) { return {y[at], y[at + 1], y[at + 2]}; }

/// Angular momentum is told in inertial axes, so its rate is the torque.
TEST(LinkOnTheTarget, KeepsMomentumAndAngularMomentumOfTheThreeBodies) {
  const auto setup = ring_on(true, true);
  Model model = model_of(setup);
  std::mt19937 random(11);
  int pressed = 0;
  for (int i = 0; i < 300; ++i) {
    auto y = packed(random_three(random), true);
    model.begin_step(y, {1e-4, 1e-8, 1e-4 * i, false});
    const auto rate = model.derivative(y);
    pressed += model.view(y).contacts > 1 ? 1 : 0;
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    double size = 0.0;
    const std::array<std::pair<double, std::size_t>, 3> bodies{{{setup.chaser.mass, 0},
                                                                {setup.target.mass, Model::kTargetAt},
                                                                {setup.mechanism.link->mass, kLinkState}}};
    for (const auto& [mass, at] : bodies) {
      const Vector3d push = mass * three_at(rate, at + 3);
      force += push;
      torque += three_at(y, at).cross(push) + three_at(rate, at + 10);
      size += push.norm();
    }
    EXPECT_LT(force.norm(), 1e-12 * (size + 1.0));
    EXPECT_LT(torque.norm(), 1e-11 * (size + 1.0));
  }
  EXPECT_GT(pressed, 50);
}

/// Without friction, which acts on the passive surface: that of the other body once they are swapped, a penetration away.
SixDofSetup smooth_ring_on(bool target) {
  auto setup = ring_on(target, false);
  setup.friction = {0.0, 0.0, 0.015, 1e-3};
  return setup;
}

/// The same three bodies with the same motion, once with the carrier as the chaser, once as the target: all of them are
/// pushed alike.
TEST(LinkOnTheTarget, PushesAsOneOnTheChaserWhereTheBodiesAreSwapped) {
  std::mt19937 random(5);
  int pressed = 0;
  for (int i = 0; i < 200; ++i) {
    const Three all = random_three(random);
    Model one = model_of(smooth_ring_on(false)), swapped = model_of(smooth_ring_on(true));
    auto y = packed(all, false), z = packed(all, true);
    one.begin_step(y, {1e-4, 1e-8, 0.0, false});
    swapped.begin_step(z, {1e-4, 1e-8, 0.0, false});
    const auto of_y = one.derivative(y), of_z = swapped.derivative(z);
    const auto here = one.view(y), there = swapped.view(z);
    pressed += here.contacts > 0 ? 1 : 0;
    ASSERT_EQ(here.contacts, there.contacts);
    EXPECT_NEAR(here.sprung, there.sprung, 1e-9 * (1.0 + here.sprung));
    EXPECT_NEAR(here.stored, there.stored, 1e-9 * (1.0 + here.stored));
    EXPECT_NEAR(here.link_power, there.link_power, 1e-9 * (1.0 + here.link_power));
    const std::array<std::pair<std::size_t, std::size_t>, 3> same{
        {{0, Model::kTargetAt}, {Model::kTargetAt, 0}, {kLinkState, kLinkState}}};
    for (const auto& [a, b] : same) {
      const Vector3d push = three_at(of_y, a + 3), torque = three_at(of_y, a + 10);
      EXPECT_LT((push - three_at(of_z, b + 3)).norm(), 1e-8 * (1.0 + push.norm()));
      EXPECT_LT((torque - three_at(of_z, b + 10)).norm(), 1e-8 * (1.0 + torque.norm()));
    }
  }
  EXPECT_GT(pressed, 30);
}

/// The whole run, from the same relative motion. The start along x is given: each finds its own along its own target's.
TEST(LinkOnTheTarget, RunsAsOneOnTheChaserWhereTheBodiesAreSwapped) {
  auto one = smooth_ring_on(false), swapped = smooth_ring_on(true);
  one.offset = {0.006, -0.004};
  one.attitude = {0.3 * kDegree, -0.4 * kDegree, 0.25 * kDegree};
  one.mechanism.start_at = -0.25;
  one.tolerance = swapped.tolerance = 1e-11;
  const Matrix3d turn = dynamics::attitude_from_angles(dynamics::eigen(one.attitude)).toRotationMatrix();
  const Matrix3d back = kHalfTurn * turn.transpose() * kHalfTurn;
  const Vector3d port =
      -(kHalfTurn * turn.transpose() * Vector3d(one.mechanism.start_at, one.offset[0], one.offset[1]));
  const Vector3d angles = dynamics::angles_from_rotation(back),
                 rate = back.transpose() * Vector3d(one.approach_velocity, 0.0, 0.0);
  swapped.mechanism.start_at = port.x();
  swapped.offset = {port.y(), port.z()};
  swapped.attitude = {angles.x(), angles.y(), angles.z()};
  swapped.approach_velocity = rate.x();
  swapped.lateral_velocity = {rate.y(), rate.z()};
  const auto a = simulate::simulate(one), b = simulate::simulate(swapped);
  ASSERT_EQ(a.outcome, Outcome::ok);
  ASSERT_EQ(b.outcome, Outcome::ok);
  for (const char* name : {"capture.first_contact_docking", "link.stroke_docking", "energy.link_docking",
                           "load.contact_docking"}) {
    const double expected = metric(a, name);
    EXPECT_GT(expected, 0.0) << name;
    EXPECT_NEAR(metric(b, name), expected, 1e-5 * expected) << name;
  }
}

SixDofSetup capture_by_a_ring_on_the_target() {
  auto setup = ring_on(true, true);
  setup.chaser = {1200.0, diagonal(240.0, 500.0, 500.0), {1.5, 0.0, 0.0}};
  setup.target = {9000.0, diagonal(5000.0, 9000.0, 9000.0), {-2.0, 0.0, 0.0}};
  setup.offset = {0.006, -0.004};
  setup.attitude = {0.3 * kDegree, -0.4 * kDegree, 0.25 * kDegree};
  setup.after_capture = 0.3;
  return setup;
}

/// Pawls of the chaser on the ring of the target's link, through snap and hold.
TEST(LinkOnTheTarget, KeepsEnergyThroughACapture) {
  const auto row = simulate::simulate(capture_by_a_ring_on_the_target());
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
  EXPECT_GT(metric(row, "link.stroke_docking"), 1e-3);
  EXPECT_GT(metric(row, "energy.link_docking"), 0.1);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
}

TEST(LinkOnTheTarget, BehindIdealInstrumentsGivesTheBitsOfTheDockingModel) {
  auto setup = capture_by_a_ring_on_the_target();
  setup.hil = true;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  expect_hil_is_docking(row, 30);
}

/// A testbed of one sensor, ideal else: both bodies are pushed alike, so that the momentum of the two is kept, and what is
/// missing is the link's.
TEST(OneSensorUnderALink, PushesTheChaserWithWhatActsOnTheTarget) {
  for (const bool on_target : {false, true}) {
    const auto setup = ring_on(on_target, true);
    Model both = model_of(setup), one = model_of(setup);
    one.touch.measure_on_target_alone();
    std::mt19937 random(7);
    int pressed = 0;
    for (int i = 0; i < 100; ++i) {
      auto y = packed(random_three(random), on_target);
      auto z = y;
      both.begin_step(y, {1e-4, 1e-8, 1e-4 * i, false});
      one.begin_step(z, {1e-4, 1e-8, 1e-4 * i, false});
      const auto rate = one.derivative(z), truth = both.derivative(y);
      const Vector3d chaser = setup.chaser.mass * three_at(rate, 3),
                     target = setup.target.mass * three_at(rate, Model::kTargetAt + 3),
                     link = setup.mechanism.link->mass * three_at(truth, kLinkState + 3);
      pressed += one.view(z).contacts > 0 ? 1 : 0;
      EXPECT_LT((chaser + target).norm(), 1e-12 * (target.norm() + 1.0));
      EXPECT_LT((target - setup.target.mass * three_at(truth, Model::kTargetAt + 3)).norm(),
                1e-12 * (target.norm() + 1.0));
      EXPECT_LT((setup.chaser.mass * three_at(truth, 3) - chaser + link).norm(), 1e-9 * (link.norm() + 1.0));
    }
    EXPECT_GT(pressed, 20);
  }
}

/// The same of a whole run: the HIL model departs from the docking model by the link's inertia, and by nothing without it.
TEST(OneSensorUnderALink, IsAnErrorOfTheTestbedThatTheMetricsShow) {
  auto setup = capture_by_a_ring_on_the_target();
  setup.hil = true;
  setup.one_sensor = true;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  EXPECT_GT(metric(row, "energy.imbalance_hil"), 1e-3);
  EXPECT_NE(metric(row, "capture.time_hil"), metric(row, "capture.time_docking"));
}

/// A testbed whose lag and cells are small departs a little.
TEST(LinkOnTheTarget, IsMetThroughInstrumentsWithCells) {
  auto setup = capture_by_a_ring_on_the_target();
  setup.hil = true;
  equip(setup, 0.5e-3, 1e-6, 0.5e-3, 0.1);
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "captured.hil"), 1.0);
  EXPECT_NEAR(metric(row, "capture.time_hil"), metric(row, "capture.time_docking"), 2e-3);
}

TEST(LinkOnTheTarget, CarriesNoLatchOfTheChaser) {
  auto latch = test::pawl_setup("edge");
  latch.on_link = true;
  const std::array features{feature(Side::both, FeatureType::edge, 0.6)};
  EXPECT_THROW((void)Assembly::of(features, {}, std::array{latch}, true), InputError);
}

}  // namespace
}  // namespace hilspace::test
