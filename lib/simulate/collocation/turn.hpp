#pragma once
// What a quantum gives the bodies where a signal turns.
//
//   s(t) = S - b t^2/2   near its largest value;   Q(s) = q round(s/q)
//
//   integral of Q(s) - s over t = 2 zeta(-1/2, a) q sqrt(2 q/b),   a = S/q + 1/2 - floor(S/q + 1/2)
//
// zeta: Hurwitz's, the sum of (n + a)^(-s) continued to s = -1/2. While the signal crosses cell after cell, Q(s) - s has
// the mean 0; what is left is that of the cell in which it turns. It is between -0.42 and 0.14 of q sqrt(2 q/b), and 0 in
// the mean over a.
//
// zeta(-1/2, a) = sqrt(a) + zeta(-1/2, 1 + a), and the latter is a polynomial of degree 5 on 0 <= a <= 1, within 2e-6.
//
// Where interface and measured force both turn in cells, the sensor rounds the interface's last plateau: by up to half a
// quantum for as long as that lasts, which depends on both places. A check has a typical share of q sqrt(2 q/b) more there, and,
// where damping does not lead the force through many levels meanwhile, of q times the plateau's duration.
//
// Limits: b constant over a few cells, i.e. a quantum that is fine against the largest value. Source: partial integration of
// Hermite's formula (NIST Handbook of Mathematical Functions, 25.11.7), compared with summation in the tests.

#include "core/elementary.hpp"
#include "core/scalar.hpp"
#include "integrate/collocation.hpp"
#include "simulate/collocation/contact_parts.hpp"

namespace hilspace::simulate {

/// 2 zeta(-1/2, a), 0 <= a <= 1.
template <class S>
HILSPACE_INLINE S turning_share(S a) {
  return S(2.0) * (square_root(a) + elementary::polynomial(a, -0.2078846915401597, -0.7302939190321279,
                                                           -0.325072212672696, 0.07671037410599024,
                                                           -0.026934309472222057, 0.005589711382021674));
}

/// sqrt(2 q/b), and 0 for b <= 0.
template <class S>
HILSPACE_INLINE S turning_time(S quantum, S bend) {
  const Mask<S> bends = bend > S(0.0);
  return select(bends, square_root(S(2.0) * quantum / select(bends, bend, S(1.0))), S(0.0));
}

/// Integral of Q(s) - s over the time, in the unit of s times s, for a largest value S and b > 0; 0 without a quantum.
template <class S>
HILSPACE_INLINE S turning_area(S quantum, S largest, S bend) {
  const Mask<S> has = quantum > S(0.0) && bend > S(0.0);
  const S cells = largest / select(has, quantum, S(1.0));
  const S a = cells - round_even(cells) + S(0.5);
  const S area = turning_share(a) * quantum * turning_time(quantum, bend);
  return select(has, area, S(0.0));
}

/// Where a signal over an even piece has its largest value.
template <class S>
struct Summit {
  S tau, value, bend;  // place, the value there, b over tau: that over time times the length squared
};
/// From the powers of the signal and a guess, by Newton's rule.
template <class S>
HILSPACE_INLINE Summit<S> summit_of(const integrate::OverPiece<S>& powers, S tau) {
  constexpr int kTurns = 4;
  S slope, bend;
  const auto look = [&] {
    slope = S(double{integrate::kNodes}) * powers[integrate::kNodes];
    bend = S(0.0);
    for (std::size_t i = integrate::kNodes; i-- > 1;) {
      bend = slope + tau * bend;
      slope = S(static_cast<double>(i)) * powers[i] + tau * slope;
    }
  };
  for (int turn = 0; turn < kTurns; ++turn) {
    look();
    const Mask<S> bends = bend < S(0.0);
    tau = tau - select(bends, slope / select(bends, bend, S(1.0)), S(0.0));
    tau = smaller(larger(tau, S(0.0)), S(1.0));
  }
  look();
  return {tau, integrate::at(powers, tau), -bend};
}

/// Of what is not known (Quanta::off), the share by which a plateau counts. With less than half of it, one in sixteen durations by
/// Hertz's law is stated too small by more than a factor of 3; with more, more errors are stated too large.
inline constexpr double kPlateau = 0.6;

/// What the quanta give where interface and measured force turn within a piece, to the state at its end. The sensor shows
/// the force's share later by its lag. Where the actuator's teeth are as large as the sensor's quantum, they lead the
/// measured force through its cells, and nothing of these is left.
template <class S>
HILSPACE_INLINE void add_turns(const Linear<S>& linear, const PieceLaw<S>& law, const Quanta<S>& quanta,
                               const Piece<S>& piece, const LoopState<S>& before, LoopState<S>& after,
                               Turn<S>& turn) {
  const auto summit = [&](const integrate::OverPiece<S>& signal, S rate_before, S rate_after,
                          Mask<S> turns) HILSPACE_INLINE_LAMBDA {
    const S guess = rate_before / select(turns, rate_before - rate_after, S(1.0));
    return summit_of(integrate::powers_of(signal), smaller(larger(guess, S(0.0)), S(1.0)));
  };
  const auto push = [&](S impulse, S since) HILSPACE_INLINE_LAMBDA {
    const S change = -linear.inverse_mass * impulse, way = change * since;
    after.v = after.v + change;
    after.d = after.d + way;
    turn.power = turn.power + law.force(after.x, after.x_rate) * way;  // of which the velocity knows nothing
  };
  const S per_square = S(1.0) / (piece.length * piece.length);
  const Mask<S> x_turns = quanta.actuator > S(0.0) && before.x_rate > S(0.0) && !(after.x_rate > S(0.0));
  if (any(x_turns)) {
    const auto top = summit(piece.x, before.x_rate, after.x_rate, x_turns);
    const S area = select(x_turns, turning_area(quanta.actuator, top.value, top.bend * per_square), S(0.0));
    const S impulse = law.slope(top.value, S(0.0)) * area;
    push(impulse, (S(1.0) - top.tau) * piece.length - linear.sensor_drag / linear.sensor_square);
    turn.area = turn.area + area;
    turn.power = turn.power + impulse * integrate::at(integrate::powers_of(piece.v), top.tau);
    turn.product = turn.product + S(2.0) * impulse * integrate::at(integrate::powers_of(piece.y), top.tau);
  }
  const S tooth = law.slope(after.x, S(0.0)) * quanta.actuator;
  const Mask<S> both = quanta.off > S(0.0) && quanta.actuator > S(0.0);
  const Mask<S> y_turns = (quanta.sensor > tooth || (both && quanta.sensor > S(0.0))) &&
                          before.y_rate > S(0.0) && !(after.y_rate > S(0.0));
  if (any(y_turns)) {
    const auto top = summit(piece.y, before.y_rate, after.y_rate, y_turns);
    const S bend = top.bend * per_square;
    const S known = select(quanta.sensor > tooth, turning_area(quanta.sensor, top.value, bend), S(0.0));
    // While the interface rests in its last cell, damping leads the force through so many levels.
    const S rest = turning_time(tooth, bend);
    const S slows = bend / select(both, law.slope(after.x, S(0.0)), S(1.0));
    const S levels = law.elastic(after.x) * law.damping * slows * rest / select(both, quanta.sensor, S(1.0));
    const S time = turning_time(quanta.sensor, bend) + S(kPlateau) * rest / (S(1.0) + levels);
    const S unknown = select(both, quanta.off * quanta.sensor * time, S(0.0));
    const S impulse = select(y_turns, known + unknown, S(0.0));
    push(impulse, (S(1.0) - top.tau) * piece.length);
    turn.of_sensor = turn.of_sensor + impulse;
  }
}

}  // namespace hilspace::simulate
