#pragma once
// Stability of Runge-Kutta's method of order 4 for y' = s y: with z = s h each step multiplies y by
//
//   R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24,   stable where |R(z)| <= 1
//
// (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.2). On the negative real axis that is
// |z| <= 2.785, on the imaginary axis |z| <= 2.828, less between: 2.69 for a damping of 0.7.

#include <algorithm>
#include <cmath>
#include <complex>

namespace hilspace::integrate {

/// The largest |z| for a pole of unit frequency with this damping, 0 to 1: s = -damping +- i sqrt(1 - damping^2).
inline double rk4_stable_step(double damping) {
  const std::complex<double> pole(-damping, std::sqrt(std::max(0.0, 1.0 - damping * damping)));
  const auto grows = [&](double size) {
    const auto z = size * pole;
    return std::norm(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))) > 1.0;
  };
  // The region has no notch along a ray from 1 on; below, an undamped pole shrinks by less than rounding.
  double stable = 1.0, unstable = 4.0;
  while (unstable - stable > 1e-9) {
    const double middle = 0.5 * (stable + unstable);
    (grows(middle) ? unstable : stable) = middle;
  }
  return stable;
}

}  // namespace hilspace::integrate
