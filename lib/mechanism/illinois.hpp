#pragma once
// Root of a continuous function between two arguments at which its signs differ, to double precision: regula
// falsi that halves the value at a retained end (Illinois method). About nine evaluations. At a jump through
// zero it finds the jump.

#include <cmath>

namespace hilspace::mechanism {

/// f(a) = fa, f(b) = fb, of different signs or zero.
template <class Function>
double illinois(Function&& f, double a, double fa, double b, double fb) {
  constexpr int kMost = 100;
  constexpr double kNarrow = 4e-16;
  if (fa == 0.0) return a;
  if (fb == 0.0) return b;
  int stayed = 0;  // -1: a was retained last time, 1: b
  double last = a;
  for (int i = 0; i < kMost; ++i) {
    const double scale = std::abs(a) > std::abs(b) ? std::abs(a) : std::abs(b);
    double x = (a * fb - b * fa) / (fb - fa);
    if (!((x > a && x < b) || (x > b && x < a))) x = 0.5 * (a + b);
    if (i > 0 && std::abs(x - last) <= kNarrow * scale) return x;
    last = x;
    const double fx = f(x);
    if (fx == 0.0 || std::abs(b - a) <= kNarrow * scale) return x;
    if ((fx < 0.0) == (fa < 0.0)) {
      a = x, fa = fx;
      if (stayed == 1) fb *= 0.5;
      stayed = 1;
    } else {
      b = x, fb = fx;
      if (stayed == -1) fa *= 0.5;
      stayed = -1;
    }
  }
  return 0.5 * (a + b);
}

}  // namespace hilspace::mechanism
