#pragma once
// The largest kinetic and stored energy together, over the first piece of a contact.
//
//   E = m v^2/2 + U(x),   m v' = -Q(y),   y'' + drag y' + w^2 y = w^2 F(x, x')
//
// It is largest a few time constants of the sensor after the onset: the sensor is late, so that the bodies lose less than
// the contact stores. There the polynomials of the piece, which are exact at its nodes, do not follow the sensor closely
// enough. So it is gone through once more, in intervals through which it is exact, and the velocity follows from momentum.
//
//   q > 0: the interface crosses (n - 1/2) q and shows n q, and E is largest at such a crossing. The first ones are gone
//   through one by one, under the force F(n q, x') of each cell; later the force is its mean, and E is read where the
//   interface crosses next to the summit of E(x + q/2).
//   q_s > 0: Q(y) shows the levels of the sensor's quantum (rounded_impulse.hpp); else it is y.
//
// Symbols as in collocation_pair.hpp. Limits: those of collocation. Source: derived in docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>

#include "core/cubic.hpp"
#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "integrate/collocation.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/extremes.hpp"
#include "simulate/collocation/rounded_impulse.hpp"
#include "simulate/collocation/sensor_response.hpp"

namespace hilspace::simulate {

/// The interface over the piece, which goes on as before at first: x = tau^2 p(tau), p(0) = v0 L. The piece's own polynomial
/// swings by 1e-9 m there, while it passes through cells.
template <class S>
class OnsetWay {
 public:
  OnsetWay(const Piece<S>& onset, S approach) {
    integrate::OverPiece<S> ratio;
    ratio[0] = approach * onset.length;
    for (std::size_t i = 0; i < integrate::kNodes; ++i)
      ratio[i + 1] = S(1.0 / (integrate::kNodeTaus[i] * integrate::kNodeTaus[i])) * onset.x[i + 1];
    powers_ = integrate::powers_of(ratio);
  }
  HILSPACE_INLINE S at(S tau) const { return tau * tau * integrate::at(powers_, tau); }

 private:
  integrate::OverPiece<S> powers_;
};

/// The passage through the piece, interval by interval.
template <class S>
class OnsetPassage {
 public:
  OnsetPassage(const Linear<S>& linear, const PieceLaw<S>& law, const Piece<S>& onset, S approach, S quantum,
               S sensor_quantum)
      : linear_(linear),
        law_(law),
        length_(onset.length),
        per_length_(S(1.0) / onset.length),
        quantum_(quantum),
        has_(quantum > S(0.0)),
        per_quantum_(S(1.0) / select(has_, quantum, S(1.0))),
        half_mass_(S(0.5) / linear.inverse_mass),
        is_long_(quantum * square_root(linear.sensor_square) > S(kLongCell) * approach),
        way_(onset, approach),
        rates_(integrate::powers_of(onset.x_rate)),
        rounded_(sensor_quantum),
        sensor_(linear.sensor_square, linear.sensor_drag),
        by_cell_(is_long_),
        rate_(approach),
        v_(approach),
        energy_(half_mass_ * (approach * approach)),
        largest_(energy_) {}

  /// The largest E over the piece, J.
  S largest() {
    for (int i = 0; i < kCells; ++i) pass(cell(i), law_.elastic(S(i) * quantum_), kPartsOfCell, false);
    before_.ago = select(by_cell_, S(0.0), before_.ago);
    by_cell_ = Mask<S>(false);
    const S begin = tau_;
    for (int i = 1; i <= kEven; ++i) pass(even(begin, 1.0 / kEven * i), S(0.0), kParts, i == kEven);
    return largest_;
  }

 private:
  // Intervals: cells where they last longer than this part of a turn of the sensor, rad, and then of equal steps of tau,
  // squared; elsewhere all of them of equal steps of tau.
  static constexpr int kCells = 16, kEven = 8;
  static constexpr double kLongCell = 0.25;
  // Of half an interval, in each of which the measured force passes the levels of its quantum on a straight line.
  static constexpr int kPartsOfCell = 6, kParts = 2;

  struct Interval {
    S tau, end;       // where it ends: as a part of the piece, and s
    S edge;           // of the cell, m
    Mask<S> crosses;  // whether the interface crosses that at its end
  };
  HILSPACE_INLINE Interval cell(int i) const {
    const S edge = S(i + 0.5) * quantum_;
    const S about = larger(smaller(time_ + (edge - x_) / rate_, length_), S(0.0));
    const S tau_about = square_root(about * per_length_);
    const S crossing = about + (edge - way_.at(tau_about)) / integrate::at(rates_, tau_about);
    const Mask<S> crosses = by_cell_ && crossing > time_ && crossing < length_;
    const S even = S(1.0 / (kCells + kEven) * (i + 1));
    const S end = select(by_cell_, select(crosses, crossing, length_), even * even * length_);
    return {select(by_cell_, square_root(end * per_length_), even), end, edge, crosses};
  }
  /// Up to a share of what is left behind the cells.
  HILSPACE_INLINE Interval even(S begin, double share) const {
    const S tau = begin + select(is_long_, S(share * share), S(share)) * (S(1.0) - begin);
    return {tau, tau * tau * length_, S(0.0), Mask<S>(false)};
  }

  /// `shown`: elastic force of the cell. `parts`: of half an interval.
  HILSPACE_INLINE void pass(const Interval& to, S shown, int parts, bool is_last) {
    const S h = to.end - time_, tau_1 = square_root((time_ + S(0.5) * h) * per_length_);
    const Points<S> x{x_, way_.at(tau_1), select(to.crosses, to.edge, way_.at(to.tau))};
    const S rate_1 = integrate::at(rates_, tau_1), rate_2 = integrate::at(rates_, to.tau);
    const S force_2 = law_.force(x[2], rate_2);
    const auto pushed = [&](S mean, S rate) HILSPACE_INLINE_LAMBDA {
      return select(by_cell_, shown * (S(1.0) + law_.damping * rate), mean);
    };
    const Points<S> force{pushed(force_, rate_), pushed(law_.force(x[1], rate_1), rate_1),
                          pushed(force_2, rate_2)};
    const S y_rate = sensor_.rate();
    const auto y = sensor_.template advance<6>(force, h, Mask<S>(true));
    // The impulse of y by its equation.
    const S slowed = (sensor_.rate() - y_rate) + linear_.sensor_drag * (y[2] - y[0]);
    const S smooth = simpson(force, h) - slowed / linear_.sensor_square;
    const auto rest = rounded_.over(y, y_rate, sensor_.rate(), h, parts);
    const S v_1 =
        v_ - linear_.inverse_mass * (S(0.5) * smooth + S(0.125) * h * (y[0] - y[2]) + rest.to_middle);
    v_ = v_ - linear_.inverse_mass * (smooth + rest.to_end);
    const Trace<S> energy{{energy_, energy_at(x[1], v_1), energy_at(x[2], v_)},
                          {before_.value, before_.ago / select(h > S(0.0), h, S(1.0))}};
    raise(largest_, energy.points[2], to.crosses || (Mask<S>(is_last) && !has_));
    look_at_summit(energy, x, !by_cell_ && h > S(0.0));
    time_ = to.end;
    tau_ = to.tau;
    x_ = x[2];
    rate_ = rate_2;
    force_ = force_2;
    energy_ = energy.points[2];
    before_ = {energy.points[1], S(0.5) * h};
  }
  HILSPACE_INLINE void look_at_summit(const Trace<S>& energy, const Points<S>& x, Mask<S> where) {
    const Mask<S> starts = energy.is_largest_at_start(),
                  turns = where && (starts || energy.is_largest_in_middle());
    if (!any(turns)) return;
    const Cubic<S> curve = energy.curve();
    const Parabola<S> way(x);
    const S summit = curve.summit(select(starts, S(0.0), S(0.5)));
    raise(largest_, curve.at(summit), turns && !has_);
    // The crossings next to it.
    const S cells = way.at(summit) * per_quantum_ - S(0.5), nearest = round_even(cells);
    const S rate = way.slope_at(summit) * per_quantum_;
    const Mask<S> passes = turns && has_ && rate > S(0.0);
    for (const S& level : {nearest, nearest + select(cells > nearest, S(1.0), S(-1.0))}) {
      const S place = summit + (level - cells) / select(passes, rate, S(1.0));
      raise(largest_, curve.at(smaller(larger(place, S(-0.5)), S(1.0))), passes);
    }
  }
  HILSPACE_INLINE S energy_at(S x, S v) const {
    return law_.potential(x + S(0.5) * quantum_) + half_mass_ * (v * v);
  }

  Linear<S> linear_;
  PieceLaw<S> law_;
  S length_, per_length_, quantum_;
  Mask<S> has_;  // a quantum
  S per_quantum_, half_mass_;
  Mask<S> is_long_;
  OnsetWay<S> way_;
  integrate::OverPiece<S> rates_;
  RoundedImpulse<S> rounded_;
  SensorResponse<S> sensor_;
  // At the end of the last interval.
  Mask<S> by_cell_;  // whether it was a cell
  S tau_ = S(0.0), time_ = S(0.0), x_ = S(0.0), rate_, force_ = S(0.0), v_, energy_;
  Before<S> before_;  // E in the middle of it, and half its length, s
  S largest_;
};

/// The largest E over the piece, J; at its start the bodies have the velocity `approach`.
template <class S>
S onset_energy(const Linear<S>& linear, const PieceLaw<S>& law, const Piece<S>& onset, S approach, S quantum,
               S sensor_quantum) {
  return OnsetPassage<S>(linear, law, onset, approach, quantum, sensor_quantum).largest();
}

}  // namespace hilspace::simulate
