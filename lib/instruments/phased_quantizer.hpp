#pragma once
// Quantizer with a phase: its levels need not include 0, since the offset of a testbed's grid is arbitrary.
//
//   y = R round(x/R + p) - p R    as for a position: the levels are at (n - p) R,  |y - x| <= R/2
//   y = R round(x/R + p)          tared, as for a force: zero force reads 0,  |y - x| <= R (1/2 + |p|)
//
//   R  resolution, unit of the signal, >= 0      p  phase, of a quantum, -1/2 < p < 1/2
//
// Limits: p = 0 is the quantizer of quantizer.hpp, to the bit; averaged over all p, both variants give x.
// Members and unresolved operation: quantizer.hpp. Around a limit of the chain's saturation it is resolved
// (clipped_levels.hpp).

#include <array>

#include "instruments/clipped_levels.hpp"
#include "instruments/quantizer.hpp"

namespace hilspace::instruments {

template <class S>
struct PhasedQuantizer : Quantizer<S> {
  using Base = Quantizer<S>;
  S before = S(0.0);               // subtracted from the input: -p R
  S after = S(0.0);                // subtracted from the output: p R, unless tared
  Mask<S> asked = Mask<S>(false);  // for its levels in the next step
  // Inputs whose levels are clipped, between those numbers: twice, since a saturation has two limits.
  S clipped_from[2] = {S(kNever), S(kNever)};
  S clipped_to[2] = {S(-kNever), S(-kNever)};

  PhasedQuantizer() = default;
  explicit PhasedQuantizer(const QuantizerSetup& setup) : Base(setup) {
    if (setup.phase == 0.0) return;
    before = S(-setup.phase * setup.resolution);
    if (!setup.tared) after = S(setup.phase * setup.resolution);
  }

  /// Resolves those levels from now on, as far as steps can.
  void resolve(const std::array<ClippedLevels, 2>& clipped) {
    for (std::size_t i = 0; i < clipped.size(); ++i) {
      clipped_from[i] = S(clipped[i].from);
      clipped_to[i] = S(clipped[i].to);
    }
  }

  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    Signal<S> out = Base::output(x, shifted(in));
    out.value = out.value - after;
    return out;
  }
  HILSPACE_INLINE void freeze(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    Base::freeze(x, shifted(in), constant, horizon, asked || is_clipped(horizon.soon(in, constant)));
  }
  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> outlook,
                                        Horizon<S> horizon) const {
    const Mask<S> waits = !this->held && !outlook.constant;
    for (int i = 0; i < 2; ++i) {
      if (!any(waits && clipped_from[i] < clipped_to[i])) continue;
      const S rising = time_to_reach(clipped_from[i] - in.value, in.rate, in.acceleration);
      const S falling = time_to_reach(in.value - clipped_to[i], -in.rate, -in.acceleration);
      const S enters = larger(select(in.value < clipped_from[i], rising, falling), horizon.shortest);
      outlook.until = select(waits, smaller(outlook.until, enters), outlook.until);
    }
    return Base::look_ahead(x, shifted(in), outlook, horizon);
  }
  template <class Visit>
  void margins(const S* x, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    Base::margins(x, shifted(in), constant, visit);
  }

  /// At rest the output is a level, unless it is the mean.
  HILSPACE_INLINE void follow_ramp(Signal<S> in, S*) {
    const Mask<S> rests = is_off_mean() && in.rate == S(0.0);
    this->held = rests;
    this->cell = select(rests, Base::rounded(shifted(in).value), this->cell);
  }
  HILSPACE_INLINE void follow_ramp(Signal<S>, S*) const {}
  /// Releases the held value, for a coast step over many cells.
  void release() { this->held = this->held && is_off_mean(); }

  /// Largest input that reads 0.
  S silence() const { return S(0.5) * this->resolution - magnitude(before + after); }
  S residual(S bound) const {
    if (!any(!(before == S(0.0)))) return Base::residual(bound);
    const S half = S(0.5) * this->resolution;
    if (!any(is_off_mean())) return bound + half;
    return bound > silence() ? bound + magnitude(before) + half : S(0.0);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    Base::zip(self, other, visit);
    visit(self.before, other.before);
    visit(self.after, other.after);
    visit(self.asked, other.asked);
    for (int i = 0; i < 2; ++i) {
      visit(self.clipped_from[i], other.clipped_from[i]);
      visit(self.clipped_to[i], other.clipped_to[i]);
    }
  }

 private:
  HILSPACE_INLINE Signal<S> shifted(Signal<S> in) const {
    in.value = in.value - before;
    return in;
  }
  HILSPACE_INLINE Mask<S> is_clipped(S x) const {
    return (x >= clipped_from[0] && x <= clipped_to[0]) || (x >= clipped_from[1] && x <= clipped_to[1]);
  }
  /// Whether the mean output differs from the input.
  HILSPACE_INLINE Mask<S> is_off_mean() const { return !(before + after == S(0.0)); }
};

}  // namespace hilspace::instruments
