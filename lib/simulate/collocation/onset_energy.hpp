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

/// The largest E over the piece, J; at its start the bodies have the velocity `approach`.
template <class S>
S onset_energy(const Linear<S>& linear, const PieceLaw<S>& law, const Piece<S>& onset, S approach, S quantum,
               S sensor_quantum) {
  // Intervals: cells where they last longer than this part of a turn of the sensor, rad, and then of equal steps of tau,
  // squared; elsewhere all of them of equal steps of tau.
  constexpr int kCells = 16, kEven = 8, kAll = kCells + kEven;
  constexpr double kLongCell = 0.25;
  // Of half an interval, in each of which the measured force passes the levels of its quantum on a straight line.
  constexpr int kPartsOfCell = 6, kParts = 2;
  const Mask<S> has = quantum > S(0.0);
  const Mask<S> is_long = quantum * square_root(linear.sensor_square) > S(kLongCell) * approach;
  const S half_mass = S(0.5) / linear.inverse_mass, per_length = S(1.0) / onset.length;
  const S half = S(0.5) * quantum, per_quantum = S(1.0) / select(has, quantum, S(1.0));
  const OnsetWay<S> way(onset, approach);
  const auto rates = integrate::powers_of(onset.x_rate);
  const RoundedImpulse<S> rounded(sensor_quantum);
  SensorResponse<S> sensor(linear.sensor_square, linear.sensor_drag);

  S v = approach, time(0.0), tau(0.0), cells_end(0.0), x_0(0.0), rate_0 = approach, force_0(0.0);
  S energy = half_mass * (approach * approach), largest = energy;
  Before<S> before;  // E in the middle of the last interval, and its length, s
  Mask<S> by_cell = is_long;
  const auto consider = [&](S its, Mask<S> where) { largest = select(where && its > largest, its, largest); };
  for (int i = 0; i < kAll; ++i) {
    const S edge = S(i + 0.5) * quantum;  // where cell i ends
    Mask<S> crosses(false);
    S next(0.0), tau_2(0.0);
    if (i < kCells) {
      const S about = larger(smaller(time + (edge - x_0) / rate_0, onset.length), S(0.0));
      const S tau_about = square_root(about * per_length);
      const S crossing = about + (edge - way.at(tau_about)) / integrate::at(rates, tau_about);
      crosses = by_cell && crossing > time && crossing < onset.length;
      const S even = S(1.0 / kAll * (i + 1));
      next = select(by_cell, select(crosses, crossing, onset.length), even * even * onset.length);
      tau_2 = select(by_cell, square_root(next * per_length), even);
    } else {
      if (i == kCells) {
        before.ago = select(by_cell, S(0.0), before.ago);
        by_cell = Mask<S>(false);
        cells_end = tau;
      }
      const double share = 1.0 / kEven * (i + 1 - kCells);
      tau_2 = cells_end + select(is_long, S(share * share), S(share)) * (S(1.0) - cells_end);
      next = tau_2 * tau_2 * onset.length;
    }
    const S h = next - time, tau_1 = square_root((time + S(0.5) * h) * per_length);
    const S x_1 = way.at(tau_1), x_2 = select(crosses, edge, way.at(tau_2));
    const S rate_1 = integrate::at(rates, tau_1), rate_2 = integrate::at(rates, tau_2);
    const S force_2 = law.force(x_2, rate_2), shown = law.elastic(S(i) * quantum);
    const auto pushed = [&](S mean, S rate) {
      return select(by_cell, shown * (S(1.0) + law.damping * rate), mean);
    };
    const Points<S> force{pushed(force_0, rate_0), pushed(law.force(x_1, rate_1), rate_1),
                          pushed(force_2, rate_2)};
    const S y_rate = sensor.rate();
    const auto y = sensor.template advance<6>(force, h, Mask<S>(true));
    // The impulse of y by its equation.
    const S slowed = (sensor.rate() - y_rate) + linear.sensor_drag * (y[2] - y[0]);
    const S smooth = simpson(force, h) - slowed / linear.sensor_square;
    const auto rest = rounded.over(y, y_rate, sensor.rate(), h, i < kCells ? kPartsOfCell : kParts);
    const S v_1 = v - linear.inverse_mass * (S(0.5) * smooth + S(0.125) * h * (y[0] - y[2]) + rest.to_middle);
    v = v - linear.inverse_mass * (smooth + rest.to_end);
    const auto energy_at = [&](S x, S speed) {
      return law.potential(x + half) + half_mass * (speed * speed);
    };
    const Trace<S> its{{energy, energy_at(x_1, v_1), energy_at(x_2, v)},
                       {before.value, before.ago / select(h > S(0.0), h, S(1.0))}};
    consider(its.points[2], crosses || (Mask<S>(i + 1 == kAll) && !has));
    const Mask<S> starts = its.is_largest_at_start(),
                  turns = !by_cell && h > S(0.0) && (starts || its.is_largest_in_middle());
    if (any(turns)) {
      const Cubic<S> curve = its.curve();
      const Parabola<S> x({x_0, x_1, x_2});
      const S summit = curve.summit(select(starts, S(0.0), S(0.5)));
      consider(curve.at(summit), turns && !has);
      // The crossings next to it.
      const S cells = x.at(summit) * per_quantum - S(0.5), nearest = round_even(cells);
      const S rate = x.slope_at(summit) * per_quantum;
      const Mask<S> passes = turns && has && rate > S(0.0);
      for (const S& level : {nearest, nearest + select(cells > nearest, S(1.0), S(-1.0))}) {
        const S place = summit + (level - cells) / select(passes, rate, S(1.0));
        consider(curve.at(smaller(larger(place, S(-0.5)), S(1.0))), passes);
      }
    }
    time = next;
    tau = tau_2;
    x_0 = x_2;
    rate_0 = rate_2;
    force_0 = force_2;
    energy = its.points[2];
    before = {its.points[1], S(0.5) * h};
  }
  return largest;
}

}  // namespace hilspace::simulate
