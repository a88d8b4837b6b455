// Several contacts at once: each with a law state and a friction of its own, and no heap in a step.

#include "models/sixdof_features.hpp"

#include <gtest/gtest.h>

#include "contact/law.hpp"
#include "support/allocations.hpp"
#include "support/latches.hpp"
#include "support/shared_assembly.hpp"

namespace hilspace::models {
namespace {

using mechanism::Assembly;
using mechanism::FeatureSetup;
using mechanism::FeatureType;
using mechanism::Side;

constexpr Horizon<double> kStepAhead{1e-4, 1e-8, 0.0, false};

FeatureSetup feature(const char* name, Side side, FeatureType type, Vec3 at = {}) {
  FeatureSetup setup;
  setup.name = name;
  setup.side = side;
  setup.type = type;
  setup.at = at;
  return setup;
}

/// Two points on the chaser, the second one 1 mm behind the first, and a plane.
const Assembly& two_points() {
  static const Assembly made =
      Assembly::of(std::array{feature("first", Side::chaser, FeatureType::point, {0.0, 0.1, 0.0}),
                              feature("second", Side::chaser, FeatureType::point, {-0.001, -0.1, 0.0}),
                              feature("wall", Side::target, FeatureType::plane)},
                   std::array{mechanism::FeaturePairSetup{"first", "wall", 0.0},
                              mechanism::FeaturePairSetup{"second", "wall", 0.5}});
  return made;
}

SixDofSetup setup_of(const Assembly& assembly) {
  SixDofSetup setup;
  setup.mechanism.kind = mechanism::MechanismKind::features;
  setup.mechanism.assembly = test::shared(assembly);
  setup.contact.law = contact::Law::hunt_crossley;
  setup.contact.stiffness = 1e6;
  setup.contact.exponent = 1.0;
  setup.contact.damping_number = 0.3;
  return setup;
}

/// The chaser at x, moving along x and z.
struct Approach {
  SixDofBodies bodies;
  SixSignals shown;
  Approach(double x, double rate, double across = 0.0) {
    bodies.chaser.rate = bodies.target.rate = Eigen::Vector3d::Zero();
    bodies.chaser.rotation = bodies.target.rotation = bodies.attitude = Eigen::Matrix3d::Identity();
    bodies.tip = {x, 0.0, 0.0};
    bodies.tip_rate = {rate, 0.0, across};
    shown = shown_by(bodies);
  }
  Interface interface() const { return {shown, bodies, false}; }
};

/// A contact jumps with what is on the robot: all but what is on a link of the chaser, whose own motion is smooth. It is
/// accelerated as the robot is only where it has no link.
TEST(LinkedFeatureTouch, JumpsAndIsAcceleratedWithWhatIsOnTheRobot) {
  enum class On { port, link, link_of_target };
  for (const On on : {On::port, On::link, On::link_of_target}) {
    const bool of_target = on == On::link_of_target;
    auto point = feature("point", Side::chaser, FeatureType::point);
    auto wall = feature("wall", Side::target, FeatureType::plane);
    point.on_link = on == On::link;
    wall.on_link = of_target;
    const Assembly assembly = Assembly::of(std::array{point, wall}, {}, {}, of_target);
    SixDofSetup setup = setup_of(assembly);
    setup.mechanism.link = mechanism::LinkSetup{10.0, {1.0, 1.0, 1.0}, {}, {}, of_target};
    LinkedFeatureTouch touch(setup);

    std::array<double, LinkedFeatureTouch::kStates> own{};
    dynamics::BodyState link;
    link.position = {on == On::link ? 1e-4 : 0.0, 0.0, 0.0};
    link.velocity = {on == On::link ? 0.1 : 0.0, 0.0, 0.0};
    dynamics::pack(link, &own[LinkedFeatureTouch::kLinkAt]);
    Approach at(1e-4, 0.1);
    for (auto* body : {&at.bodies.chaser, &at.bodies.target})
      body->position = body->velocity = Eigen::Vector3d::Zero();
    at.shown[0].acceleration = -3.0;
    at.shown[0].spread = 1e-6;
    const Interface interface(at.shown, at.bodies, false, own.data());
    touch.begin_step(interface, kStepAhead);
    const SixDofContact met = touch.meet(interface);
    ASSERT_GT(met.normal_force, 0.0);
    EXPECT_EQ(met.depth.acceleration, on == On::port ? -3.0 : 0.0);
    EXPECT_EQ(met.depth.spread, on == On::link ? 0.0 : 1e-6);
  }
}

/// Surfaces of the bodies have no state of a link: it is where its carrier has it.
TEST(LinkedFeatureTouch, HasSurfacesWithoutTheStateOfItsLink) {
  for (const bool of_target : {false, true}) {
    auto point = feature("point", Side::chaser, FeatureType::point);
    auto wall = feature("wall", Side::target, FeatureType::plane);
    (of_target ? wall : point).on_link = true;
    const Assembly assembly = Assembly::of(std::array{point, wall}, {}, {}, of_target);
    SixDofSetup setup = setup_of(assembly);
    setup.mechanism.link = mechanism::LinkSetup{10.0, {1.0, 1.0, 1.0}, {}, {}, of_target};
    const Surfaces surfaces = LinkedFeatureTouch(setup).surfaces(Approach(1e-4, 0.1).bodies);
    EXPECT_DOUBLE_EQ(surfaces.penetration, 1e-4);
    EXPECT_DOUBLE_EQ(surfaces.closing_rate, 0.1);
  }
}

TEST(FeatureTouch, EachContactStartsWithARateOfItsOwn) {
  FeatureTouch touch(setup_of(two_points()));
  const Approach before(-1e-5, 0.1), first(1e-4, 0.1), both(1.2e-3, 0.05);
  touch.begin_step(before.interface(), kStepAhead);
  EXPECT_FALSE(touch.touching());
  touch.begin_step(first.interface(), kStepAhead);
  EXPECT_TRUE(touch.touching());
  const double chi = 0.3, k = 1e6;
  EXPECT_NEAR(touch.meet(first.interface()).normal_force, k * 1e-4 * (1.0 + chi), 1e-9);
  touch.begin_step(both.interface(), kStepAhead);
  const auto now = touch.meet(both.interface());
  const double of_first = k * 1.2e-3 * (1.0 + chi * 0.05 / 0.1), of_second = k * 2e-4 * (1.0 + chi);
  EXPECT_NEAR(now.normal_force, of_first + of_second, 1e-9);
  EXPECT_NEAR(now.applied.force.x(), -(of_first + of_second), 1e-9);
  EXPECT_NEAR(now.applied.torque.z(), 0.1 * of_first - 0.1 * of_second, 1e-9);  // y F = -y N about z
  EXPECT_NEAR(now.stored, 0.5 * k * (1.2e-3 * 1.2e-3 + 2e-4 * 2e-4), 1e-12);
  EXPECT_NEAR(now.damping_power, (of_first - k * 1.2e-3 + of_second - k * 2e-4) * 0.05, 1e-9);
}

TEST(FeatureTouch, APairHasTheFrictionItIsGiven) {
  FeatureTouch touch(setup_of(two_points()));
  const Approach both(1.2e-3, 0.05, 0.02);
  touch.begin_step(both.interface(), kStepAhead);
  const auto now = touch.meet(both.interface());
  EXPECT_NEAR(now.friction.z(), -0.5 * 1e6 * 2e-4 * 1.3, 1e-9);
  EXPECT_NEAR(now.friction_power, -now.friction.z() * 0.02, 1e-12);
}

/// In, then back and aside until the tip of the first of three pawls is out of the bore, and in again.
TEST(FeatureTouch, CountsTheLatchesThatHoldAndThoseThatSlip) {
  auto ring = feature("ring", Side::target, FeatureType::edge),
       point = feature("p", Side::chaser, FeatureType::point);
  ring.radius = 0.6;
  const Assembly made =
      Assembly::of(std::array{point, feature("wall", Side::target, FeatureType::plane), ring}, {},
                   std::array{test::pawl_setup("ring")});
  FeatureTouch touch(setup_of(made));
  double time = 0.0;
  const auto at = [&](double x, double y) {
    Approach there(x, 0.1);
    there.bodies.tip.y() = y;
    there.shown = shown_by(there.bodies);
    touch.begin_step(there.interface(), {1e-4, 1e-8, time += 1e-3, false});
  };
  for (double x = -0.07; x < -0.0055; x += 1e-4) at(x, 0.0);
  EXPECT_EQ(touch.capture().latched, 3);
  EXPECT_EQ(touch.capture().slips, 0);
  EXPECT_TRUE(touch.capture().done());
  const auto snaps = touch.capture().snaps;
  EXPECT_EQ(snaps[0], touch.capture().left.time);
  EXPECT_EQ(snaps[2], snaps[0]);
  EXPECT_EQ(snaps[3], HUGE_VAL);
  at(-0.035, 0.0);
  EXPECT_EQ(touch.capture().slips, 0);  // in the bore, outside of its edge
  at(-0.035, -0.02);
  EXPECT_EQ(touch.capture().slips, 1);
  EXPECT_EQ(touch.capture().latched, 2);
  EXPECT_FALSE(touch.capture().done());
  at(-0.035, 0.0);
  EXPECT_EQ(touch.capture().latched, 2);
  for (double x = -0.035; x < -0.0055; x += 1e-4) at(x, 0.0);
  EXPECT_EQ(touch.capture().latched, 3);
  EXPECT_EQ(touch.capture().slips, 1);
  EXPECT_EQ(touch.capture().snaps, snaps);  // the first time of each
}

TEST(FeatureTouch, AContactThatComesUpWithinAStepEndsIt) {
  FeatureTouch touch(setup_of(two_points()));
  const Approach first(1e-4, 0.1), both(1.2e-3, 0.1);
  touch.begin_step(first.interface(), kStepAhead);
  const auto least = [&](const Approach& at) {
    double margin = HUGE_VAL;
    touch.margins(at.interface(), touch.meet(at.interface()),
                  [&](double its) { margin = std::fmin(margin, its); });
    return margin;
  };
  EXPECT_GE(least(first), 0.0);
  EXPECT_LT(least(both), 0.0);
}

TEST(FeatureTouch, WhatIsTouchingPushesTheSameWhateverIsAsked) {
  FeatureTouch touch(setup_of(two_points()));
  const Approach apart(-5e-3, 0.1), first(1e-4, 0.1);
  for (const Approach* begin : {&apart, &first}) {
    touch.begin_step(begin->interface(), kStepAhead);
    for (const double x : {-5e-3, -1e-5, 2e-4, 1.5e-3}) {
      const Approach at(x, 0.1, 0.02);
      const auto some = touch.meet(at.interface(), Asked::touching), all = touch.meet(at.interface());
      EXPECT_EQ(some.applied.force, all.applied.force);
      EXPECT_EQ(some.applied.torque, all.applied.torque);
      EXPECT_EQ(some.stored, all.stored);
      EXPECT_EQ(touch.meet(at.interface(), Asked::nearest).depth.value, all.depth.value);
    }
  }
}

TEST(FeatureTouch, TakesNothingFromTheHeapInAStep) {
  auto ring = feature("ring", Side::chaser, FeatureType::torus);
  ring.radius = 0.1;
  ring.tube = 0.01;
  auto cone = feature("cone", Side::target, FeatureType::cone);
  cone.radius = 0.05;
  cone.mouth_radius = 0.2;
  cone.length = 0.15;
  const Assembly assembly = Assembly::of(
      std::array{ring, cone, feature("wall", Side::target, FeatureType::plane, {0.2, 0.0, 0.0})}, {});
  FeatureTouch touch(setup_of(assembly));
  const int before = test::allocations();
  double sum = 0.0;
  for (int i = 0; i < 200; ++i) {
    const Approach at(-0.12 + 4e-4 * i, 0.1);
    touch.begin_step(at.interface(), kStepAhead);
    const auto now = touch.meet(at.interface());
    touch.margins(at.interface(), now, [&](double margin) { sum += margin; });
    sum += now.normal_force + touch.wall_time(at.interface(), now, {0.1, 0.0, 0.01, 0.0, 0.0});
  }
  EXPECT_EQ(test::allocations() - before, 0);
  EXPECT_GT(before, 0);  // the counting works
  EXPECT_GT(before, 0);
  EXPECT_GT(sum, 0.0);
}

}  // namespace
}  // namespace hilspace::models
