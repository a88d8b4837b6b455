// Several contacts at once: each with a law state and a friction of its own, and no heap in a step.

#include "models/sixdof_features.hpp"

#include <gtest/gtest.h>

#include "contact/law.hpp"
#include "support/allocations.hpp"

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
  setup.mechanism.assembly = &assembly;
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
