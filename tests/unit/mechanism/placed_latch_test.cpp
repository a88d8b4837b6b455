// A latch in its place: its way from free to latched and back, and the energy law with copies and turned edges.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "core/error.hpp"
#include "mechanism/assembly.hpp"
#include "mechanism/placed_latch.hpp"
#include "support/latches.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

LatchSetup pawl_setup() { return hilspace::test::pawl_setup("ring"); }
LatchSetup bolt_setup() { return hilspace::test::bolt_setup("socket"); }

const Primitive kCaught = primitive::Edge{0.6};
const Pose kHalfTurned{Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal(), Eigen::Vector3d::Zero()};
Primitive bolt_socket() {
  return Revolution(std::array<Vec2, 3>{{{0.0, 0.05}, {-0.09, 0.05}, {-0.44, 0.4}}});
}
Pose carrier_at(double x) { return {Eigen::Matrix3d::Identity(), {x, 0.0, 0.0}}; }

/// Every grip on the way in, and what each is left for.
TEST(PlacedLatch, GoesFromFreeToLatched) {
  for (const Pose& caught : {Pose{}, kHalfTurned}) {
    const PlacedLatch latch(pawl_setup(), 1, kCaught, caught);
    Grip grip = Grip::free;
    double snapped = 0.0;
    std::vector<Grip> way{grip};
    for (double x = -0.07; x < 0.0; x += 1e-4) {
      const auto change = latch.next(grip, carrier_at(x));
      EXPECT_FALSE(change.blocked);
      if (change.grip != grip) way.push_back(change.grip);
      snapped += change.energy;
      grip = change.grip;
    }
    EXPECT_EQ(way, (std::vector{Grip::free, Grip::surface, Grip::tip, Grip::latched}));
    EXPECT_NEAR(snapped, 0.5976, 2e-3);  // within a part of the way
  }
}

TEST(PlacedLatch, SlipsWhereItsTipComesBackClearOfTheBore) {
  const PlacedLatch latch(pawl_setup(), 0, kCaught, Pose{});
  EXPECT_FALSE(latch.next(Grip::latched, carrier_at(-0.02)).slipped);
  EXPECT_FALSE(
      latch.next(Grip::latched, carrier_at(-0.035)).slipped);  // in the bore, but outside of its edge
  const Pose aside{Eigen::Matrix3d::Identity(), {-0.035, -0.02, 0.0}};
  const auto change = latch.next(Grip::latched, aside);
  EXPECT_TRUE(change.slipped);
  EXPECT_EQ(change.grip, Grip::free);
}

TEST(PlacedLatch, OfATypeThatCannotCatchAFeatureIsRefused) {
  EXPECT_THROW(PlacedLatch(pawl_setup(), 0, bolt_socket(), Pose{}), InputError);
  EXPECT_THROW(PlacedLatch(bolt_setup(), 0, kCaught, Pose{}), InputError);
}

/// Held on one side of zero as well as on the other: dU/dt = -N n . v.
TEST(PlacedLatch, PushesAlongTheGradientOfItsEnergy) {
  test::Random random(hilspace::test::seed());
  int poses = 0;
  for (const bool is_pawl : {true, false}) {
    const PlacedLatch latch = is_pawl ? PlacedLatch(pawl_setup(), 2, kCaught, kHalfTurned)
                                      : PlacedLatch(bolt_setup(), 0, bolt_socket(), Pose{});
    for (int i = 0; i < 400; ++i) {
      Pose pose{random.turn(0.01), random.in_box(0.001)};
      pose.origin.x() += is_pawl ? random.in(-0.055, -0.035) : random.in(-0.085, -0.055);
      const Grip grip = latch.next(Grip::free, pose).grip;
      if (grip != Grip::surface) continue;
      const Eigen::Vector3d v = random.in_box(1.0), w = random.in_box(1.0);
      const auto energy = [&](double time) { return latch.push(grip, test::moved(pose, v, w, time)).energy; };
      const double h = 1e-5;
      const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
      const auto now = latch.push(grip, pose);
      EXPECT_NEAR(slope, -now.pushed.force * now.pushed.normal.dot(v + w.cross(now.pushed.point)), 1e-5);
      ++poses;
    }
  }
  EXPECT_GT(poses, 400);
}

/// A bottom that is nearer to the axis than the bore is no bore: the wall at the groove is.
TEST(PlacedLatch, APlungerIsPushedByTheWallThatItsGrooveIsIn) {
  auto setup = bolt_setup();
  setup.tip_at = {0.0, 0.084, 0.0};
  setup.groove = {-0.075, -0.05};
  const Primitive wide =
      Revolution(std::array<Vec2, 4>{{{0.0, 0.0}, {0.0, 0.08}, {-0.12, 0.08}, {-0.34, 0.3}}});
  const PlacedLatch latch(setup, 0, wide, Pose{});
  EXPECT_NEAR(latch.clearance(carrier_at(-0.1)), -0.004, 1e-15);  // r 84 mm in a bore of 80 mm
  EXPECT_NEAR(latch.push(Grip::surface, carrier_at(-0.1)).pushed.s, 0.004, 1e-15);
  EXPECT_EQ(latch.next(Grip::surface, carrier_at(-0.0705)).grip, Grip::latched);
  setup.groove = {0.02, 0.05};
  EXPECT_THROW(PlacedLatch(setup, 0, wide, Pose{}), InputError);
}

/// On a cone of 45 degrees tip and wall push each other back alike: friction of 1 locks a plunger that comes on.
TEST(PlacedLatch, FrictionCanLockIt) {
  for (const double friction : {0.9, 1.0}) {
    auto setup = bolt_setup();
    setup.friction = friction;
    const PlacedLatch latch(setup, 0, bolt_socket(), Pose{});
    const Pose on_cone = carrier_at(-0.094);
    EXPECT_EQ(latch.locks(Grip::surface, on_cone, Eigen::Vector3d::UnitX()), friction == 1.0);
    EXPECT_FALSE(latch.locks(Grip::surface, on_cone, -Eigen::Vector3d::UnitX()));
    const auto pushed = latch.push(Grip::surface, on_cone).pushed;
    const Eigen::Vector3d u = -0.5 * pushed.sliding(Eigen::Vector3d::UnitX()).normalized();
    EXPECT_NEAR(pushed.rubbed_force(u), 2.0 * pushed.force, 1e-10);  // g (1 - mu)
  }
}

/// What holds a plunger: its rear at the groove's front, its front at the groove's rear.
TEST(PlacedLatch, APlungerIsHeldBetweenTheWallsOfItsGroove) {
  const PlacedLatch latch(bolt_setup(), 0, bolt_socket(), Pose{});
  const auto pulled = latch.holds(carrier_at(-0.0512));
  EXPECT_NEAR(pulled[0]->penetration, 0.2e-3, 1e-12);
  EXPECT_NEAR(pulled[0]->normal.x(), 1.0, 1e-15);
  EXPECT_LT(pulled[1]->penetration, 0.0);
  const auto pushed = latch.holds(carrier_at(-0.0339));
  EXPECT_NEAR(pushed[1]->penetration, 0.1e-3, 1e-12);
  EXPECT_NEAR(pushed[1]->normal.x(), -1.0, 1e-15);
}

/// Where it cannot catch: a pin that is thicker than its groove, a tip that does not come as far as the wall.
TEST(PlacedLatch, APlungerThatItsGrooveCannotTakeIsMisplaced) {
  const auto misplaced = [](const LatchSetup& setup, const Primitive& caught) {
    return PlacedLatch(setup, 0, caught, Pose{}).misplaced();
  };
  EXPECT_EQ(misplaced(bolt_setup(), bolt_socket()), "");
  auto narrow = bolt_setup(), within = bolt_setup();
  narrow.groove = {-0.055, -0.048};
  within.tip_at = {0.0, 0.045, 0.0};
  EXPECT_EQ(misplaced(narrow, bolt_socket()), "bolt is thicker than the groove that it snaps into");
  EXPECT_EQ(misplaced(within, bolt_socket()),
            "bolt does not reach the wall that its groove is in; its tip has to, to snap into it");
  // A mandrel, on whose outside the plunger comes from farther away.
  const Primitive mandrel = Revolution(std::array<Vec2, 2>{{{-0.09, 0.05}, {0.0, 0.05}}});
  auto around = bolt_setup();
  around.direction = {0.0, -1.0, 0.0};
  around.tip_at = {0.0, 0.045, 0.0};
  EXPECT_EQ(misplaced(around, mandrel), "");
  around.tip_at = {0.0, 0.055, 0.0};
  EXPECT_NE(misplaced(around, mandrel), "");
}

}  // namespace
}  // namespace hilspace::mechanism
