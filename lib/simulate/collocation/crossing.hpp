#pragma once
// Which crossing of a fine quantum has the largest error, where its cells are passed fast.
//
//   H - I = F(Q(x), x') - I  or  Q(x) - d    jumps by a cell where x passes (k + 1/2) q, from or to half a cell above its mean
//
// Crossings are as close as cells, so the largest error is at the one that is nearest to where F(x, x') + q/2 dF/dx - I, or
// x - d, has its summit: I there is by up to half a cell another than at the summit itself. The summit follows from the
// parabola of the step and from a second one, of exact values, around the summit of the first.
//
//   I    docking model: contact force F(d, d'), N, or penetration d, m
//   x    interface of the HIL model, m; q its quantum
//
// Limits: the summit is within the step, and the docking model in contact throughout it. Which of two crossings with the same
// error is taken is a matter of chance.
// Source: docs/numerics.md, "Collocation".

#include <array>

#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/docking_step.hpp"
#include "simulate/collocation/quintic.hpp"

namespace hilspace::simulate {

/// Which signal of both models is compared.
enum class Compared { contact_force, penetration };

template <class S>
class Crossing {
 public:
  /// Of a step of length h.
  HILSPACE_INLINE Crossing(const std::array<Seen<S>, 3>& seen, const PieceLaw<S>& law, S h, S quantum)
      : law_(law),
        half_quantum_(S(0.5) * quantum),
        per_half_(S(2.0) / h),
        x_(points(seen, &Seen<S>::x), points(seen, &Seen<S>::x_rate), S(0.5) * h),
        d_(points(seen, &Seen<S>::depth), points(seen, &Seen<S>::speed), S(0.5) * h) {}

  /// The docking model's signal at the crossing of the largest error; `about`: where the error has its summit, as a part of the step.
  /// For a second solve, which is to show what both know alike: a share `aside` of the way to the one on the other side of the summit.
  template <Compared kSignal>
  HILSPACE_INLINE S docking(S about, double aside = 0.0) const {
    constexpr double kApart = 0.25;  // of half a step
    const S place = S(2.0) * about - S(1.0);
    const S before = error<kSignal>(place - S(kApart)), after = error<kSignal>(place + S(kApart));
    const S at = error<kSignal>(place), bend = (before - at) + (after - at);
    const Mask<S> has = bend < S(0.0);
    const S shift = select(has, S(0.5 * kApart) * (before - after) / select(has, bend, S(1.0)), S(0.0));
    const S summit = place + larger(smaller(shift, S(kApart)), S(-kApart));
    const S x = x_.at(summit), quantum = S(2.0) * half_quantum_;
    const S level = quantum * round_even((x - half_quantum_) / quantum) + half_quantum_;
    S time = to_level(summit, level);
    time = to_level(time, level);
    const S its = docking_at<kSignal>(time);
    if (aside == 0.0) return its;
    const S cell = quantum / magnitude(rate_of_x(summit)),
            next = select(time > summit, time - cell, time + cell);
    return its + S(aside) * (docking_at<kSignal>(next) - its);
  }

 private:
  template <Compared kSignal>
  HILSPACE_INLINE S docking_at(S t) const {
    if constexpr (kSignal == Compared::penetration)
      return d_.at(t);
    else
      return law_.force(d_.at(t), d_.rate_at(t) * per_half_);
  }
  /// dx/dt by half a step, never 0.
  HILSPACE_INLINE S rate_of_x(S t) const {
    const S rate = x_.rate_at(t);
    return select(magnitude(rate) > S(1e-6) * half_quantum_, rate, S(1e-6) * half_quantum_);
  }
  /// From t to where x passes the level, at most half a step away.
  HILSPACE_INLINE S to_level(S t, S level) const {
    return t + larger(smaller((level - x_.at(t)) / rate_of_x(t), S(1.0)), S(-1.0));
  }
  /// On the side of a crossing where it is larger.
  template <Compared kSignal>
  HILSPACE_INLINE S error(S t) const {
    const S x = x_.at(t);
    if constexpr (kSignal == Compared::penetration) return x - docking_at<kSignal>(t);
    const S rate = x_.rate_at(t) * per_half_;
    return law_.force(x, rate) + half_quantum_ * law_.slope(x, rate) - docking_at<kSignal>(t);
  }

  PieceLaw<S> law_;
  S half_quantum_, per_half_;  // m; 1/s
  Quintic<S> x_, d_;
};

}  // namespace hilspace::simulate
