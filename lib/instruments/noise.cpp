#include "instruments/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hilspace::instruments {
namespace {

struct Matrix {
  double a00, a01, a10, a11;
};
Matrix operator*(const Matrix& p, const Matrix& q) {
  return {p.a00 * q.a00 + p.a01 * q.a10, p.a00 * q.a01 + p.a01 * q.a11, p.a10 * q.a00 + p.a11 * q.a10,
          p.a10 * q.a01 + p.a11 * q.a11};
}
Matrix operator+(const Matrix& p, const Matrix& q) {
  return {p.a00 + q.a00, p.a01 + q.a01, p.a10 + q.a10, p.a11 + q.a11};
}
Matrix operator*(double x, const Matrix& p) { return {x * p.a00, x * p.a01, x * p.a10, x * p.a11}; }
Matrix transposed(const Matrix& p) { return {p.a00, p.a10, p.a01, p.a11}; }

/// Transition between two samples: z is multiplied by A and gains the covariance Q.
struct Transition {
  Matrix a, q;
};

/// A = exp(F x) and Q = int_0^x exp(F u) [0 0; 0 4 zeta] exp(F u)' du, with F = [0 1; -1 -2 zeta].
/// Mathematically Q = 1 - A A', but that difference cancels for small x.
Transition transition(double zeta, double x) {
  // Series for a short time, then repeated doubling up to x: no distinction of cases by damping.
  const int doublings = std::max(0, static_cast<int>(std::ceil(std::log2(x * (2.0 + 2.0 * zeta)))) + 4);
  const double h = std::ldexp(x, -doublings);
  const Matrix f = h * Matrix{0.0, 1.0, -1.0, -2.0 * zeta};
  const Matrix source{0.0, 0.0, 0.0, 4.0 * zeta * h};
  // exp(F u) S exp(F u)' has the derivatives D S = F S + S F'; its mean over the time is sum D^k S/(k + 1)!.
  Transition step{{1.0, 0.0, 0.0, 1.0}, source};
  Matrix power = step.a, derivative = source;
  for (int k = 1; k <= 16; ++k) {
    power = (1.0 / k) * (power * f);
    derivative = (1.0 / (k + 1)) * (f * derivative + derivative * transposed(f));
    step.a = step.a + power;
    step.q = step.q + derivative;
  }
  for (int k = 0; k < doublings; ++k) step = {step.a * step.a, step.q + step.a * step.q * transposed(step.a)};
  return step;
}

}  // namespace

template <>
Noise<double>::Noise(const NoiseSetup& setup, RandomStream its_stream)
    : std(setup.std), sample_time(setup.sample_time), stream{{its_stream}} {
  Transition step{{0.0, 0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 1.0}};
  const double x = 2.0 * std::numbers::pi * setup.bandwidth * setup.sample_time;
  // Samples so far apart that they are uncorrelated: white.
  constexpr double kForgotten = 1e3;
  if (x > 0.0 && x * std::min(setup.damping, 0.5 / setup.damping) < kForgotten)
    step = transition(setup.damping, x);
  a00 = step.a.a00, a01 = step.a.a01, a10 = step.a.a10, a11 = step.a.a11;
  const double c00 = step.q.a00, c10 = step.q.a10, c11 = step.q.a11;  // Cholesky factor:
  l00 = std::sqrt(std::max(c00, 0.0));
  l10 = l00 > 0.0 ? c10 / l00 : 0.0;
  l11 = std::sqrt(std::max(c11 - l10 * l10, 0.0));
}

}  // namespace hilspace::instruments
