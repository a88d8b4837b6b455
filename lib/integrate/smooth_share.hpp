#pragma once
// Location of the first jump in an attempted step: samples at its quarters, then bisection in the first
// quarter that ends after a jump.
//
//   smooth(x)  whether there was no jump up to the share x of the step, 0 < x <= 1
//   nearest    share up to which a jump belongs to the start of the step
//
// Returns 1, or a share within 1e-9 after the jump. A signal that jumps and returns between two samples is
// missed.

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

}  // namespace hilspace::integrate
