#include "dynamics/coast.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "integrate/dopri5.hpp"
#include "support/times.hpp"
#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

BodyState coasted(const RigidBody& body, BodyState state, double seconds, int parts = 1) {
  for (int i = 0; i < parts; ++i) coast(body, seconds / parts, state);
  return state;
}

/// Regular precession of a body with two equal moments: about H at |H|/It, about its own axis at what is
/// left.
Quaterniond precession(const RigidBody& body, const Vector3d& axis, double own, double across,
                       const BodyState& begin, double t) {
  const Vector3d h = begin.angular_momentum;
  const double spin = body_rate(body, begin).dot(axis) * (1.0 - own / across);
  return Quaterniond(Eigen::AngleAxisd(h.norm() / across * t, h.normalized())) * begin.attitude *
         Quaterniond(Eigen::AngleAxisd(spin * t, axis));
}

TEST(Coast, ASymmetricBodyPrecesses) {
  for (const double own : {6.0, 30.0}) {  // rod-like, plate-like
    const RigidBody body = rigid_body(5.0, inertia(20.0, own, 20.0));
    const Vector3d axis = rotation_from_angles({0.4, -0.9, 2.1}).col(1);
    EXPECT_EQ(body.b_excess, 0.0);
    const BodyState begin = spinning(body, {0.5, 0.3, -0.8});
    for (const double t : {1e-3, 0.1, 7.0, -30.0, 1000.0})
      EXPECT_LT(angle_between(coasted(body, begin, t).attitude, precession(body, axis, own, 20.0, begin, t)),
                2e-15 * (1.0 + std::abs(t)))
          << t;
  }
}

TEST(Coast, ASphereTurnsSteadily) {
  const RigidBody body = rigid_body(5.0, inertia(20.0, 20.0, 20.0));
  const Vector3d rate{0.5, 0.3, -0.8};
  const BodyState begin = spinning(body, rate);
  const Quaterniond exact =
      begin.attitude * Quaterniond(Eigen::AngleAxisd(rate.norm() * 50.0, rate.normalized()));
  EXPECT_LT(angle_between(coasted(body, begin, 50.0).attitude, exact), 1e-13);
}

// Jacobi's sn, cn, dn by the descending transformation of the arithmetic-geometric mean.
struct Jacobi {
  double sn, cn, dn;
};
Jacobi jacobi(double u, double m) {
  std::array<double, 12> a{1.0}, c{std::sqrt(m)};
  double b = std::sqrt(1.0 - m);
  std::size_t n = 0;
  for (; n + 1 < a.size() && std::abs(c[n]) > 1e-17; ++n) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = std::sqrt(a[n] * b);
  }
  double phi = std::ldexp(a[n] * u, static_cast<int>(n));
  for (; n > 0; --n) phi = 0.5 * (phi + std::asin(c[n] / a[n] * std::sin(phi)));
  return {std::sin(phi), std::cos(phi), std::sqrt(1.0 - m * std::sin(phi) * std::sin(phi))};
}

/// A body with moments in ascending order and H^2 > 2 T I2, so that w3 never changes its sign; Landau 37.10.
struct Asymmetric {
  double i1 = 3.0, i2 = 4.0, i3 = 6.0;
  RigidBody body = rigid_body(2.0, Vector3d(i1, i2, i3).asDiagonal());
  Vector3d start{0.35, 0.0, 0.6};                                        // w2 = 0 at the time 0
  double energy2 = i1 * start[0] * start[0] + i3 * start[2] * start[2];  // 2 T
  double momentum2 = i1 * i1 * start[0] * start[0] + i3 * i3 * start[2] * start[2];
  double pace = std::sqrt((i3 - i2) * (momentum2 - energy2 * i1) / (i1 * i2 * i3));
  double m = (i2 - i1) * (energy2 * i3 - momentum2) / ((i3 - i2) * (momentum2 - energy2 * i1));

  Vector3d rate(double t) const {
    const Jacobi j = jacobi(pace * t, m);
    return {start[0] * j.cn, std::sqrt((energy2 * i3 - momentum2) / (i2 * (i3 - i2))) * j.sn,
            start[2] * j.dn};
  }
  double period() const { return 4.0 * std::comp_ellint_1(std::sqrt(m)) / pace; }
  /// How fast the third axis goes round H, rad/s.
  double precession(double t) const {
    const Vector3d w = rate(t);
    return std::sqrt(momentum2) * (i1 * w[0] * w[0] + i2 * w[1] * w[1]) /
           (i1 * i1 * w[0] * w[0] + i2 * i2 * w[1] * w[1]);
  }
};

TEST(Coast, AnAsymmetricBodysRateIsJacobis) {
  const Asymmetric top;
  ASSERT_GT(top.momentum2, top.energy2 * top.i2);
  const BodyState begin = spinning(top.body, top.start);
  for (double t = 0.0; t < 60.0; t += 0.77)
    EXPECT_LT((body_rate(top.body, coasted(top.body, begin, t)) - top.rate(t)).norm(), 3e-14) << t;
}

// After a period of its rate the body has turned about H by the integral of the precession, which the
// trapezoidal rule gives to the last bit because it is periodic.
TEST(Coast, AnAsymmetricBodysAttitudeIsTheIntegralOfItsPrecession) {
  const Asymmetric top;
  const BodyState begin = spinning(top.body, top.start);
  constexpr int kPoints = 256;
  double angle = 0.0;
  for (int i = 0; i < kPoints; ++i)
    angle += top.precession(top.period() * i / kPoints) * top.period() / kPoints;
  const Vector3d along = begin.angular_momentum.normalized();
  for (const int periods : {1, 3, 20}) {
    const Quaterniond exact = Quaterniond(Eigen::AngleAxisd(periods * angle, along)) * begin.attitude;
    EXPECT_LT(angle_between(coasted(top.body, begin, periods * top.period()).attitude, exact),
              3e-14 * periods);
  }
}

// At every ratio of moments, against small steps of a method that knows nothing of principal axes.
TEST(Coast, AgreesWithSmallStepsOfRungeAndKutta) {
  using State = std::array<double, kBodyStates>;
  for (const Vector3d& moments :
       {Vector3d(3.0, 4.0, 6.0), Vector3d(1.0, 9.0, 9.9), Vector3d(5.0, 5.0001, 9.0), Vector3d(0.5, 5.0, 5.0),
        Vector3d(2.0, 2.0, 2.001)}) {
    const RigidBody body = rigid_body(2.0, inertia(moments[0], moments[1], moments[2]));
    const BodyState begin = spinning(body, {0.4, -0.7, 0.5});
    State y;
    pack(begin, y.data());
    for (int i = 0; i < 2000; ++i) {
      y = integrate::dopri5(y, 1e-3, [&](const State& at) {
            State d;
            pack(rates(body, unpacked(at.data()), Vector3d::Zero(), Vector3d::Zero()), d.data());
            return d;
          }).end;
      normalise(y.data());
    }
    const BodyState end = coasted(body, begin, 2.0);
    EXPECT_LT(angle_between(end.attitude, unpacked(y.data()).attitude), 1e-12) << moments.transpose();
    EXPECT_LT((end.position - unpacked(y.data()).position).norm(), 1e-12);
  }
}

TEST(Coast, KeepsEnergyAndMomentumOverAThousandRevolutions) {
  for (const Vector3d& rate :
       {Vector3d(0.4, -0.7, 0.5), Vector3d(1e-8, 1.0, 0.0), Vector3d(0.0, 0.02, 1.0)}) {
    const RigidBody body = rigid_body(2.0, Vector3d(3.0, 4.0, 6.0).asDiagonal());
    const BodyState begin = spinning(body, rate);
    const double t = static_cast<double>(test::fewer(1000)) * 2.0 * kPi / rate.norm();
    for (const int parts :
         {1, static_cast<int>(test::fewer(1000)), static_cast<int>(test::fewer(test::fewer(20000)))}) {
      const BodyState end = coasted(body, begin, t, parts);
      EXPECT_NEAR(kinetic_energy(body, end) / kinetic_energy(body, begin), 1.0, 1e-12) << parts;
      EXPECT_EQ(end.angular_momentum, begin.angular_momentum);
      EXPECT_EQ(end.velocity, begin.velocity);
      EXPECT_NEAR(end.attitude.norm(), 1.0, 1e-15);
    }
  }
}

TEST(Coast, ThereAndBackAgain) {
  const RigidBody body = rigid_body(2.0, inertia(3.0, 4.0, 6.0));
  const BodyState begin = spinning(body, {0.4, -0.7, 0.5});
  const BodyState end = coasted(body, coasted(body, begin, 300.0), -300.0, 7);
  EXPECT_LT(angle_between(end.attitude, begin.attitude), 1e-12);
  EXPECT_LT((end.position - begin.position).norm(), 1e-13);
}

// Whether a long coast is made in one go or in parts does not matter.
TEST(Coast, PartsAddUp) {
  const RigidBody body = rigid_body(2.0, inertia(3.0, 4.0, 6.0));
  const BodyState begin = spinning(body, {0.04, -0.07, 0.05});
  for (const double t : {0.01, 1.0, 20.0})
    EXPECT_LT(angle_between(coasted(body, begin, t).attitude, coasted(body, begin, t, 10).attitude), 3e-15);
}

TEST(Coast, ABodyAtRestStaysAsItIs) {
  const RigidBody body = rigid_body(2.0, inertia(3.0, 4.0, 6.0));
  const BodyState begin = spinning(body, Vector3d::Zero()), end = coasted(body, begin, 5.0);
  EXPECT_EQ(end.attitude.coeffs(), begin.attitude.coeffs());
  EXPECT_EQ(end.position, begin.position + 5.0 * begin.velocity);
}

// A state that has run away ends; it is for the caller to see that it is not finite.
TEST(Coast, EndsWhateverItIsGiven) {
  const RigidBody body = rigid_body(2.0, inertia(3.0, 4.0, 6.0));
  for (const double size :
       {1e200, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(coasted(body, spinning(body, Vector3d::Constant(size)), 1.0).attitude.coeffs().allFinite());
}

TEST(Coast, VectorAndStateAreTheSame) {
  const RigidBody body = rigid_body(2.0, inertia(3.0, 4.0, 6.0));
  const BodyState begin = spinning(body, {0.4, -0.7, 0.5});
  std::array<double, kBodyStates> y, expected;
  pack(begin, y.data());
  coast(body, 3.0, y.data());
  pack(coasted(body, begin, 3.0), expected.data());
  EXPECT_EQ(y, expected);
}

}  // namespace
}  // namespace hilspace::dynamics
