#pragma once
// Running error measures of one signal in both models, updated step by step.
//
// Each step is sampled at three equidistant points: core/parabola.hpp.

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
  // Which of the teeth of a signal that is known by its mean is taken for the largest error, -1 ... 1: H - I is flat
  // there, so that any within a spread of I may be; none beyond the end of I. A run for the numerical error takes another one.
  S tooth = S(0.0);

  /// Adds a step of length h. H jumps by up to `spread` around `hil`.
  HILSPACE_INLINE void add(const Points<S>& docking, const Points<S>& hil, S h, S spread = S(0.0)) {
    look(docking, hil, spread);
    integrate(docking, hil, h, spread);
  }

  /// The peaks and the largest difference of a step.
  HILSPACE_INLINE void look(const Points<S>& docking, const Points<S>& hil, S spread = S(0.0)) {
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    peak_docking = larger(peak_docking, larger(docking[0], docking[2]));
    peak_hil = larger(peak_hil, larger(hil[0], hil[2]) + spread);
    if (any(larger(error[0], error[2]) + spread >= error_max)) {
      raise_error(error[0] + spread, docking[0], spread);
      raise_error(error[2] + spread, docking[2], spread);
    }
    if (any(has_summit(docking) || has_summit(hil) || has_summit(error)))
      add_summits(docking, hil, error, spread);
  }

  /// Its areas.
  HILSPACE_INLINE void integrate(const Points<S>& docking, const Points<S>& hil, S h, S spread = S(0.0)) {
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    area_docking = area_docking + simpson(magnitudes(docking), h);
    area_hil = area_hil + simpson(magnitudes(hil), h);
    area_error = area_error + area(error, spread, h);
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
    visit(self.tooth, other.tooth);
  }

 private:
  static HILSPACE_INLINE Points<S> magnitudes(const Points<S>& p) {
    return {magnitude(p[0]), magnitude(p[1]), magnitude(p[2])};
  }
  /// Integral of the magnitude of a curve that may change its sign and jumps by up to `spread`.
  static HILSPACE_INLINE S area(const Points<S>& p, S spread, S h) {
    const Points<S> size = magnitudes(p);
    const S smooth = simpson(size, h);
    const Mask<S> turns = p[0] * p[2] < S(0.0);
    const Mask<S> mixed = smaller(size[0], smaller(size[1], size[2])) < spread;
    if (!any(turns || mixed)) return smooth;
    const S kinked = S(0.5) * h * (straight_area(p[0], p[1]) + straight_area(p[1], p[2]));
    const Points<S> mean{mean_magnitude(size[0], spread), mean_magnitude(size[1], spread),
                         mean_magnitude(size[2], spread)};
    return select(mixed, simpson(mean, h), select(turns, kinked, smooth));
  }
  /// Mean magnitude of a linear function between two values.
  static HILSPACE_INLINE S straight_area(S a, S b) {
    const S sum = magnitude(a) + magnitude(b);
    const Mask<S> crosses = a * b < S(0.0);
    return S(0.5) * select(crosses, (a * a + b * b) / select(crosses, sum, S(1.0)), sum);
  }
  /// Mean of |p + u| for u uniform in -s ... s.
  static HILSPACE_INLINE S mean_magnitude(S size, S s) {
    const Mask<S> mixed = size < s;
    return select(mixed, S(0.5) * (s + size * size / select(mixed, s, S(1.0))), size);
  }
  HILSPACE_INLINE void add_summits(const Points<S>& docking, const Points<S>& hil, const Points<S>& error,
                                   S spread) {
    const Parabola<S> docking_curve(docking), hil_curve(hil), error_curve(error);
    peak_docking = larger(peak_docking, docking_curve.at(docking_curve.summit()));
    peak_hil = larger(peak_hil, hil_curve.at(hil_curve.summit()) + spread);
    const S x = error_curve.summit();
    raise_error(error_curve.at(x) + spread, docking_curve.at(x), spread);
  }
  HILSPACE_INLINE void raise_error(S error, S mean, S spread) {
    const S docking = select(mean > spread, mean + tooth * spread, mean);
    // Of equal errors, the one with the larger reference, so that perfect instruments give 0 % and not 0/0.
    const Mask<S> more = error > error_max || (error == error_max && docking > docking_at_error);
    error_max = select(more, error, error_max);
    docking_at_error = select(more, docking, docking_at_error);
  }
};

}  // namespace hilspace::metrics
