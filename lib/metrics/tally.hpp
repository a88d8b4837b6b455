#pragma once
// Running measures of one signal in both models, taken step by step while simulating.
//
// Of each step three equidistant points are seen. Through them goes a parabola, which locates a peak
// inside the step, and Simpson's rule, which integrates. Nothing jumps within a step (integrate/rk4.hpp).

#include <array>

#include "core/scalar.hpp"

namespace hilspace::metrics {

/// A signal at the start, in the middle and at the end of a step.
template <class S>
using Points = std::array<S, 3>;

template <class S>
HILSPACE_INLINE S simpson(const Points<S>& p, S h) {
  return h / S(6.0) * (p[0] + S(4.0) * p[1] + p[2]);
}

/// The parabola through three points, over x = 0 ... 1.
template <class S>
struct Parabola {
  S constant, slope, bend;

  HILSPACE_INLINE explicit Parabola(const Points<S>& p)
      : constant(p[0]),
        slope(S(4.0) * p[1] - S(3.0) * p[0] - p[2]),
        bend(S(2.0) * (p[0] - (p[1] + p[1]) + p[2])) {}
  HILSPACE_INLINE S at(S x) const { return constant + x * (slope + x * bend); }
  /// Where it is largest, if inside; else 0.
  HILSPACE_INLINE S summit() const {
    const Mask<S> inside = bend < S(0.0) && slope > S(0.0) && slope < S(-2.0) * bend;
    return select(inside, slope / select(inside, S(-2.0) * bend, S(1.0)), S(0.0));
  }
};

/// Peaks, largest difference and areas of a signal I (docking) and H (HIL). Bondoky 3.1 to 3.5.
template <class S>
struct SignalTally {
  S peak_docking = S(0.0);
  S peak_hil = S(0.0);
  S error_max = S(0.0);         // max(H - I), signed
  S docking_at_error = S(0.0);  // I where H - I is largest
  S area_docking = S(0.0);      // integral of |I|
  S area_hil = S(0.0);          // integral of |H|
  S area_error = S(0.0);        // integral of |H - I|

  HILSPACE_INLINE void add(const Points<S>& docking, const Points<S>& hil, S h) {
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    const Parabola<S> docking_curve(docking);
    raise(peak_docking, docking, docking_curve);
    raise(peak_hil, hil, Parabola<S>(hil));

    const Parabola<S> error_curve(error);
    const S x = error_curve.summit();
    raise_error(error[0], docking[0]);
    raise_error(error_curve.at(x), docking_curve.at(x));
    raise_error(error[2], docking[2]);

    area_docking = area_docking + simpson(magnitudes(docking), h);
    area_hil = area_hil + simpson(magnitudes(hil), h);
    area_error = area_error + simpson(magnitudes(error), h);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.peak_docking, other.peak_docking);
    visit(self.peak_hil, other.peak_hil);
    visit(self.error_max, other.error_max);
    visit(self.docking_at_error, other.docking_at_error);
    visit(self.area_docking, other.area_docking);
    visit(self.area_hil, other.area_hil);
    visit(self.area_error, other.area_error);
  }

 private:
  static HILSPACE_INLINE Points<S> magnitudes(const Points<S>& p) {
    return {magnitude(p[0]), magnitude(p[1]), magnitude(p[2])};
  }
  static HILSPACE_INLINE void raise(S& peak, const Points<S>& p, const Parabola<S>& curve) {
    peak = larger(larger(larger(peak, p[0]), p[2]), curve.at(curve.summit()));
  }
  HILSPACE_INLINE void raise_error(S error, S docking) {
    // Equal errors: the one with the larger reference, so that perfect instruments give 0 % and not 0/0.
    const Mask<S> more = error > error_max || (error == error_max && docking > docking_at_error);
    error_max = select(more, error, error_max);
    docking_at_error = select(more, docking, docking_at_error);
  }
};

}  // namespace hilspace::metrics
