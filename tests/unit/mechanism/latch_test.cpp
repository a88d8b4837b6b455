// Pawls and plungers: where they are pushed to, what they push with, and that the work put into one is the
// energy in its spring.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "mechanism/pawl.hpp"
#include "mechanism/plunger.hpp"
#include "support/times.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Vector3d;

const Pawl kPawl{{0.110, 0.485}, {0.050, 0.612}, {0.120, 0.475}, {0.046, 0.540}, {3.0, 6.0, 0.5, 5e3}};
constexpr PawlCatch kRing{0.6, 0.02};

/// The ring that carries the pawl, its plane at x = -gap, on the axis.
Pose coaxial(double gap) { return {Eigen::Matrix3d::Identity(), {-gap, 0.0, 0.0}}; }

/// The pawl stands at an azimuth of its ring.
Pose on_ring(const Pose& ring, double azimuth) {
  return {ring.turn * Eigen::AngleAxisd(azimuth, Vector3d::UnitX()).toRotationMatrix(), ring.origin};
}

TEST(Pawl, IsPushedByATiltedRingAsComputedElsewhere) {
  const Pose ring{Eigen::AngleAxisd(0.01, Vector3d::UnitY()).toRotationMatrix(), {-0.05, 0.002, -0.001}};
  const Pushed now = push(kPawl, kRing, on_ring(ring, 0.4));
  ASSERT_EQ(now.how, Pushed::How::pushed);
  EXPECT_NEAR(now.s, 0.062544634712, 1e-12);
  EXPECT_NEAR(now.force, 26.040240739, 1e-9);
  EXPECT_LT((now.normal - Vector3d(-0.862295296, -0.467134175, -0.195531289)).norm(), 1e-9);
  EXPECT_NEAR(now.tip, -0.005455153, 1e-9);
  EXPECT_NEAR(std::hypot(now.point.y(), now.point.z()), kRing.radius, 1e-15);
}

/// A branch that is held goes to its place in one step; where the pose decides, a search does.
TEST(Pawl, IsPushedToTheSamePlaceWhetherItsBranchIsHeldOrNot) {
  test::Random random(hilspace::test::seed());
  int surface = 0, tip = 0;
  while (surface + tip < 2000) {
    const Pose ring{random.turn(0.05), Vector3d(random.in(-0.06, -0.005), 0.0, 0.0) + random.in_box(5e-3)};
    const Pose pose = on_ring(ring, random.in(-std::numbers::pi, std::numbers::pi));
    const Pushed by_pose = push(kPawl, kRing, pose);
    if (by_pose.how != Pushed::How::pushed || std::abs(by_pose.tip) < 1e-6) continue;
    ++(by_pose.tip < 0.0 ? surface : tip);
    const Pushed held = push(kPawl, kRing, pose, by_pose.tip < 0.0 ? PawlBranch::surface : PawlBranch::tip);
    ASSERT_EQ(held.how, Pushed::How::pushed);
    ASSERT_NEAR(held.s, by_pose.s, 1e-14);
    ASSERT_NEAR(held.lever, by_pose.lever, 1e-13);
    ASSERT_LT((held.normal - by_pose.normal).norm(), 1e-12);
    ASSERT_LT((held.point - by_pose.point).norm(), 1e-13);
  }
  EXPECT_GT(surface, 200);
  EXPECT_GT(tip, 200);
}

/// A pawl that comes straight on: touches where the direct surface crosses the rim, snaps where the tip, on
/// the bore, passes the back edge. The work put in on the way is the energy in the spring.
TEST(Pawl, TakesAsMuchWorkAsItsSpringHasWhenItSnaps) {
  const double touch = 0.05 + 0.07 * 0.012 / 0.137;  // tip (50, 612), root (120, 475), rim 600 mm
  EXPECT_EQ(push(kPawl, kRing, coaxial(touch + 1e-9)).how, Pushed::How::free);
  EXPECT_EQ(push(kPawl, kRing, coaxial(touch - 1e-9)).how, Pushed::How::pushed);

  const double arm = std::hypot(0.06, 0.127);
  const double snap = 0.11 - std::sqrt(arm * arm - 0.115 * 0.115) - kRing.depth;
  EXPECT_NEAR(snap, 9.353e-3, 5e-7);
  EXPECT_GT(snap_margin(push(kPawl, kRing, coaxial(snap + 1e-9)), kRing), 0.0);
  EXPECT_LT(snap_margin(push(kPawl, kRing, coaxial(snap - 1e-9)), kRing), 0.0);

  double work = 0.0, most = 0.0;
  const auto axial = [&](double gap) {
    const Pushed now = push(kPawl, kRing, coaxial(gap));
    most = std::max(most, -now.force * now.normal.x());
    return -now.force * now.normal.x();
  };
  // Simpson's rule between the corners of the force: where the pawl leaves its seat, and where its tip comes to the rim
  const double corner = snap + kRing.depth;
  double seated = 0.0;
  for (double low = 0.0, high = 1e-4; high - low > 1e-15;) {
    seated = 0.5 * (low + high);
    (push(kPawl, kRing, coaxial(touch - seated)).s < kPawl.spring.seat() ? low : high) = seated;
  }
  for (const auto& [from, to] : {std::pair{touch - seated + 1e-13, touch - 1e-13},
                                 {corner + 1e-12, touch - seated - 1e-13},
                                 {snap, corner - 1e-12}}) {
    constexpr int kParts = 2000;
    const double h = (to - from) / kParts;
    for (int i = 0; i <= kParts; ++i)
      work += axial(from + i * h) * h / 3 * (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2);
  }
  const double stored = kPawl.spring.energy(push(kPawl, kRing, coaxial(snap)).s);
  EXPECT_NEAR(stored, 0.5976, 5e-5);
  EXPECT_NEAR(work, stored, 1e-9);
  EXPECT_NEAR(most, 22.9, 0.05);
}

/// At rest its tip is behind the bore from a gap of 30 mm on; pushed aside it is still in it.
TEST(Pawl, IsPushedUntilItsTipHasPassed) {
  const Pushed now = push(kPawl, kRing, coaxial(0.02));
  EXPECT_GT(kPawl.tip[0] - 0.02, kRing.depth);
  EXPECT_EQ(now.how, Pushed::How::pushed);
  EXPECT_GT(snap_margin(now, kRing), 0.0);
}

Pose random_pose(test::Random& random) {
  Pose ring{random.turn(0.03), random.in_box(0.006)};
  ring.origin.x() -= random.in(0.012, 0.055);
  return on_ring(ring, random.in(-std::numbers::pi, std::numbers::pi));
}

TEST(Pawl, PushesAlongTheGradientOfItsEnergy) {
  test::Random random(hilspace::test::seed());
  double worst = 0.0;
  int poses = 0;
  while (poses < test::poses(2000)) {
    const Pose pose = random_pose(random);
    const Pushed now = push(kPawl, kRing, pose);
    if (now.how != Pushed::How::pushed) continue;
    const Vector3d v = random.in_box(1.0), w = random.in_box(1.0);
    const auto energy = [&](double time) {
      return kPawl.spring.energy(push(kPawl, kRing, test::moved(pose, v, w, time)).s);
    };
    const auto slope = [&](double h) {
      return (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    };
    const double rate = slope(5e-5);
    if (std::abs(rate - slope(2.5e-5)) > 1e-8)
      continue;  // from free to pushed, or over the corner of the rim
    worst = std::max(worst, std::abs(rate + now.force * now.normal.dot(v + w.cross(now.point))));
    ++poses;
  }
  std::printf("pawl: %d poses, dU/dt + N n.v %.1e W\n", poses, worst);
  EXPECT_LT(worst, 1e-8);  // of some 30 W
}

/// The same place by trying angles: the least at which no point of pawl's direct surface is in the ring.
TEST(Pawl, IsWhereItWouldJustTouch) {
  test::Random random(hilspace::test::seed());
  for (int k = 0; k < 100; ++k) {
    const Pose pose = random_pose(random);
    const Pushed now = push(kPawl, kRing, pose);
    ASSERT_TRUE(now.how == Pushed::How::pushed || now.how == Pushed::How::free);
    const auto overlaps = [&](double s) {
      const Eigen::Rotation2Dd turn(s);
      const Eigen::Vector2d hinge(kPawl.hinge[0], kPawl.hinge[1]);
      for (int i = 0; i <= 2000; ++i) {
        const double share = i / 2000.0 * 0.4;
        const Eigen::Vector2d flat = (1 - share) * Eigen::Vector2d(kPawl.tip[0], kPawl.tip[1]) +
                                     share * Eigen::Vector2d(kPawl.root[0], kPawl.root[1]);
        const Eigen::Vector2d there = hinge + turn * (flat - hinge);
        const Vector3d p = pose.point({there.x(), there.y(), 0.0});
        if (p.x() >= 0.0 && std::hypot(p.y(), p.z()) > kRing.radius) return true;
      }
      return false;
    };
    double s = 0.0;
    while (overlaps(s)) s += 1e-3;
    EXPECT_NEAR(now.s, s, 1.5e-3) << k;
  }
}

/// Friction in the balance of a pawl: the moment of all that acts at c is that of its spring, and what the bodies lose
/// goes into the spring and into sliding.
TEST(Pawl, RubsInBalanceWithItsSpring) {
  test::Random random(hilspace::test::seed());
  constexpr double kFriction = 0.2;
  int poses = 0;
  while (poses < 500) {
    const Pose pose = random_pose(random);
    const Pushed now = push(kPawl, kRing, pose);
    if (now.how != Pushed::How::pushed) continue;
    const Vector3d v = random.in_box(1.0);
    const auto angle = [&](double time) {
      return push(kPawl, kRing, test::moved(pose, v, Vector3d::Zero(), time)).s;
    };
    const double h = 1e-5, rate = (8 * (angle(h) - angle(-h)) - (angle(2 * h) - angle(-2 * h))) / (12 * h);
    if (std::abs(rate + now.normal.dot(v) / now.lever) > 1e-5) continue;  // over a corner, or free
    const Vector3d hinge = pose.point({kPawl.hinge[0], kPawl.hinge[1], 0.0}), axis = pose.turn.col(2);
    const Vector3d slides = v + rate * axis.cross(now.point - hinge);  // of the pawl's own point
    EXPECT_LT((now.sliding(v) - slides).norm(), 1e-5);
    EXPECT_LT(std::abs(now.normal.dot(now.sliding(v))), 1e-12);
    const Vector3d u = -kFriction * now.sliding(v).normalized();
    ASSERT_FALSE(now.locks(u));
    const double N = now.rubbed_force(u);
    const Vector3d all = N * (now.normal + u);
    EXPECT_NEAR(axis.dot((now.point - hinge).cross(all)), kPawl.spring.force(now.s), 1e-12);
    const double into_spring = -kPawl.spring.force(now.s) * now.normal.dot(v) / now.lever;
    EXPECT_NEAR(all.dot(v) + into_spring, N * u.dot(now.sliding(v)), 1e-10);
    EXPECT_LT(N * u.dot(now.sliding(v)), 0.0);
    ++poses;
  }
}

TEST(Pawl, HoldsTheBackEdgeOnceItHasSnapped) {
  // at rest its tip is at 50 mm and 12 mm beyond the rim: the edge meets tip-heel 12/72 of the way down
  const double meets = 0.05 - 0.004 * 12.0 / 72.0 - kRing.depth;
  const auto free = hold(kPawl, kRing, coaxial(meets - 1e-3)),
             held = hold(kPawl, kRing, coaxial(meets + 1e-3));
  ASSERT_TRUE(free && held);
  const double cosine = 72.0 / std::hypot(72.0, 4.0);
  EXPECT_NEAR(free->penetration, -1e-3 * cosine, 1e-15);
  EXPECT_NEAR(held->penetration, 1e-3 * cosine, 1e-15);
  EXPECT_NEAR(held->normal.x(), cosine, 1e-14);  // it keeps the rings from parting
  Pawl leaning = kPawl;                          // its inverse surface the other way
  leaning.heel[0] = 0.054;
  const auto also = hold(leaning, kRing, coaxial(0.05 + 0.004 * 12.0 / 72.0 - kRing.depth + 1e-3));
  ASSERT_TRUE(also);
  EXPECT_NEAR(also->penetration, 1e-3 * cosine, 1e-15);
  EXPECT_NEAR(also->normal.x(), cosine, 1e-14);
  EXPECT_GT(slip_margin(kPawl, kRing, coaxial(meets + 1e-3)), 0.0);
  Pose aside = coaxial(meets + 1e-3);
  aside.origin.y() = -0.0121;
  EXPECT_LT(slip_margin(kPawl, kRing, aside), 0.0);
  EXPECT_TRUE(hold(kPawl, kRing, aside));  // no force ends before it has slipped
  aside.origin.x() = -meets + 1e-3;        // clear of the edge, it may come back behind it
  EXPECT_GT(slip_margin(kPawl, kRing, aside), 0.0);

  test::Random random(hilspace::test::seed());
  test::Tally tally;
  const auto meet_held = [](const Pose& pose, Contacts& out) {
    if (const auto found = hold(kPawl, kRing, pose)) out.add(*found);
  };
  while (tally.poses < 500) {
    Pose ring{random.turn(0.02), random.in_box(0.003)};
    ring.origin.x() -= meets + random.in(-0.002, 0.002);
    const Pose pose = on_ring(ring, random.in(-std::numbers::pi, std::numbers::pi));
    Contacts all;
    meet_held(pose, all);
    tally.add_depth(0.0);
    tally.add_rates(meet_held, pose, all, random);
  }
  EXPECT_GT(tally.rates, 480);
  EXPECT_LT(tally.rate, 1e-8);
}

/// Together, the one ring pulled back and aside until its tip is out of the other's bore.
TEST(Pawl, SnapsOnceAndSlipsOff) {
  LatchState state = LatchState::armed;
  const auto step = [&](double gap, double aside) {
    const Pose pose{Eigen::Matrix3d::Identity(), {-gap, -aside, 0.0}};
    const Pushed now = push(kPawl, kRing, pose);
    return state = state_after(state, now, snap_margin(now, kRing), slip_margin(kPawl, kRing, pose) < 0.0);
  };
  for (const double gap : {0.07, 0.05, 0.03, 0.01}) EXPECT_EQ(step(gap, 0.0), LatchState::armed) << gap;
  EXPECT_EQ(step(0.009, 0.0), LatchState::latched);
  EXPECT_EQ(step(0.029, 0.0), LatchState::latched);
  EXPECT_EQ(step(0.032, 0.011), LatchState::latched);  // 1 mm of the tip still holds
  EXPECT_EQ(step(0.032, 0.013), LatchState::armed);
  EXPECT_EQ(step(0.02, 0.013), LatchState::armed);  // behind the bore, but inside of it: nothing to hold
}

/// Of a preload one part or the other is on the seat: neither force nor energy has a step, at 0 or beyond.
TEST(LatchSpring, TakesUpItsPreloadWithoutAStep) {
  for (const LatchSpring& spring : {kPawl.spring, LatchSpring{40.0, 4e3, 0.0115, 1e6}}) {
    const double z = spring.seat();
    EXPECT_EQ(spring.force(0.0), 0.0);
    EXPECT_EQ(spring.energy(0.0), 0.0);
    for (const double s : {-0.5 * z, 0.3 * z, z, 2.0 * z}) {
      const double h = 1e-3 * z;
      EXPECT_NEAR((spring.energy(s + h) - spring.energy(s - h)) / (2 * h), spring.force(s),
                  1e-3 * spring.preload);
    }
    EXPECT_DOUBLE_EQ(spring.force(2.0 * z), spring.preload + spring.rate * 2.0 * z);
    const double s = 0.5 * spring.most;
    EXPECT_NEAR(spring.energy(s), spring.preload * s + 0.5 * spring.rate * s * s, spring.preload * z);
    EXPECT_LT(z, 1e-3 * spring.most);
  }
  EXPECT_DOUBLE_EQ((LatchSpring{0.0, 6.0, 0.5, 5e3}.force(0.1)), 0.6);
  const LatchSpring& spring = kPawl.spring;
  for (const double s : {0.5 * spring.seat(), 0.1, 0.6})
    for (const int piece : {0, 1, 2})
      EXPECT_EQ(spring.left_in(piece, s) >= 0.0, piece == spring.piece(s)) << s << ' ' << piece;
}

TEST(LatchSpring, GoesOnStifflyBeyondItsTravelWithoutAStep) {
  const LatchSpring& spring = kPawl.spring;
  for (const double s : {0.1, 0.4999, 0.5001, 0.52}) {
    constexpr double kStep = 1e-5;
    EXPECT_NEAR((spring.energy(s + kStep) - spring.energy(s - kStep)) / (2 * kStep), spring.force(s), 1e-8);
  }
  EXPECT_NEAR(spring.force(0.5 + 1e-9), spring.force(0.5), 1e-5);
  EXPECT_NEAR(spring.force(0.51) - spring.force(0.5), 50.06, 1e-9);
}

const Plunger kPlunger{{0.0, 0.057, 0.0}, {0.0, 1.0, 0.0}, {40.0, 4e3, 0.0115, 1e6}};
PlungerCatch funnel() {
  return {Revolution(std::array{Vec2{0.0, 0.05}, Vec2{-0.09, 0.05}, Vec2{-0.44, 0.4}}), 0, -0.055};
}

TEST(Plunger, IsPushedBackByTheSocketAndSnapsAtItsGroove) {
  const PlungerCatch socket = funnel();
  const auto at = [&](double x) { return push(kPlunger, socket, coaxial(-x)); };
  EXPECT_EQ(at(-0.0971).how, Pushed::How::free);  // 57 mm reach the cone at -97 mm
  const Pushed cone = at(-0.094), cylinder = at(-0.06);
  EXPECT_NEAR(cone.s, 0.003, 1e-15);
  EXPECT_NEAR(cone.lever, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(cone.force, (40.0 + 12.0) * std::sqrt(2.0), 1e-10);
  EXPECT_NEAR(cylinder.s, 0.007, 1e-15);
  EXPECT_NEAR(cylinder.force, 40.0 + 28.0, 1e-10);
  EXPECT_GT(snap_margin(cylinder, socket), 0.0);
  EXPECT_LT(snap_margin(at(-0.0549), socket), 0.0);
}

TEST(Plunger, PushesAlongTheGradientOfItsEnergyAlsoBeyondItsTravel) {
  const PlungerCatch socket = funnel();
  test::Random random(hilspace::test::seed());
  double worst = 0.0;
  int poses = 0, bottomed = 0;
  while (poses < test::poses(2000)) {
    const Pose pose{random.turn(0.1),
                    {random.in(-0.15, -0.06), random.in(-0.005, 0.007), random.in(-0.01, 0.01)}};
    const Pushed now = push(kPlunger, socket, pose);
    if (now.how != Pushed::How::pushed || std::abs(now.s - kPlunger.spring.most) < 2e-5) continue;
    const Vector3d v = random.in_box(0.1), w = random.in_box(1.0);
    const auto energy = [&](double time) {
      return kPlunger.spring.energy(push(kPlunger, socket, test::moved(pose, v, w, time)).s);
    };
    const auto slope = [&](double h) {
      return (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    };
    const double rate = slope(2e-5);
    if (std::abs(rate - slope(1e-5)) > 1e-8) continue;  // across a bend
    worst = std::max(worst, std::abs(rate + now.force * now.normal.dot(v + w.cross(now.point))));
    bottomed += now.s > kPlunger.spring.most;
    ++poses;
  }
  std::printf("plunger: %d poses (%d bottomed), dU/dt + N n.v %.1e W\n", poses, bottomed, worst);
  EXPECT_GT(bottomed, 0);
  EXPECT_LT(worst, 1e-7);  // of some 100 W
}

TEST(Latch, SaysWhereItCannotGiveWay) {
  Plunger along = kPlunger;  // whatever it does, its tip stays in the wall
  along.direction = Vector3d(-1.0, 0.0, 0.0);
  along.tip = {0.0, 0.05, 0.0};
  EXPECT_EQ(push(along, funnel(), {Eigen::Matrix3d::Identity(), {-0.07, 0.001, 0.0}}).how,
            Pushed::How::blocked);
  Pawl short_way = kPawl;
  short_way.spring.most = 0.01;
  EXPECT_EQ(push(short_way, kRing, coaxial(0.02)).how, Pushed::How::blocked);
}

}  // namespace
}  // namespace hilspace::mechanism
