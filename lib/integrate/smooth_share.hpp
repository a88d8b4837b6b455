#pragma once
// Where the first jump lies in a step that was tried: by looks at its quarters, and bisection in the first
// one that ends behind a jump.
//
//   smooth(x)  whether nothing has jumped after the share x of the step, 0 < x <= 1
//   nearest    share up to which a jump belongs to the start of the step
//
// Returns 1, or a share within 1e-9 behind the jump. What jumps to and fro between two looks is not seen.

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
