#pragma once
// Quantizer: Q(x) = R round(x/R), ties to even; R = 0 means none. The rate passes through unquantised.
//
//   R  resolution, unit of the signal, >= 0      |Q(x) - x| <= R/2
//
// Q jumps where x crosses (n + 1/2) R. The steps end on the crossings and Q is held within each step, so
// that no jump falls inside one. Only a signal that would cross more than a few cells per step is rounded
// wherever it is looked at: its jumps are then small against what the step resolves, and come so often
// that their errors cancel. Source: Bondoky 5.2.2; docs/theory.md.

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

/// Cells per full step up to which steps end on the crossings.
inline constexpr double kCellsPerStep = 4.0;

template <class S>
struct Quantizer : Stateless<S> {
  S resolution;      // R
  S cells_per_unit;  // 1/R, 0 for R = 0
  S cell = S(0.0);   // Q(x) in the present step, where held
  Mask<S> held = Mask<S>(false);

  Quantizer() = default;
  explicit Quantizer(const QuantizerSetup& setup)
      : resolution(setup.resolution), cells_per_unit(setup.resolution > 0.0 ? 1.0 / setup.resolution : 0.0) {}

  HILSPACE_INLINE S rounded(S x) const {
    return select(resolution > S(0.0), resolution * round_even(x * cells_per_unit), x);
  }

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    return {select(held, cell, rounded(in.value)), in.rate, in.acceleration};
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    cell = rounded(horizon.soon(in, constant));
    held = resolution > S(0.0) && magnitude(in.rate) * horizon.longest <= S(kCellsPerStep) * resolution;
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    const S half = S(0.5) * resolution;
    const S up = time_to_reach(cell + half - in.value, in.rate, in.acceleration);
    const S down = time_to_reach(in.value - (cell - half), -in.rate, -in.acceleration);
    const S crossing = larger(smaller(up, down), horizon.shortest);
    return {select(held, smaller(before.until, crossing), before.until), held || before.constant};
  }

  template <class Visit>
  void margins(const S*, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    if (!held || constant) return;
    visit(cell + S(0.5) * resolution - in.value);
    visit(in.value - (cell - S(0.5) * resolution));
  }

  S residual(S bound) const { return bound > S(0.5) * resolution ? bound + S(0.5) * resolution : S(0.0); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.resolution, other.resolution);
    visit(self.cells_per_unit, other.cells_per_unit);
    visit(self.cell, other.cell);
    visit(self.held, other.held);
  }
};

}  // namespace hilspace::instruments
