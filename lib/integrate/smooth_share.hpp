#pragma once
// Location of the first jump in an attempted step: samples at its quarters, then bisection in the first
// quarter that ends after a jump.
//
//   smooth(x)  whether there was no jump up to the share x of the step, 0 < x <= 1
//   nearest    share up to which a jump belongs to the start of the step
//
// Returns 1, or a share within 1e-9 after the jump. A signal that jumps and returns between two samples is
// missed.

#include <cmath>
#include <initializer_list>

namespace hilspace::integrate {

template <class Smooth>
double smooth_share(const Smooth& smooth, double nearest) {
  double good = nearest < 1.0 ? nearest : 1.0;
  for (const double x : {0.25, 0.5, 0.75, 1.0}) {
    if (x <= good) continue;
    if (smooth(x)) {
      good = x;
      continue;
    }
    double bad = x;
    while (bad - good > 1e-9) (smooth(0.5 * (good + bad)) ? good : bad) = 0.5 * (good + bad);
    return bad;
  }
  return 1.0;
}

/// The same from a margin that is >= 0 where there was no jump up to x. Regula falsi (Illinois) in the place of
/// bisection, with a bisection now and then, since a margin may be the least of several: a third of the looks.
template <class Margin>
double smooth_share_by(const Margin& margin, double nearest) {
  constexpr double kNarrow = 1e-9, kAside = 4e-10;
  double good = nearest < 1.0 ? nearest : 1.0, at_good = HUGE_VAL;
  for (const double x : {0.25, 0.5, 0.75, 1.0}) {
    if (x <= good) continue;
    double at_bad = margin(x);
    if (at_bad >= 0.0) {
      good = x, at_good = at_bad;
      continue;
    }
    double bad = x;
    int stayed = 0;  // -1: the good end did last time, 1: the bad one
    for (int i = 1; bad - good > kNarrow; ++i) {
      double between = i % 4 == 0 ? 0.5 * (good + bad) : good + (bad - good) * (at_good / (at_good - at_bad));
      between +=
          between - good < bad - between ? kAside : -kAside;  // beyond the root, so that both ends close in
      if (!(between > good && between < bad)) between = 0.5 * (good + bad);
      const double found = margin(between);
      if (found >= 0.0) {
        good = between, at_good = found;
        if (stayed == 1) at_bad *= 0.5;
        stayed = 1;
      } else {
        bad = between, at_bad = found;
        if (stayed == -1) at_good *= 0.5;
        stayed = -1;
      }
    }
    return bad;
  }
  return 1.0;
}

}  // namespace hilspace::integrate
