// Latches and a link: conservation of the three bodies, the energy's way into springs and snaps, ideal instruments,
// thrust.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "contact/law.hpp"
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
#include "support/times.hpp"

namespace hilspace::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using mechanism::Assembly;
using mechanism::FeatureSetup;
using mechanism::FeatureType;
using mechanism::Side;
using models::SixDofSetup;

FeatureSetup on_link(Side side, FeatureType type, double radius = 0.0) {
  FeatureSetup setup = feature(side, type, radius);
  setup.on_link = side != Side::target;
  return setup;
}

/// Of one pawl at its snap, on the axis: 3 s + 3 s^2 where its tip passes the back edge.
constexpr double kSnap = 0.5976;

/// A ring with petals, pads and pawls against one like it.
const Assembly& androgynous(bool linked, bool rubbing = false) {
  const auto made = [](bool is_linked, double friction) {
    auto petal = on_link(Side::both, FeatureType::petal, 0.5985);
    petal.half_angle = 45.0 * kDegree;
    petal.height = 0.16;
    petal.half_width = {28.5 * kDegree, 15.0 * kDegree};
    petal.repeat = 3;
    auto edge = on_link(Side::both, FeatureType::edge, 0.6), pad = on_link(Side::chaser, FeatureType::point);
    pad.at = {0.0, 0.63, 0.0};
    pad.repeat = 12;
    auto latch = test::pawl_setup("edge");
    for (auto* its : {&petal, &edge, &pad}) its->on_link = is_linked;
    latch.on_link = is_linked;
    latch.friction = friction;
    const std::array pairs{mechanism::FeaturePairSetup{"petal", "edge", std::nullopt},
                           mechanism::FeaturePairSetup{"edge", "petal", std::nullopt},
                           mechanism::FeaturePairSetup{"point", "plane", std::nullopt}};
    return Assembly::of(std::array{petal, edge, pad, on_link(Side::target, FeatureType::plane)}, pairs,
                        std::array{latch});
  };
  static const Assembly with = made(true, 0.0), without = made(false, 0.0), rubs = made(true, 0.3);
  return rubbing ? rubs : linked ? with : without;
}

SixDofSetup ring_capture(bool linked = true) {
  SixDofSetup setup;
  setup.chaser = {1200.0, diagonal(240.0, 500.0, 500.0), {1.5, 0.0, 0.0}};
  setup.target = {9000.0, diagonal(5000.0, 9000.0, 9000.0), {-2.0, 0.0, 0.0}};
  setup.mechanism.kind = mechanism::MechanismKind::features;
  setup.mechanism.assembly = test::shared(androgynous(linked));
  if (linked)
    setup.mechanism.link = mechanism::LinkSetup{
        70.0, {25.0, 14.0, 14.0}, {8e3, 8e3, 8e3, 3e3, 3e3, 3e3}, {8e3, 4e3, 4e3, 1e3, 1e3, 1e3}};
  setup.contact.law = contact::Law::hunt_crossley;
  setup.contact.damping_number = contact::damping_number(contact::Law::hunt_crossley, 0.6);
  setup.contact.stiffness = 1e6;
  setup.contact.exponent = 1.0;
  setup.friction = {0.15, 0.15, 0.015, 1e-3};
  setup.approach_velocity = 0.15;
  setup.ends_with_capture = true;
  setup.after_capture = 0.3;
  setup.time_limit = 4.0;
  return setup;
}
SixDofSetup skew_capture() {
  auto setup = ring_capture();
  setup.offset = {0.006, -0.004};
  setup.attitude = {0.3 * kDegree, -0.4 * kDegree, 0.25 * kDegree};
  return setup;
}

Vector3d random_vector(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> one(-size, size);
  return {one(random), one(random), one(random)};
}
Matrix3d turn_by(const Vector3d& v) { return Eigen::AngleAxisd(v.norm(), v.normalized()).toRotationMatrix(); }

/// U along a motion of both ends, by differences, against the power of its forces on them: to 1e-9 up to 2.5 rad.
TEST(Link, PushesAlongTheGradientOfItsEnergy) {
  std::mt19937 random(7);
  const models::Link link(mechanism::LinkSetup{
      70.0, {25.0, 14.0, 14.0}, {8e3, 6e3, 4e3, 3e3, 2e3, 1e3}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}});
  for (int i = 0; i < 200; ++i) {
    const auto end = [&](double turn) {
      return models::LinkEnd{{turn_by(random_vector(random, turn)), random_vector(random, 0.1)},
                             random_vector(random, 0.2),
                             random_vector(random, 0.5)};
    };
    const models::LinkEnd chaser = end(0.3), ring = end(1.3);
    const auto moved = [](const models::LinkEnd& its, double time) {
      return models::LinkEnd{{turn_by(its.turning * time) * its.pose.turn, its.pose.origin + time * its.rate},
                             its.rate,
                             its.turning};
    };
    const auto energy = [&](double time) {
      return link.force(moved(chaser, time), moved(ring, time)).stored;
    };
    const double h = 1e-4;
    const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    const auto now = link.force(chaser, ring);
    const Vector3d arm = ring.pose.origin - chaser.pose.origin;
    const double power = now.force.dot(chaser.rate + chaser.turning.cross(arm) - ring.rate) +
                         now.torque.dot(chaser.turning - ring.turning);
    EXPECT_NEAR(slope, -power, 1e-7 * (1.0 + std::abs(power)));
  }
}

/// Of chaser, target and link together, at random poses and rates with contacts, pawls and springs at work.
TEST(Link, KeepsMomentumAndAngularMomentumOfTheThreeBodies) {
  using Model = models::SixDofModel<models::LinkedFeatureTouch, models::NoSix>;
  const auto setup = ring_capture();
  const auto body = [](const models::SpacecraftSetup& its) {
    return models::Spacecraft{dynamics::rigid_body(its.mass, dynamics::eigen(its.inertia)),
                              dynamics::eigen(its.port)};
  };
  Model model{
      body(setup.chaser), body(setup.target), models::LinkedFeatureTouch(setup), {}, {}, {}, {}, false};
  std::mt19937 random(11);
  int pressed = 0;
  for (int i = 0; i < 300; ++i) {
    Model::State y{};
    dynamics::BodyState chaser, target;
    const auto attitude = [&] { return Eigen::Quaterniond(turn_by(random_vector(random, 0.03))); };
    target.attitude = attitude();
    target.angular_momentum = random_vector(random, 10.0);
    target.velocity = random_vector(random, 0.1);
    chaser.attitude = attitude();
    chaser.velocity = random_vector(random, 0.1);
    chaser.angular_momentum = random_vector(random, 10.0);
    std::uniform_real_distribution<double> along(-0.05, 0.002);
    chaser.position = target.attitude * Vector3d(-2.0 + along(random), 0.003, -0.002) -
                      chaser.attitude * Vector3d(1.5, 0.0, 0.0);
    dynamics::pack(chaser, y.data());
    dynamics::pack(target, y.data() + Model::kTargetAt);
    model.start_link(y);
    double* link = &y[Model::kOwnAt + models::LinkedFeatureTouch::kLinkAt];
    Eigen::Map<Vector3d>{link} += random_vector(random, 1e-3);
    Eigen::Map<Vector3d>{link + 3} += random_vector(random, 0.05);
    model.begin_step(y, {1e-4, 1e-8, 1e-4 * i, false});
    const auto rate = model.derivative(y);
    const auto now = model.view(y);
    pressed += now.contacts > 1 ? 1 : 0;
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    double size = 0.0;
    const std::array<std::pair<double, std::size_t>, 3> bodies{
        {{setup.chaser.mass, 0},
         {setup.target.mass, Model::kTargetAt},
         {setup.mechanism.link->mass, Model::kOwnAt + models::LinkedFeatureTouch::kLinkAt}}};
    for (const auto& [mass, at] : bodies) {
      const Vector3d place(y[at], y[at + 1], y[at + 2]);
      const Vector3d push = mass * Vector3d(rate[at + 3], rate[at + 4], rate[at + 5]);
      force += push;
      torque += place.cross(push) + Vector3d(rate[at + 10], rate[at + 11], rate[at + 12]);
      size += push.norm();
    }
    EXPECT_LT(force.norm(), 1e-12 * (size + 1.0));
    EXPECT_LT(torque.norm(), 1e-12 * 10.0 * (size + 1.0));
  }
  EXPECT_GT(pressed, 50);
}

TEST(Capture, TakesTheEnergyOfThePawlsWhereTheySnap) {
  auto setup = ring_capture();
  setup.hil = false;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(row.end_docking, RunEnd::captured);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
  EXPECT_EQ(metric(row, "success.docking"), 1.0);
  EXPECT_EQ(metric(row, "capture.latches_docking"), 3.0);
  EXPECT_NEAR(metric(row, "energy.snaps_docking"), 3.0 * kSnap, 3e-4);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-8);
  EXPECT_LT(metric(row, "load.shear_docking"), 1e-3);
}

/// A head with four bolts, which are a millimetre thicker than the groove of its socket.
Assembly wedging_bolts() {
  auto head = feature(Side::chaser, FeatureType::sphere, 0.045);
  auto socket = feature(Side::target, FeatureType::revolution);
  socket.profile = {{0.0, 0.05}, {-0.09, 0.05}, {-0.44, 0.4}};
  auto bolt = test::bolt_setup(socket.name);
  bolt.groove = {-0.055, -0.048};
  bolt.repeat = 4;
  return Assembly::of(std::array{head, socket}, {}, std::array{bolt});
}

/// What holds a bolt that wedges itself in stores more there than its spring gives: a gain, which the balance shows.
TEST(Capture, HidesNoEnergyThatASnapBringsIn) {
  const Assembly bolts = wedging_bolts();
  auto setup = ring_capture(false);
  setup.hil = false;
  setup.mechanism.assembly = test::shared(bolts);
  setup.mechanism.start_at = -0.2;
  setup.contact.stiffness = 0.9e6;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  ASSERT_EQ(metric(row, "captured.docking"), 1.0);
  const double of_spring = 40.0 * 0.007 + 0.5 * 4e3 * 0.007 * 0.007, stored = 0.5 * 0.9e6 * 1e-6;
  ASSERT_GT(stored, of_spring);
  EXPECT_EQ(metric(row, "energy.snaps_docking"), 0.0);
  EXPECT_NEAR(metric(row, "energy.imbalance_docking") * metric(row, "energy.initial_docking"),
              4.0 * (stored - of_spring), 1e-3);
}

TEST(Capture, KeepsEnergyWhereRingsMeetTilted) {
  auto setup = skew_capture();
  setup.hil = false;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  EXPECT_GT(metric(row, "link.stroke_docking"), 1e-3);
  EXPECT_GE(metric(row, "load.force_docking"), metric(row, "load.compression_docking"));
}

TEST(Capture, TellsWhenEachLatchSnapped) {
  auto setup = skew_capture();
  setup.hil = false;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  double last = 0.0, first = HUGE_VAL;
  for (const char* name : {"latch.time_1_docking", "latch.time_2_docking", "latch.time_3_docking"}) {
    last = std::fmax(last, metric(row, name));
    first = std::fmin(first, metric(row, name));
    EXPECT_GT(metric(row, name), metric(row, "capture.first_contact_docking"));
  }
  EXPECT_EQ(last, metric(row, "capture.time_docking"));  // of the last one all hold
  EXPECT_LT(first, last);                                // tilted, so one after the other
  EXPECT_TRUE(std::isnan(metric(row, "latch.time_4_docking")));
}

/// What pawls take that rub is friction's, and the balance closes as it does without.
TEST(Capture, KeepsEnergyWhereLatchesRub) {
  auto setup = skew_capture();
  setup.hil = false;
  const auto smooth = simulate::simulate(setup);
  setup.mechanism.assembly = test::shared(androgynous(true, true));
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  EXPECT_GT(metric(row, "energy.friction_docking"), 1.1 * metric(smooth, "energy.friction_docking"));
  EXPECT_GT(metric(row, "capture.time_docking"), metric(smooth, "capture.time_docking"));
}

/// Everything that has a state hangs on the robot's pose, so with ideal instruments the two models are one.
TEST(Capture, BehindIdealInstrumentsGivesTheBitsOfTheDockingModel) {
  const auto row = simulate::simulate(skew_capture());
  ASSERT_EQ(row.outcome, Outcome::ok);
  expect_hil_is_docking(row, 30);
}

TEST(Capture, WithoutALinkIsThatOfTheBodies) {
  auto setup = ring_capture(false);
  setup.hil = false;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
  EXPECT_NEAR(metric(row, "energy.snaps_docking"), 3.0 * kSnap, 3e-4);
  EXPECT_EQ(metric(row, "link.stroke_docking"), 0.0);
  // What is missing is local errors of the steps, here some 15 of their tolerance, and goes with it.
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-7);
  setup.tolerance = 1e-11;
  EXPECT_LT(metric(simulate::simulate(setup), "energy.imbalance_docking"), 1e-9);
}

/// Too slow for its pawls, a chaser is pushed back; thrust brings it in, and is part of the balance.
TEST(Capture, ThrustBringsInWhatWouldBePushedBack) {
  auto setup = ring_capture();
  setup.hil = false;
  setup.approach_velocity = 0.03;
  setup.time_limit = 6.0;
  const auto without = simulate::simulate(setup);
  ASSERT_EQ(without.outcome, Outcome::ok);
  EXPECT_EQ(metric(without, "captured.docking"), 0.0);
  EXPECT_TRUE(std::isnan(metric(without, "capture.time_docking")));
  setup.thrust = 60.0;
  setup.thrust_time = 10.0;
  const auto with = simulate::simulate(setup);
  ASSERT_EQ(with.outcome, Outcome::ok);
  EXPECT_EQ(metric(with, "captured.docking"), 1.0);
  EXPECT_GT(metric(with, "energy.thrust_docking"), 1.0);
  EXPECT_LT(metric(with, "energy.imbalance_docking"), 1e-6);
}

/// The ring before a spacecraft of 12 t, slow and askew; pushed on with that thrust.
SixDofSetup slow_capture(double velocity, const Vec2& lateral, const Vec2& offset, const Vec3& attitude,
                         const Vec3& spin, double thrust) {
  auto setup = ring_capture();
  setup.chaser = {12000.0, diagonal(24e3, 50e3, 50e3), {3.5, 0.0, 0.0}};
  setup.target = {100000.0, diagonal(6e5, 20e5, 20e5), {-8.0, 0.0, 0.0}};
  setup.contact.law = contact::Law::viscoplastic;
  setup.contact.damping_per_stiffness = 15.0;
  setup.contact.permanent_deformation = 1.0;
  setup.approach_velocity = velocity;
  setup.lateral_velocity = lateral;
  setup.offset = offset;
  setup.attitude = attitude;
  setup.angular_velocity = spin;
  setup.thrust = thrust;
  setup.thrust_time = 10.0;
  setup.time_limit = 15.0;
  setup.hil = false;
  return setup;
}

/// Pushed against a pawl with less than its preload, the ring comes to rest on it.
TEST(Capture, OfARingThatRestsOnAPawlGoesOn) {
  const auto row = simulate::simulate(slow_capture(
      0.05285698350668264, {0.01958611735048069, -0.023139285320199394},
      {0.05369443258664716, -0.029509680968554636},
      {0.06531482369486184, 0.03657694224370055, -0.013215675381667319},
      {0.0021908602700112397, 0.0007053822744712518, -6.268062256199053e-05}, 17.546161132697826));
  EXPECT_EQ(row.outcome, Outcome::ok);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
}

/// A pawl that is pulled off its edge under load takes what the contact stored there with it.
TEST(Capture, KeepsEnergyWhereAPawlSlipsUnderLoad) {
  const auto row = simulate::simulate(
      slow_capture(0.06176652576939848, {0.008656402595012592, 0.005308857227134003},
                   {-0.030695109430210088, 0.0612494309234862},
                   {0.03196266586265195, 0.046583641306770784, 0.042256383967677086},
                   {0.001190916673800692, -2.1238184915686308e-05, 0.001608433043189713}, 8.892886059693916));
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_GE(metric(row, "capture.slips_docking"), 1.0);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
}

/// Its dampers would need steps of nanoseconds. Without an end by capture nothing is known beforehand.
TEST(Capture, OfALinkThatIsTooLightIsNotOk) {
  auto setup = ring_capture();
  for (const double mass : {1e-12, 1e-6, 1e-3}) {
    setup.mechanism.link->mass = mass;
    EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::work_limit) << mass;
  }
  if (times() == 1) return;  // the other takes all steps that a run is given
  setup.mechanism.link->mass = 1e-12;
  setup.ends_with_capture = false;
  const auto row = simulate::simulate(setup);
  EXPECT_NE(row.outcome, Outcome::ok);
  EXPECT_TRUE(std::isnan(metric(row, "energy.imbalance_docking")));
}

TEST(Capture, ThatGoesOnForeverIsGivenUpAtOnce) {
  auto setup = ring_capture();
  setup.after_capture = 1e9;
  setup.time_limit = 0.0;
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::work_limit);
}

TEST(Capture, DoesNotStartOnLatchesThatArePushed) {
  auto setup = ring_capture();
  setup.mechanism.start_at = 0.0;
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::start_overlap);
}

}  // namespace
}  // namespace hilspace::test
