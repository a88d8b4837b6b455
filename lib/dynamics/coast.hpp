#pragma once
// Torque-free motion of a free body over any time.
//
//   r(t) = r + v t,   H(t) = H,   q(t) = u(t) q s(t)
//
//   u  turn about H, which stands still in inertial axes, by the angle |H| t/Ip
//   s  turn of a body whose rate is w = (ca pa, 0, cb pb) in its principal axes a, p, b,
//      with its momentum p' = p x w,  p(0) = R(q)^T H,  ca = 1/Ia - 1/Ip,  cb = 1/Ib - 1/Ip
//
// H^2/(2 Ip) and the rest of the kinetic energy commute, so the split is exact. For a symmetric body (cb = 0)
// pa is constant and s a turn about a: the closed form of regular precession, in one step for any time.
// Otherwise s comes from the Taylor series of p and s, in steps of an angle of at most 1/4 rad, to double
// precision; one step suffices while t |w| < 1/4. Times may be negative.
//
// Accurate to about 1e-16 per rad of |H| t/Ip, and per step. Sine and cosine are the C library's: results do
// not depend on threads or compilers, but their last bits may depend on that library. Source: Euler's
// equations; Landau and Lifshitz, Mechanics, 33 to 37.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dynamics/rigid_body.hpp"

namespace hilspace::dynamics {

namespace coasting {

/// s (w, x, y, z) and p/|H| (a, p, b); also the coefficients of their series.
using Turn = Eigen::Matrix<double, 7, 1>;

/// s and p/|H| after a step h with ca |H| h = alpha, cb |H| h = beta, neither beyond 1/4; s = 1 before.
inline Turn turned(const Eigen::Vector3d& momentum, double alpha, double beta) {
  constexpr int kTerms = 24;  // 4^-24 is below the last bit
  std::array<Turn, kTerms + 1> series;
  series[0] << 1.0, 0.0, 0.0, 0.0, momentum;
  Turn sum = series[0];
  double last = 1.0;
  for (std::size_t k = 0; k < kTerms; ++k) {
    Turn rate = Turn::Zero();
    for (std::size_t i = 0; i <= k; ++i) {  // Cauchy products: s (0, w)/2 and p x w
      const Turn& s = series[i];
      const double wa = alpha * series[k - i][4], wb = beta * series[k - i][6];
      rate[0] -= s[1] * wa + s[3] * wb;
      rate[1] += s[0] * wa + s[2] * wb;
      rate[2] += s[3] * wa - s[1] * wb;
      rate[3] += s[0] * wb - s[2] * wa;
      rate[4] += s[5] * wb;
      rate[5] += s[6] * wa - s[4] * wb;
      rate[6] -= s[5] * wa;
    }
    const double part = 1.0 / static_cast<double>(k + 1);
    rate.head<4>() *= 0.5 * part;
    rate.tail<3>() *= part;
    series[k + 1] = rate;
    sum += rate;
    const double size = rate.lpNorm<1>();
    if (size + last < 1e-17) break;
    last = size;
  }
  return sum;
}

/// s after the time in which ca |H| t = alpha, cb |H| t = beta. NaN beyond the range of a double.
inline Eigen::Quaterniond turn(Eigen::Vector3d momentum, double alpha, double beta) {
  constexpr double kMostSteps = 1e7;
  if (beta == 0.0) {
    const double half = 0.5 * alpha * momentum[0];
    return {std::cos(half), std::sin(half), 0.0, 0.0};
  }
  const double steps = std::max(1.0, std::ceil(4.0 * std::max(std::abs(alpha), std::abs(beta))));
  if (!(steps <= kMostSteps))
    return Eigen::Quaterniond(Eigen::Vector4d::Constant(std::numeric_limits<double>::quiet_NaN()));
  Eigen::Quaterniond whole = Eigen::Quaterniond::Identity();
  for (double step = 0.0; step < steps; ++step) {
    const Turn next = turned(momentum, alpha / steps, beta / steps);
    whole = whole * Eigen::Quaterniond(next[0], next[1], next[2], next[3]);
    momentum = next.tail<3>();
  }
  return whole;
}

}  // namespace coasting

inline void coast(const RigidBody& body, double seconds, BodyState& state) {
  state.position += seconds * state.velocity;
  const double size = state.angular_momentum.norm();
  if (size == 0.0) return;
  const Eigen::Vector3d along = state.angular_momentum / size;
  const double half = 0.5 * size * body.middle * seconds;
  const Eigen::Vector3d axis = std::sin(half) * along;
  const Eigen::Quaterniond common(std::cos(half), axis.x(), axis.y(), axis.z());

  const Eigen::Vector3d momentum =
      body.axes.transpose() * (state.attitude.toRotationMatrix().transpose() * along);
  const Eigen::Quaterniond own =
      coasting::turn(momentum, body.a_excess * size * seconds, body.b_excess * size * seconds);
  const Eigen::Vector3d part = body.axes * own.vec();
  state.attitude = common * state.attitude * Eigen::Quaterniond(own.w(), part.x(), part.y(), part.z());
  state.attitude.normalize();
}

/// The same in the solver's vector.
inline void coast(const RigidBody& body, double seconds, double* y) {
  BodyState state = unpacked(y);
  coast(body, seconds, state);
  pack(state, y);
}

}  // namespace hilspace::dynamics
