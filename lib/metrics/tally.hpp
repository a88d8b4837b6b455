#pragma once
// Running measures of one signal in both models, taken step by step while simulating.
//
// Of each step three equidistant points are seen: core/parabola.hpp.

#include "core/parabola.hpp"

namespace hilspace::metrics {

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
