#pragma once
// Measures of a contact whose smooth course is known, and what a fine quantum of the actuator adds to them.
//
//   Q(x) = q round(x/q)              the interface is a staircase around its smooth course x
//   u    = F(Q(x), x') - F(x, x')    ripple of the contact force
//   r'' + 2 zeta w r' + w^2 r = w^2 u    and of the measured one, y + r
//
// What u gives the bodies is in the course (turn.hpp). Where the interface is slow, the cells are gone through one by
// one: between two crossings u is a parabola of time and r is exact for it. Where it is fast,
//
//   |x'| > fast w q/(2 pi)
//
// the force and the penetration reach q/2 beyond their mean, and r is a cubic of amplitude
// (sqrt 3/216) F_a w^2 q^3/x'^2: the sawtooth integrated twice.
//
// Only largest values and the areas between both models are read here; the other areas follow from momentum, and so do these
// of the forces, step by step, while one model is above the other.
// Limits: a quantum that is fine against the depth (collocation.cpp). Source: docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>
#include <numbers>

#include "core/event.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/crossing.hpp"
#include "simulate/collocation/docking_step.hpp"
#include "simulate/collocation/jumping_area.hpp"
#include "simulate/collocation/sensor_response.hpp"

namespace hilspace::simulate {

template <class S>
class Staircase {
 public:
  /// How closely cells are looked at: from which speed on they are not gone through, as above; and the intervals that are
  /// read at start, middle and end: the part of a turn of the sensor, rad, but no less than this part of a step.
  /// `unsure`: of the largest depth, relative; where an edge of the cell that another solve found is that near, the cell
  /// behind it is taken. `aside`: how unsure the crossing of the largest error is (crossing.hpp).
  struct Resolution {
    double fast, turn, shortest, unsure, aside;
  };
  /// `square`, `drag`: of the sensor. `sensor_quantum`: behind it, N. `deepest`: the cell of another solve, m.
  Staircase(const PieceLaw<S>& law, S quantum, S square, S drag, S sensor_quantum, S deepest,
            Resolution resolution)
      : law_(law),
        quantum_(quantum),
        per_quantum_(S(1.0) / select(quantum > S(0.0), quantum, S(1.0))),
        square_(square),
        sensor_quantum_(sensor_quantum),
        per_sensor_quantum_(S(1.0) / select(sensor_quantum > S(0.0), sensor_quantum, S(1.0))),
        frequency_(square_root(square)),
        slow_(S(resolution.fast / (2.0 * std::numbers::pi)) * frequency_ * quantum),
        deepest_(deepest),
        resolution_(resolution),
        is_staircase_(any(quantum > S(0.0))),
        ripple_(square, drag) {}

  /// What the HIL model's contact does in a step.
  enum class Edge { none, begins, ends };

  /// Adds a step of length h, in contact where `touches`, that begins where the last one ended. `left`: from its begin to
  /// the end of the docking model's contact, s. `stores`: whether the energies are read.
  HILSPACE_INLINE void add(const std::array<Seen<S>, 3>& seen, S h, Mask<S> touches, Edge edge, S left,
                           bool stores, metrics::PairMetrics<S>& tallies) {
    const S own = S(0.5) * sensor_quantum_;
    const Points<S> force = points(seen, &Seen<S>::force), depth = points(seen, &Seen<S>::depth);
    const Points<S> measured = points(seen, &Seen<S>::y), contact = points(seen, &Seen<S>::contact);
    const Points<S> x{larger(seen[0].x, S(0.0)), larger(seen[1].x, S(0.0)), larger(seen[2].x, S(0.0))};
    S half(0.0), beyond(0.0), passed(0.0), tooth(0.0), within(0.0);
    Mask<S> slow(false);
    if (is_staircase_ && any(touches)) {
      const Mask<S> has = touches && quantum_ > S(0.0);
      half = select(has, S(0.5) * quantum_, S(0.0));
      const S speed = smaller(magnitude(seen[0].x_rate), magnitude(seen[2].x_rate));
      slow = has && (speed < slow_ || seen[0].x_rate * seen[2].x_rate < S(0.0));
      const S slope = law_.slope(seen[1].x, seen[1].x_rate);
      beyond = slope * half;
      // The ripple of the measured force, where it is fast.
      const S cells = quantum_ / select(slow || !has, S(1.0), speed);  // s per cell
      passed = select(has, S(0.0080187) * slope * quantum_ * (square_ * (cells * cells)), S(0.0));
      tooth = half;
      // Which cell's ripple is on top is not known: the docking force may be any within the cell.
      within = select(has, S(0.5) * cells * magnitude(force[2] - force[0]) / h, S(0.0));
    }
    const Mask<S> fast = !slow;
    const Mask<S> ends = fast && left > S(0.0) && left < h, goes_on = fast && !ends;
    // Momentum knows the areas of what pushes the bodies, also where a force begins or ends.
    const S mass = S(2.0) * tallies.half_mass, docking_area = mass * (seen[0].speed - seen[2].speed);
    add_area(tallies.force, force, measured, mass * (seen[0].v - seen[2].v) - docking_area, own, h, fast);
    add_area(tallies.contact_force, force, contact, contact_area(contact, h, edge) - docking_area, beyond, h,
             fast);
    const S straight = S(0.5) * left * depth[0];  // where the docking model's contact ends
    const S depth_area = select(ends, straight, simpson(depth, h));
    add_area(tallies.penetration, depth, x, simpson(x, h) - depth_area, half, h, fast);
    if (any(goes_on)) {
      look(tallies.force, force, measured, own + passed, own + within, goes_on);
      const Summit of_force = look(tallies.contact_force, force, contact, beyond, beyond, goes_on);
      const Summit of_depth = look(tallies.penetration, depth, x, half, half, goes_on);
      if (is_staircase_) {
        using enum Compared;
        const Mask<S> has = half > S(0.0) && left > S(0.0);
        find_crossing<contact_force>(tallies.contact_force, of_force, seen, h, has);
        find_crossing<penetration>(tallies.penetration, of_depth, seen, h, has);
      }
    }
    if (any(ends)) {
      keep({seen, h, left, own + passed, beyond, half}, ends);
    }
    if (stores && any(fast)) {
      const auto energy_at = [&](const Seen<S>& at) HILSPACE_INLINE_LAMBDA {
        S potential = S(0.4) * at.elastic * larger(at.x, S(0.0));
        if (is_staircase_) potential = select(tooth > S(0.0), law_.potential(at.x + tooth), potential);
        return potential + tallies.half_mass * (at.v * at.v);
      };
      const Points<S> energy{energy_at(seen[0]), energy_at(seen[1]), energy_at(seen[2])};
      raise(tallies.hil.peak_mechanical, energy[2], fast);
      if (const Mask<S> turns = fast && has_summit(energy); any(turns)) {
        const Parabola<S> curve(energy);
        raise(tallies.hil.peak_mechanical, curve.at(curve.summit()), turns);
      }
    }
    if (any(slow)) go_through_cells(seen, h, slow, DockingStep<S>(seen, law_, h, left), stores, tallies);
    if (const Mask<S> fades = sensor_quantum_ > S(0.0) && measured[2] < own; any(fades)) {
      const auto gone = [&](const Points<S>& its) HILSPACE_INLINE_LAMBDA {
        return select(fades, S(0.5) * h * (below(its[0], its[1]) + below(its[1], its[2])), S(0.0));
      };
      unseen_ = unseen_ + gone(measured);
      unseen_swing_ = unseen_swing_ - gone({smaller(measured[0], S(0.0)), smaller(measured[1], S(0.0)),
                                            smaller(measured[2], S(0.0))});
      const Mask<S> sinks = fades && fast && (measured[2] < measured[0] || measured[0] < S(0.0));
      const S more = S(0.5) * h * (unseen_error(force, measured, 0) + unseen_error(force, measured, 1));
      tallies.force.area_error = tallies.force.area_error - select(sinks, more, S(0.0));
    }
    resolved_ = slow;
    if (any(fast)) ripple_.clear(fast);
  }

  /// Looks at the step in which the docking model's contact ends, after all have been added.
  HILSPACE_INLINE void look_at_end(metrics::PairMetrics<S>& tallies) {
    if (!any(has_end_)) return;
    const DockingStep<S> docking(end_.seen, law_, end_.h, end_.left);
    const Parabola<S> measured(points(end_.seen, &Seen<S>::y)), contact(points(end_.seen, &Seen<S>::contact)),
        x({larger(end_.seen[0].x, S(0.0)), larger(end_.seen[1].x, S(0.0)), larger(end_.seen[2].x, S(0.0))});
    const auto look_from = [&](S from, S to) HILSPACE_INLINE_LAMBDA {
      const S middle = S(0.5) * (from + to);
      const Points<S> force{docking.force(from), docking.force(middle), docking.force(to)};
      const Points<S> depth{docking.depth(from), docking.depth(middle), docking.depth(to)};
      const auto of = [&](const Parabola<S>& its) HILSPACE_INLINE_LAMBDA {
        return Points<S>{its.at(from), its.at(middle), its.at(to)};
      };
      look(tallies.force, force, of(measured), end_.of_force, end_.of_force, has_end_);
      look(tallies.contact_force, force, of(contact), end_.of_contact, end_.of_contact, has_end_);
      look(tallies.penetration, depth, of(x), end_.of_depth, end_.of_depth, has_end_);
    };
    constexpr int kPartsBefore = 4;
    for (int k = 0; k < kPartsBefore; ++k)
      look_from(S(1.0 / kPartsBefore * k) * docking.end, S(1.0 / kPartsBefore * (k + 1)) * docking.end);
    look_from(docking.end, S(1.0));
  }

  /// N s, of a force that fades, rounded to 0 by the sensor's quantizer; and of that, what swings beyond 0, without its sign.
  S unseen() const { return unseen_; }
  S unseen_swing() const { return unseen_swing_; }
  /// Whether no step had more intervals than are taken.
  Mask<S> finished() const { return finished_; }

 private:
  static constexpr double kLongest = 1.0 / 2.0;  // interval, of a step
  static constexpr int kMostIntervals = 128;     // in a step
  using Tally = metrics::SignalTally<S>;

  /// A step, and by how much each signal spreads.
  struct Step {
    std::array<Seen<S>, 3> seen;
    S h, left, of_force, of_contact, of_depth;
  };
  HILSPACE_INLINE void keep(const Step& step, Mask<S> where) {
    for (std::size_t k = 0; k < 3; ++k)
      for (const auto member :
           {&Seen<S>::depth, &Seen<S>::speed, &Seen<S>::force, &Seen<S>::x, &Seen<S>::y, &Seen<S>::contact})
        end_.seen[k].*member = select(where, step.seen[k].*member, end_.seen[k].*member);
    for (const auto member : {&Step::h, &Step::left, &Step::of_force, &Step::of_contact, &Step::of_depth})
      end_.*member = select(where, step.*member, end_.*member);
    has_end_ = has_end_ || where;
  }

  /// Integral of the contact force over a step. Where a contact begins or ends it is d^(3/2) (1 + ...), for which Simpson's
  /// rule is 0.6 % too large: by weights that are exact for the powers 3/2 and 5/2 of the time from there.
  static HILSPACE_INLINE S contact_area(const Points<S>& contact, S h, Edge edge) {
    constexpr double kMiddle = 16.0 * std::numbers::sqrt2 / 35.0, kFar = 6.0 / 35.0;
    if (edge == Edge::none) return simpson(contact, h);
    return h * (S(kMiddle) * contact[1] + S(kFar) * contact[edge == Edge::begins ? 2 : 0]);
  }
  /// The area between both models over a step; `whole`: the integral of H - I.
  static HILSPACE_INLINE void add_area(Tally& tally, const Points<S>& docking, const Points<S>& hil, S whole,
                                       S spread, S h, Mask<S> where) {
    if (!any(where)) return;
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    tally.area_error = tally.area_error + select(where, jumping_area(error, whole, spread, h), S(0.0));
  }
  /// Where the error has its summit, as a part of the step, and whether none has been larger.
  struct Summit {
    S place;
    Mask<S> leads;
  };
  /// `within`: by how much the docking value may differ where H - I is largest.
  static HILSPACE_INLINE Summit look(Tally& tally, const Points<S>& docking, const Points<S>& hil, S spread,
                                     S within, Mask<S> where) {
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    raise(tally.peak_hil, hil[2] + spread, where);
    raise_error(tally, error[2] + spread, docking[2], within, where);
    if (const Mask<S> turns = where && has_summit(hil); any(turns)) {
      const Parabola<S> curve(hil);
      raise(tally.peak_hil, curve.at(curve.summit()) + spread, turns);
    }
    Summit its{S(0.0), Mask<S>(false)};
    if (const Mask<S> turns = where && has_summit(error); any(turns)) {
      const Parabola<S> curve(error);
      its.place = curve.summit();
      its.leads =
          raise_error(tally, curve.at(its.place) + spread, Parabola<S>(docking).at(its.place), within, turns);
    }
    return its;
  }
  template <Compared kSignal>
  HILSPACE_INLINE void find_crossing(Tally& tally, const Summit& summit, const std::array<Seen<S>, 3>& seen,
                                     S h, Mask<S> has) const {
    const Mask<S> where = summit.leads && has;
    if (!any(where)) return;
    const S docking = Crossing<S>(seen, law_, h, select(where, quantum_, S(1.0)))
                          .template docking<kSignal>(summit.place, resolution_.aside);
    tally.docking_at_error = select(where && docking > S(0.0), docking, tally.docking_at_error);
  }
  /// Where it counts, an error around a docking value that is the mean, give or take `within` (metrics/tally.hpp).
  static HILSPACE_INLINE Mask<S> raise_error(Tally& tally, S error, S mean, S within, Mask<S> where) {
    const S docking = select(mean > within, mean + tally.tooth * within, mean);
    const Mask<S> more = where && error > tally.error_max;
    tally.error_max = select(more, error, tally.error_max);
    tally.docking_at_error = select(more, docking, tally.docking_at_error);
    return more;
  }
  static HILSPACE_INLINE void raise(S& peak, S value, Mask<S> where) {
    peak = select(where && value > peak, value, peak);
  }
  HILSPACE_INLINE S rounded(S x) const { return quantum_ * round_even(x * per_quantum_); }

  /// Mean, over the time from one value to the other, of what the sensor rounds to 0 of a force that fades: less than half
  /// a quantum, of either sign. A low-pass that undershoots comes back to 0 from below.
  HILSPACE_INLINE S below(S a, S b) const {
    const S half = S(0.5) * sensor_quantum_;
    const S low = larger(smaller(a, b), -half), high = smaller(larger(a, b), half), width = magnitude(b - a);
    const Mask<S> fades = (a > b || a < S(0.0)) && high > low;
    return select(fades, S(0.5) * (low + high) * ((high - low) / select(fades, width, S(1.0))), S(0.0));
  }
  /// By how much the mean error over half k of a step is less where the sensor shows 0: |0 - I|, with its spread, for |H - I|.
  HILSPACE_INLINE S unseen_error(const Points<S>& docking, const Points<S>& measured, std::size_t k) const {
    const S half = S(0.5) * sensor_quantum_;
    const S a = magnitude(measured[k]), b = magnitude(measured[k + 1]);
    const Mask<S> falls = a > b;
    const S high = select(falls, a, b), low = select(falls, b, a), width = high - low;
    const auto last = [&](const Points<S>& its)
                          HILSPACE_INLINE_LAMBDA { return select(falls, its[k + 1], its[k]); };
    // From where it passes half a quantum on.
    const S share = smaller(larger(half - low, S(0.0)) / select(width > S(0.0), width, S(1.0)), S(1.0));
    const auto passing = [&](const Points<S>& its) HILSPACE_INLINE_LAMBDA {
      return last(its) + share * (select(falls, its[k], its[k + 1]) - last(its));
    };
    const S from = passing(measured) - passing(docking), to = last(measured) - last(docking);
    const Mask<S> is_mixed = smaller(magnitude(from), magnitude(to)) < half || from * to < S(0.0);
    const S shown = straight_area(from, to, select(is_mixed, half, S(0.0)));
    return share * (shown - S(0.5) * (passing(docking) + last(docking)));
  }

  /// By how much a step with the largest depth is moved to where that may lie in another cell than another solve's.
  HILSPACE_INLINE S towards_edge(const std::array<Seen<S>, 3>& seen, const Parabola<S>& x,
                                 Mask<S> slow) const {
    const Mask<S> turns = slow && has_summit(points(seen, &Seen<S>::x));
    if (!any(turns)) return S(0.0);
    const S top = x.at(x.summit()), cell = rounded(top), unsure = S(resolution_.unsure) * top;
    const Mask<S> is_same = magnitude(cell - deepest_) < S(0.5) * quantum_;
    return select(turns && is_same, select(top > cell, unsure, -unsure), S(0.0));
  }

  void go_through_cells(const std::array<Seen<S>, 3>& seen, S h, Mask<S> slow, const DockingStep<S>& model,
                        bool stores, metrics::PairMetrics<S>& tallies) {
    Parabola<S> x(points(seen, &Seen<S>::x));
    const Parabola<S> rate(points(seen, &Seen<S>::x_rate)), y(points(seen, &Seen<S>::y)),
        v(points(seen, &Seen<S>::v));
    if (resolution_.unsure > 0.0) x.constant = x.constant + towards_edge(seen, x, slow);
    cell_ = select(slow && !resolved_, rounded(x.constant), cell_);
    S from = select(slow, S(0.0), S(1.0));
    S from_rate = rate.at(from), smooth = law_.force(x.at(from), from_rate);
    S its_force = model.force(from), its_depth = model.depth(from), its_y = y.at(from);
    const S longest =
        larger(smaller(S(resolution_.turn) / (frequency_ * h), S(kLongest)), S(resolution_.shortest));
    Mask<S> busy = slow;
    for (int count = 0; any(busy); ++count) {
      if (count == kMostIntervals) {
        finished_ = finished_ && !busy;
        return;
      }
      const S until = time_to_leave(x.at(from) - cell_, x.slope_at(from), S(2.0) * x.bend, S(0.5) * quantum_);
      const S rest = S(1.0) - from, until_end = model.end - from;
      const S room = smaller(smaller(rest, longest), select(until_end > S(1e-9), until_end, rest));
      const Mask<S> leaves = until < room;
      const S length = select(busy, select(leaves, until, room), S(0.0)), time = length * h;
      const S to = select(busy, select(leaves || room < rest, from + length, S(1.0)), from);
      const S middle = from + S(0.5) * length;

      const S elastic = law_.elastic(cell_);
      const S rate_1 = rate.at(middle), rate_2 = rate.at(to);
      const Points<S> shown{elastic * (S(1.0) + law_.damping * from_rate),
                            elastic * (S(1.0) + law_.damping * rate_1),
                            elastic * (S(1.0) + law_.damping * rate_2)};
      const S smooth_2 = law_.force(x.at(to), rate_2);
      const Points<S> ripple = ripple_.template advance<2>(
          {shown[0] - smooth, shown[1] - law_.force(x.at(middle), rate_1), shown[2] - smooth_2}, time, busy);
      const Points<S> docking{its_force, model.force(middle), model.force(to)};
      const S y_2 = y.at(to), depth_2 = model.depth(to);
      const S speed = larger(magnitude(v.at(from)), magnitude(v.at(to)));
      const Points<S> measured{its_y + ripple[0], y.at(middle) + ripple[1], y_2 + ripple[2]};

      // What is shown jumps at a crossing, and is straight between two of them.
      look_at_ends(tallies.contact_force, {docking[0], docking[2]}, {shown[0], shown[2]}, time, busy);
      look_at_ends(tallies.penetration, {its_depth, depth_2}, {cell_, cell_}, time, busy);
      look_at_measured(tallies.force, docking, measured, time, busy);
      if (stores)
        raise(tallies.hil.peak_mechanical, S(0.4) * elastic * cell_ + tallies.half_mass * (speed * speed),
              busy);

      const S step = select(x.slope_at(to) > S(0.0), quantum_, -quantum_);
      cell_ = select(busy && leaves, cell_ + step, cell_);
      from = to;
      from_rate = rate_2;
      smooth = smooth_2;
      its_force = docking[2];
      its_depth = depth_2;
      its_y = y_2;
      busy = busy && from < S(1.0);
    }
  }

  static HILSPACE_INLINE void look_at_ends(Tally& tally, const std::array<S, 2>& docking,
                                           const std::array<S, 2>& hil, S time, Mask<S> busy) {
    const S error[2]{hil[0] - docking[0], hil[1] - docking[1]};
    tally.area_error = tally.area_error + time * straight_area(error[0], error[1], S(0.0));
    raise(tally.peak_hil, larger(hil[0], hil[1]), busy);
    raise_error(tally, error[0], docking[0], S(0.0), busy);
    raise_error(tally, error[1], docking[1], S(0.0), busy);
  }

  /// The sensor's quantizer shows half a quantum more where it is crossed within the interval.
  HILSPACE_INLINE void look_at_measured(Tally& tally, const Points<S>& docking, const Points<S>& measured,
                                        S time, Mask<S> busy) {
    const Points<S> smooth{measured[0] - docking[0], measured[1] - docking[1], measured[2] - docking[2]};
    tally.area_error =
        tally.area_error +
        select(busy, jumping_area(smooth, simpson(smooth, time), S(0.5) * sensor_quantum_, time), S(0.0));
    const Mask<S> has = sensor_quantum_ > S(0.0);
    if (!any(has)) {
      look(tally, docking, measured, S(0.0), S(0.0), busy);
      return;
    }
    Points<S> level;
    for (std::size_t k = 0; k < 3; ++k)
      level[k] = select(has, sensor_quantum_ * round_even(measured[k] * per_sensor_quantum_), measured[k]);
    const Mask<S> held = has && level[0] == level[2] && level[0] == level[1];
    const Points<S> shown{select(held, level[0], measured[0]), select(held, level[1], measured[1]),
                          select(held, level[2], measured[2])};
    const S spread = select(held, S(0.0), S(0.5) * sensor_quantum_);
    look(tally, docking, shown, spread, spread, busy);
  }

  PieceLaw<S> law_;
  S quantum_, per_quantum_, square_, sensor_quantum_, per_sensor_quantum_;
  S frequency_, slow_;  // w of the sensor, rad/s; m/s
  S deepest_;
  Resolution resolution_;
  bool is_staircase_;
  SensorResponse<S> ripple_;
  Step end_{};  // in which the docking model's contact ends
  Mask<S> has_end_{false};
  S cell_ = S(0.0);
  S unseen_ = S(0.0), unseen_swing_ = S(0.0);
  Mask<S> resolved_{false};  // in the last step
  Mask<S> finished_{true};
};

}  // namespace hilspace::simulate
