#pragma once
// Quantizer: Q(x) = R round(x/R), ties to even; R = 0: none. The rate passes through unquantised.
//
//   R  resolution, unit of the signal, >= 0      |Q(x) - x| <= R/2
//
// Q jumps where x crosses (n + 1/2) R. The steps end on the crossings and Q is held within each step, so that
// no jump falls inside one. With fixed steps, a signal that would cross more than one cell per full step is
// not resolved: the output is then x, the mean of Q over a crossing of a cell, with a spread of R/2 around
// it. Source: Bondoky 5.2.2; docs/numerics.md.
//
// Where x turns near a crossing, an error of x far below R decides between two values that are R apart. So the
// turns are counted, with the least distance from a crossing: such a scenario is worth a second look
// (study/error_samples.hpp).

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

/// Cells per full step up to which a quantizer can be asked for its levels: steps are no shorter than a quarter of one.
inline constexpr double kMostCells = 64.0;

template <class S>
struct Quantizer : Stateless<S> {
  S resolution = S(0.0);      // R
  S cells_per_unit = S(0.0);  // 1/R, 0 for R = 0
  S slow = S(0.0);            // cells per full step up to which crossings are resolved, times R
  S cell = S(0.0);            // Q(x) in the present step, where held
  Mask<S> held = Mask<S>(false);
  Mask<S> on_edge = Mask<S>(false);  // whether it is held since a crossing
  Mask<S> begun = Mask<S>(false);    // whether a step was taken, so that a mean has been shown
  S until_change = S(kNever);        // s, until a pending change of `held`
  S coincide = S(0.0);               // share of what jumps that coincide have more, for the numerical error
  S last_rate = S(0.0);
  S turns = S(0.0);    // of x, but for those around 0
  S nearest = S(0.5);  // of them to a crossing, in quanta, 0 to 1/2

  Quantizer() = default;
  explicit Quantizer(const QuantizerSetup& setup)
      : resolution(setup.resolution),
        cells_per_unit(setup.resolution > 0.0 ? 1.0 / setup.resolution : 0.0),
        slow(setup.resolution) {}
  /// For a downstream sample and hold, which must sample the quantized value, not its mean.
  void resolve_always() { slow = S(kNever); }

  HILSPACE_INLINE S rounded(S x) const {
    return select(resolution > S(0.0), resolution * round_even(x * cells_per_unit), x);
  }

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    return {select(held, cell, in.value), in.rate, in.acceleration, select(held, S(0.0), spread(in.spread))};
  }

  /// `asked`: whether its levels are wanted, not their mean, even where it is crossed faster than that. They then begin and
  /// end on a crossing, and not in the middle of a cell; in the first step of a run they begin at once.
  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon,
                              Mask<S> asked = Mask<S>(false)) {
    const S way = magnitude(in.rate) * horizon.longest;
    const Mask<S> at_once = constant || Mask<S>(horizon.located) || slow >= S(kNever) || way <= S(0.5) * slow;
    const Mask<S> follows = asked && way <= S(kMostCells) * resolution;
    const Mask<S> hold = resolution > S(0.0) && (at_once || way <= slow || follows);
    const Mask<S> changes = (hold && !held) || (held && !hold);
    until_change = S(kNever);
    if (any(changes)) {
      S ahead = to_next_middle(horizon.soon(in, constant), in.rate);
      const Mask<S> at_edge = select(held, on_edge, follows && way > slow);
      if (any(at_edge)) ahead = select(at_edge, to_next_edge(in.value, in.rate), ahead);
      const Mask<S> waits =
          changes && !at_once && (begun || !follows) && ahead > S(0.05) * resolution && ahead <= way;
      until_change = select(waits, ahead / select(waits, magnitude(in.rate), S(1.0)), until_change);
      on_edge = select(changes && !waits, at_edge && hold, on_edge);
      held = select(waits, held, hold);
    }
    begun = Mask<S>(true);
    if (any(held)) cell = rounded(horizon.soon(in, constant));
    note_turn(in);
  }

  /// How probable it is that one of so many turns is so near to a crossing by chance.
  S chance() const { return smaller(S(2.0) * turns * nearest, S(1.0)); }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    before.until = smaller(before.until, larger(until_change, horizon.shortest));
    if (!any(held)) return before;
    const S leaves = time_to_leave(in.value - cell, in.rate, in.acceleration, S(0.5) * resolution);
    const S crossing = larger(leaves, horizon.shortest);
    return {select(held && !before.constant, smaller(before.until, crossing), before.until),
            held || before.constant, held || before.jumps, before.jumped};
  }

  /// Distance from x to the centre of the next cell. There the downstream stages have received as much above
  /// the mean as below, so switching between resolved and unresolved causes hardly any disturbance.
  HILSPACE_INLINE S to_next_middle(S x, S rate) const {
    const S past = select(rate > S(0.0), S(1.0), S(-1.0)) * (x - rounded(x));
    return select(past > S(0.05) * resolution, resolution - past, -past);
  }

  /// Distance from x to the next crossing. A contact begins and ends on one, so that its work is that of its mean from
  /// one to another.
  HILSPACE_INLINE S to_next_edge(S x, S rate) const {
    const S past = select(rate > S(0.0), S(1.0), S(-1.0)) * (x - rounded(x));
    return select(past < S(-0.45) * resolution, S(0.0), S(0.5) * resolution - past);
  }

  /// Spread of an unresolved quantizer. If the input itself jumps, the peaks seldom coincide: squares add, as
  /// for independent variables. Of many teeth some do, so that a run for the numerical error adds them.
  HILSPACE_INLINE S spread(S before) const {
    const S own = S(0.5) * resolution;
    if (!any(before > S(0.0))) return own;
    const S usual = square_root(before * before + own * own);
    return usual + coincide * ((before + own) - usual);
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
    visit(self.slow, other.slow);
    visit(self.cell, other.cell);
    visit(self.held, other.held);
    visit(self.on_edge, other.on_edge);
    visit(self.begun, other.begun);
    visit(self.coincide, other.coincide);
    visit(self.last_rate, other.last_rate);
    visit(self.turns, other.turns);
    visit(self.nearest, other.nearest);
  }

 private:
  /// Idempotent, as freeze() is: the same rate once more is no turn.
  HILSPACE_INLINE void note_turn(Signal<S> in) {
    const Mask<S> turned = held && last_rate * in.rate < S(0.0);
    last_rate = in.rate;
    if (!any(turned)) return;
    const Mask<S> bent = !(in.acceleration == S(0.0));
    const S back = S(0.5) * in.rate * in.rate / select(bent, in.acceleration, S(1.0));
    const S cells = (in.value - select(bent, back, S(0.0))) * cells_per_unit;
    const Mask<S> counts = turned && magnitude(cells) > S(0.25);
    nearest = select(counts, smaller(nearest, S(0.5) - magnitude(cells - round_even(cells))), nearest);
    turns = turns + select(counts, S(1.0), S(0.0));
  }
};

}  // namespace hilspace::instruments
