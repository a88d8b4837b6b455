#pragma once
// Smooth problems whose solutions are known.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace hilspace::integrate {

/// A damped oscillator, x'' = -x - 0.2 x'; its closed form from x = 1, x' = 0.
using Pair = std::array<double, 2>;
inline Pair damped(const Pair& y) { return {y[1], -y[0] - 0.2 * y[1]}; }
inline double damped_exact(double t) {
  const double w = std::sqrt(0.99);
  return std::exp(-0.1 * t) * (std::cos(w * t) + 0.1 / w * std::sin(w * t));
}

/// Kepler's orbit of eccentricity 0.3, period 2 pi: x, y, x', y'. Nonlinear, smooth, and it closes.
using Orbit = std::array<double, 4>;
inline Orbit kepler(const Orbit& y) {
  const double r = std::hypot(y[0], y[1]), pull = 1.0 / (r * r * r);
  return {y[2], y[3], -pull * y[0], -pull * y[1]};
}
inline Orbit perihelion() { return {0.7, 0.0, 0.0, std::sqrt(1.3 / 0.7)}; }

template <std::size_t N>
double distance(const std::array<double, N>& a, const std::array<double, N>& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < N; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// How far from its start the orbit ends after one period in equal steps.
template <class Step>
double closing_error(int steps, Step&& step) {
  Orbit y = perihelion();
  for (int i = 0; i < steps; ++i) y = step(y, 2.0 * std::numbers::pi / steps);
  return distance(y, perihelion());
}

}  // namespace hilspace::integrate
