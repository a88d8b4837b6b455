#pragma once
// Coast step of a second-order low-pass: exact over any step length for an input that is a cubic in time.
//
//   x'' = w^2 (u - x) - 2 zeta w x',   u(t) the cubic with u, u' given at 0 and h
//
// Where nothing jumps, an input that is smooth on the scale of h is represented well by the cubic, however
// short the filter's time constant 1/w. For doubles only. low_pass.hpp integrates the same equation
// numerically.

#include <array>
#include <cmath>

#include "core/signal.hpp"
#include "instruments/low_pass.hpp"

namespace hilspace::instruments {

/// u0 + u1 t + u2 t^2 + u3 t^3
using Cubic = std::array<double, 4>;

/// Hermite cubic between two instants h apart.
inline Cubic hermite(const Signal<double>& begin, const Signal<double>& end, double h) {
  const double rise = (end.value - begin.value) / h;
  return {begin.value, begin.rate, (3.0 * rise - 2.0 * begin.rate - end.rate) / h,
          (begin.rate + end.rate - 2.0 * rise) / (h * h)};
}

/// Steady-state response of the filter to the cubic u (particular solution).
inline Cubic settled_behind(const LowPass<double>& filter, const Cubic& u) {
  const double c = filter.drag / filter.square, e = 1.0 / filter.square;
  Cubic p;
  p[3] = u[3];
  p[2] = u[2] - 3.0 * c * p[3];
  p[1] = u[1] - 2.0 * c * p[2] - 6.0 * e * p[3];
  p[0] = u[0] - c * p[1] - 2.0 * e * p[2];
  return p;
}

/// By how much the rate x' of the filter may be off that of the ramp u which it follows, at most.
inline double off_ramp(const LowPass<double>& filter, const Signal<double>& u, const double* x) {
  const double w = std::sqrt(filter.square);
  const double y = x[1] - u.rate, z = x[0] - (u.value - filter.drag / filter.square * u.rate);
  return std::abs(y) + w * std::abs(z);
}

/// Advances the filter's states x, x' by h; without a filter they are unchanged.
inline void leap(const LowPass<double>& filter, const Cubic& u, double h, double* x) {
  if (!filter.present()) return;
  const Cubic p = settled_behind(filter, u);
  const double z = x[0] - p[0], v = x[1] - p[1];  // transient part
  const double a = 0.5 * filter.drag;             // zeta w
  const double turn = filter.square - a * a;      // damped frequency squared; negative: overdamped
  const double decay = std::exp(-a * h);
  double c = 1.0, s = h;  // cos(f h) and sin(f h)/f
  if (turn > 0.0) {
    const double f = std::sqrt(turn);
    c = std::cos(f * h);
    s = std::sin(f * h) / f;
  } else if (turn < 0.0) {
    const double f = std::sqrt(-turn), fast = std::exp(-(a + f) * h), slow = std::exp((f - a) * h);
    x[0] = 0.5 * (slow + fast) * z + 0.5 * (slow - fast) / f * (v + a * z);
    x[1] = 0.5 * (slow + fast) * v - 0.5 * (slow - fast) / f * (filter.square * z + a * v);
  }
  if (turn >= 0.0) {
    x[0] = decay * (c * z + s * (v + a * z));
    x[1] = decay * (c * v - s * (filter.square * z + a * v));
  }
  x[0] += p[0] + h * (p[1] + h * (p[2] + h * p[3]));
  x[1] += p[1] + h * (2.0 * p[2] + h * 3.0 * p[3]);
}

}  // namespace hilspace::instruments
