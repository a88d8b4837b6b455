#pragma once
// What a fine quantum of the actuator adds to the measures of a contact whose smooth course is known.
//
//   Q(x) = q round(x/q)              the interface is a staircase around its smooth course x
//   u    = F(Q(x), x') - F(x, x')    ripple of the contact force
//   r'' + 2 zeta w r' + w^2 r = w^2 u    and of the measured one, y + r
//
// The motion hardly feels u, whose mean over a cell is 0, and keeps its smooth course. Where the interface is
// slow, the cells are gone through one by one: between two crossings u is a parabola of time and r is exact for it.
// Where it is fast,
//
//   |x'| > kFast w q/(2 pi)
//
// the force and the penetration reach q/2 beyond their mean, and r is a cubic of amplitude
// (sqrt 3/216) F_a w^2 q^3/x'^2: the sawtooth integrated twice.
//
// Limits: a quantum that is fine against the depth (collocation.cpp). Source: docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>
#include <numbers>

#include "core/event.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/contact_pieces.hpp"

namespace hilspace::simulate {

template <class S>
class Staircase {
 public:
  /// `square`, `drag`: of the sensor. `sensor_quantum`: behind it, N.
  Staircase(const PieceLaw<S>& law, S quantum, S square, S drag, S sensor_quantum)
      : law_(law),
        quantum_(quantum),
        per_quantum_(S(1.0) / select(quantum > S(0.0), quantum, S(1.0))),
        square_(square),
        drag_(drag),
        sensor_quantum_(sensor_quantum),
        per_sensor_quantum_(S(1.0) / select(sensor_quantum > S(0.0), sensor_quantum, S(1.0))),
        slow_(S(kFast / (2.0 * std::numbers::pi)) * square_root(square) * quantum) {}

  /// Adds a step of length h, in contact where `touches`. Its signals are the smooth ones.
  HILSPACE_INLINE void add(const models::Views<S>& i, const models::Views<S>& j, S time, S h, Mask<S> touches,
                           metrics::PairMetrics<S>& tallies) {
    const Mask<S> has = touches && quantum_ > S(0.0);
    const S half = select(has, S(0.5) * quantum_, S(0.0));
    const S speed = smaller(magnitude(j[0].rate), magnitude(j[2].rate));
    const Mask<S> slow = has && (speed < slow_ || j[0].rate * j[2].rate < S(0.0));

    const Points<S> force = points(i, &View::force), contact_force = points(i, &View::contact_force),
                    penetration = clipped(i);
    const Points<S> measured = points(j, &View::force), at_contact = points(j, &View::contact_force),
                    depth = clipped(j);
    const S slope = law_.slope(j[1].penetration, j[1].rate), own = S(0.5) * sensor_quantum_;
    const S beyond = slope * half;
    // The ripple of the measured force, where it is fast.
    const S cells = quantum_ / select(slow || !has, S(1.0), speed);  // s per cell
    const S passed = select(has, S(0.0080187) * slope * quantum_ * (square_ * (cells * cells)), S(0.0));

    tallies.force.integrate(force, measured, h, own);
    tallies.contact_force.integrate(contact_force, at_contact, h, beyond);
    tallies.penetration.integrate(penetration, depth, h, half);
    look(tallies.force, force, measured, own + passed, !slow);
    look(tallies.contact_force, contact_force, at_contact, beyond, !slow);
    look(tallies.penetration, penetration, depth, half, !slow);
    Points<S> energy;
    for (std::size_t k = 0; k < 3; ++k)
      energy[k] = j[k].potential + tallies.half_mass * (j[k].velocity * j[k].velocity);
    raise(tallies.hil.peak_mechanical, energy, law_.elastic(j[1].penetration) * half, !slow);
    if (any(slow)) go_through_cells(i, j, h, slow, tallies);
    const Mask<S> turns = touches && j[0].rate > S(0.0) && !(j[2].rate > S(0.0));
    left_out_.time = select(turns, time + S(0.5) * h, left_out_.time);
    const Mask<S> rounds = sensor_quantum_ > S(0.0);
    if (any(rounds)) {
      const S gone = S(0.5) * h * (below(measured[0], measured[1]) + below(measured[1], measured[2]));
      left_out_.impulse = left_out_.impulse + select(rounds, kept(measured, h), S(0.0));
      unseen_ = unseen_ + select(rounds, gone, S(0.0));
    }
    resolved_ = slow;
    if (any(!slow)) {
      ripple_ = select(slow, ripple_, S(0.0));
      ripple_rate_ = select(slow, ripple_rate_, S(0.0));
    }
  }

  /// What the quanta give the bodies beside the smooth force, at the deepest point.
  Kick<S> left_out() const { return left_out_; }
  /// N s, of a force that fades, rounded to 0 by the sensor's quantizer.
  S unseen() const { return unseen_; }
  /// Whether no step had more intervals than are taken.
  Mask<S> finished() const { return finished_; }

 private:
  static constexpr double kFast = 3.0;
  static constexpr double kLongest = 1.0 / 5.0;  // of a step: an interval
  static constexpr int kMostIntervals = 128;     // in a step
  using View = models::Observation<S>;

  static HILSPACE_INLINE Points<S> points(const models::Views<S>& views, S View::*member) {
    return {views[0].*member, views[1].*member, views[2].*member};
  }
  static HILSPACE_INLINE Points<S> clipped(const models::Views<S>& views) {
    return {larger(views[0].penetration, S(0.0)), larger(views[1].penetration, S(0.0)),
            larger(views[2].penetration, S(0.0))};
  }
  /// A signal far below, where it is not to be looked at.
  static HILSPACE_INLINE void look(metrics::SignalTally<S>& tally, const Points<S>& docking,
                                   const Points<S>& hil, S spread, Mask<S> where) {
    const S nowhere(-1e300);
    tally.look(
        docking,
        {select(where, hil[0], nowhere), select(where, hil[1], nowhere), select(where, hil[2], nowhere)},
        spread);
  }
  static HILSPACE_INLINE void raise(S& peak, const Points<S>& energy, S spread, Mask<S> where) {
    S most = larger(energy[0], energy[2]);
    if (any(has_summit(energy))) {
      const Parabola<S> curve(energy);
      most = larger(most, curve.at(curve.summit()));
    }
    peak = select(where, larger(peak, most + spread), peak);
  }
  HILSPACE_INLINE S rounded(S x) const { return quantum_ * round_even(x * per_quantum_); }

  /// What the sensor's quantizer gives the bodies where it stays in one cell for a whole step: at the peak, and where the
  /// force fades.
  HILSPACE_INLINE S kept(const Points<S>& measured, S h) const {
    const S cell = sensor_quantum_ * round_even(measured[1] * per_sensor_quantum_),
            half = S(0.5) * sensor_quantum_;
    const Mask<S> stays = magnitude(measured[0] - cell) <= half && magnitude(measured[2] - cell) <= half;
    return select(stays, h * cell - simpson(measured, h), S(0.0));
  }

  /// Mean, over the time from one value to a lower one, of what the sensor rounds to 0.
  HILSPACE_INLINE S below(S a, S b) const {
    const S half = S(0.5) * sensor_quantum_, begin = smaller(a, half);
    const Mask<S> falls = a > b && b < half;
    const S share = select(falls, (begin - b) / select(falls, a - b, S(1.0)), S(0.0));
    return S(0.5) * (begin + b) * share;
  }

  void go_through_cells(const models::Views<S>& i, const models::Views<S>& j, S h, Mask<S> slow,
                        metrics::PairMetrics<S>& tallies) {
    const Parabola<S> x(points(j, &View::penetration)), rate(points(j, &View::rate)),
        y(points(j, &View::force)), v(points(j, &View::velocity)), force(points(i, &View::force)),
        contact_force(points(i, &View::contact_force)), penetration(clipped(i));
    cell_ = select(slow && !resolved_, rounded(x.constant), cell_);
    S from = select(slow, S(0.0), S(1.0));
    S smooth = law_.force(x.at(from), rate.at(from));
    Mask<S> busy = slow;
    for (int count = 0; any(busy); ++count) {
      if (count == kMostIntervals) {
        finished_ = finished_ && !busy;
        return;
      }
      const S until = time_to_leave(x.at(from) - cell_, x.slope_at(from), S(2.0) * x.bend, S(0.5) * quantum_);
      const S rest = S(1.0) - from, room = smaller(rest, S(kLongest));
      const Mask<S> leaves = until < room;
      const S length = select(busy, select(leaves, until, room), S(0.0));
      const S to = select(leaves || room < rest, from + length, S(1.0)), middle = from + S(0.5) * length;
      const std::array<S, 3> at{from, middle, select(busy, to, from)};

      const S elastic = law_.elastic(cell_);
      Points<S> ripple, shown, depth, energy, its_force, its_contact_force, its_penetration, measured;
      Points<S> excess;
      for (std::size_t k = 0; k < 3; ++k) {
        const S its_rate = rate.at(at[k]);
        shown[k] = elastic * (S(1.0) + law_.damping * its_rate);
        if (k > 0) smooth = law_.force(x.at(at[k]), its_rate);
        excess[k] = shown[k] - smooth;
        depth[k] = cell_;
        const S its_velocity = v.at(at[k]);
        energy[k] = S(0.4) * elastic * cell_ + tallies.half_mass * (its_velocity * its_velocity);
        its_force[k] = force.at(at[k]);
        its_contact_force[k] = contact_force.at(at[k]);
        its_penetration[k] = penetration.at(at[k]);
      }
      left_out_.impulse = left_out_.impulse + select(busy, simpson(excess, length * h), S(0.0));
      ripple = respond(excess, length * h, busy);
      for (std::size_t k = 0; k < 3; ++k) measured[k] = y.at(at[k]) + ripple[k];

      look(tallies.contact_force, its_contact_force, shown, S(0.0), busy);
      look(tallies.penetration, its_penetration, depth, S(0.0), busy);
      look_at_measured(tallies.force, its_force, measured, busy);
      raise(tallies.hil.peak_mechanical, energy, S(0.0), busy);

      const S step = select(x.slope_at(at[2]) > S(0.0), quantum_, -quantum_);
      cell_ = select(busy && leaves, cell_ + step, cell_);
      from = at[2];
      busy = busy && from < S(1.0);
    }
  }

  /// The sensor's quantizer shows half a quantum more where it is crossed within the interval.
  HILSPACE_INLINE void look_at_measured(metrics::SignalTally<S>& tally, const Points<S>& docking,
                                        const Points<S>& measured, Mask<S> busy) {
    const Mask<S> has = sensor_quantum_ > S(0.0);
    Points<S> level;
    for (std::size_t k = 0; k < 3; ++k)
      level[k] = select(has, sensor_quantum_ * round_even(measured[k] * per_sensor_quantum_), measured[k]);
    const Mask<S> held = has && level[0] == level[2] && level[0] == level[1];
    look(tally, docking,
         {select(held, level[0], measured[0]), select(held, level[1], measured[1]),
          select(held, level[2], measured[2])},
         select(held, S(0.0), S(0.5) * sensor_quantum_), busy);
  }

  /// The sensor's response over `time` to an excess through these points: r there.
  HILSPACE_INLINE Points<S> respond(const Points<S>& excess, S time, Mask<S> busy) {
    const S t = select(busy, time, S(1.0)), per_t = S(1.0) / t, per_square = S(1.0) / square_;
    const S slope = (S(4.0) * (excess[1] - excess[0]) - (excess[2] - excess[0])) * per_t;
    const S bend = S(2.0) * ((excess[0] - excess[1]) + (excess[2] - excess[1])) * (per_t * per_t);
    const S p1 = slope - S(2.0) * (drag_ * per_square) * bend;
    const S p0 = excess[0] - (drag_ * p1 + S(2.0) * bend) * per_square;
    // exp(A t/8) = a + b A by Taylor's series, A^2 = -w^2 - drag A; then squared.
    const S eighth = S(0.125) * t;
    S a(1.0), b(0.0), power_a(1.0), power_b(0.0);
    for (int n = 1; n <= 6; ++n) {
      const S share = eighth * S(1.0 / n);
      const S next_a = -(share * square_) * power_b, next_b = share * (power_a - drag_ * power_b);
      power_a = next_a;
      power_b = next_b;
      a = a + power_a;
      b = b + power_b;
    }
    const auto twice = [&] {
      const S bb = b * b, ab = a * b;
      a = a * a - square_ * bb;
      b = ab + ab - drag_ * bb;
    };
    const S free = ripple_ - p0, free_rate = ripple_rate_ - p1;
    const auto value = [&](S at) { return a * free + b * free_rate + (p0 + at * (p1 + at * bend)); };
    twice(), twice();
    const S middle = value(S(0.5) * t);
    twice();
    const S end = value(t);
    const S end_rate = a * free_rate - b * (square_ * free + drag_ * free_rate) + (p1 + S(2.0) * (t * bend));
    const Points<S> ripple{ripple_, select(busy, middle, ripple_), select(busy, end, ripple_)};
    ripple_ = ripple[2];
    ripple_rate_ = select(busy, end_rate, ripple_rate_);
    return ripple;
  }

  PieceLaw<S> law_;
  S quantum_, per_quantum_, square_, drag_, sensor_quantum_, per_sensor_quantum_;
  S slow_;  // m/s
  S cell_ = S(0.0), ripple_ = S(0.0), ripple_rate_ = S(0.0);
  Kick<S> left_out_;
  S unseen_ = S(0.0);
  Mask<S> resolved_{false};  // in the last step
  Mask<S> finished_{true};
};

}  // namespace hilspace::simulate
