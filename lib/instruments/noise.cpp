#include "instruments/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hilspace::instruments {
namespace {

struct Matrix {
  double a00, a01, a10, a11;
};

/// exp(F x) with F = [0 1; -1 -2 zeta]: the motion of an oscillator of natural frequency 1.
Matrix motion(double zeta, double x) {
  // Scaling and squaring of a Taylor series: no cases for the kinds of roots.
  const int halvings = std::max(0, static_cast<int>(std::ceil(std::log2(x * (2.0 + 2.0 * zeta)))) + 4);
  const double h = std::ldexp(x, -halvings);
  const auto times = [](const Matrix& p, const Matrix& q) {
    return Matrix{p.a00 * q.a00 + p.a01 * q.a10, p.a00 * q.a01 + p.a01 * q.a11, p.a10 * q.a00 + p.a11 * q.a10,
                  p.a10 * q.a01 + p.a11 * q.a11};
  };
  const Matrix f{0.0, h, -h, -2.0 * zeta * h};
  Matrix sum{1.0, 0.0, 0.0, 1.0}, term = sum;
  for (int k = 1; k <= 14; ++k) {
    term = times(term, f);
    const double over = 1.0 / k;
    term = {term.a00 * over, term.a01 * over, term.a10 * over, term.a11 * over};
    sum = {sum.a00 + term.a00, sum.a01 + term.a01, sum.a10 + term.a10, sum.a11 + term.a11};
  }
  for (int k = 0; k < halvings; ++k) sum = times(sum, sum);
  return sum;
}

}  // namespace

Noise::Noise(const NoiseSetup& setup, RandomStream its_stream)
    : std(setup.std), sample_time(setup.sample_time), stream(its_stream) {
  Matrix a{0.0, 0.0, 0.0, 0.0};
  const double x = 2.0 * std::numbers::pi * setup.bandwidth * setup.sample_time;
  // So long between samples that nothing is left of the last one: white.
  constexpr double kForgotten = 1e3;
  if (x > 0.0 && x * std::min(setup.damping, 0.5 / setup.damping) < kForgotten) a = motion(setup.damping, x);
  a00 = a.a00, a01 = a.a01, a10 = a.a10, a11 = a.a11;
  // Cholesky factor of what the stationary covariance, 1, is short of.
  const double c00 = 1.0 - (a00 * a00 + a01 * a01);
  const double c10 = -(a00 * a10 + a01 * a11);
  const double c11 = 1.0 - (a10 * a10 + a11 * a11);
  l00 = std::sqrt(std::max(c00, 0.0));
  l10 = l00 > 0.0 ? c10 / l00 : 0.0;
  l11 = std::sqrt(std::max(c11 - l10 * l10, 0.0));
}

void Noise::draw() {
  const double w0 = stream.normal(2 * count), w1 = stream.normal(2 * count + 1);
  if (count == 0) {
    z0 = w0;
    z1 = w1;
  } else {
    const double before = z0;
    z0 = a00 * before + a01 * z1 + l00 * w0;
    z1 = a10 * before + a11 * z1 + l10 * w0 + l11 * w1;
  }
  ++count;
}

}  // namespace hilspace::instruments
