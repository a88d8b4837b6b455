#pragma once
// Steps in which the cells of the actuator's quantum are gone through one by one.
//
//   u    = F(k q, x') - F(x, x')             within cell k: between two crossings a parabola of time
//   r'' + 2 zeta w r' + w^2 r = w^2 u        exact for it (sensor_response.hpp)
//   y + r                                    in an interval a quartic (core/quartic.hpp)
//
// Before, the cells are passed fast, and r is the steady response (sawtooth.hpp).
// Limits: kMostIntervals in a step; `finished` says where there were more. Source: docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>

#include "core/cubic.hpp"
#include "core/event.hpp"
#include "core/quartic.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/docking_step.hpp"
#include "simulate/collocation/extremes.hpp"
#include "simulate/collocation/jumping_area.hpp"
#include "simulate/collocation/sawtooth.hpp"
#include "simulate/collocation/sensor_response.hpp"

namespace hilspace::simulate {

template <class S>
class CellByCell {
 public:
  /// Intervals that are read at start, middle and end: the part of a turn of the sensor behind a crossing,
  /// rad, but no less than this part of a step. `unsure`: of the largest depth, relative; where an edge of the cell that
  /// another solve found is that near, the cell behind it is taken.
  struct Intervals {
    double turn, shortest, unsure;
  };
  /// `square`, `drag`: of the sensor. `sensor_quantum`: behind it, N. `deepest`: the cell of another solve, m.
  CellByCell(const PieceLaw<S>& law, S quantum, S square, S drag, S sensor_quantum, S deepest,
             const Intervals& intervals)
      : law_(law),
        quantum_(quantum),
        per_quantum_(S(1.0) / select(quantum > S(0.0), quantum, S(1.0))),
        frequency_(square_root(square)),
        sensor_quantum_(sensor_quantum),
        per_sensor_quantum_(S(1.0) / select(sensor_quantum > S(0.0), sensor_quantum, S(1.0))),
        deepest_(deepest),
        intervals_(intervals),
        sawtooth_(square, drag),
        ripple_(square, drag) {}

  /// Whether the last step was gone through.
  Mask<S> was_in() const { return is_in_; }
  const Sawtooth<S>& sawtooth() const { return sawtooth_; }
  /// Whether no step had more intervals than are taken.
  Mask<S> finished() const { return finished_; }
  /// Lanes whose step is not gone through forget what came before.
  HILSPACE_INLINE void leave(Mask<S> fast) {
    is_in_ = is_in_ && !fast;
    if (any(fast)) ripple_.clear(fast);
  }

  /// A step of length h; x, its rate and y: interface, m, and measured force, N. `stores`: whether energies are read.
  void go(S h, Mask<S> slow, Trace<S> its_x, const Trace<S>& its_rate, const Trace<S>& its_y,
          const Trace<S>& its_v, const DockingStep<S>& model, bool stores, metrics::PairMetrics<S>& tallies) {
    if (intervals_.unsure > 0.0) move_to_edge(its_x, slow);
    const Cubic<S> x = its_x.curve(), rate = its_rate.curve(), y = its_y.curve(), v = its_v.curve();
    enter(its_x, its_rate.points[0], slow);
    S from = select(slow, S(0.0), S(1.0));
    S x_from = x.at(from), x_slope = x.slope_at(from);
    S from_rate = rate.at(from), smooth = law_.force(x_from, from_rate);
    S its_force = model.force(from), its_depth = model.depth(from), measured_from = y.at(from);
    S slope = y.slope_at(from);
    const S turn = S(intervals_.turn) / (frequency_ * h), least = smaller(turn, S(kLongest));
    const S shortest(intervals_.shortest), grown_most = smaller(S(kMostTurn) / (frequency_ * h), S(kLongest));
    Mask<S> busy = slow;
    for (int count = 0; any(busy); ++count) {
      if (count == kMostIntervals) {
        finished_ = finished_ && !busy;
        return;
      }
      const S until = time_to_leave(x_from - cell_, x_slope, x.bend_at(from), S(0.5) * quantum_);
      const S rest = S(1.0) - from, until_end = model.end - from;
      const S longest = larger(larger(smaller(grown_ * turn, grown_most), least), shortest);
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
      const S x_2 = x.at(to), smooth_2 = law_.force(x_2, rate_2);
      const S ripple_slope = h * ripple_.rate();
      const Points<S> ripple = ripple_.template advance<2>(
          {shown[0] - smooth, shown[1] - law_.force(x.at(middle), rate_1), shown[2] - smooth_2}, time, busy);
      const S slope_2 = y.slope_at(to), half = S(0.5) * length;
      const std::array<S, 2> slopes{half * (slope + ripple_slope), half * (slope_2 + h * ripple_.rate())};
      const Points<S> docking{its_force, model.force(middle), model.force(to)};
      const S y_2 = y.at(to), depth_2 = model.depth(to);
      const Points<S> measured{measured_from + ripple[0], y.at(middle) + ripple[1], y_2 + ripple[2]};

      // What is shown jumps at a crossing, and is smooth between two of them.
      const Points<S> depth{its_depth, model.depth(middle), depth_2};
      read_shown(tallies.contact_force, docking, shown, time, busy);
      read_shown(tallies.penetration, depth, {cell_, cell_, cell_}, time, busy);
      read_measured(tallies.force, docking, measured, slopes, time, busy);
      if (stores) {
        const S speed = larger(magnitude(v.at(from)), magnitude(v.at(to)));
        raise(tallies.hil.peak_mechanical, S(0.4) * elastic * cell_ + tallies.half_mass * (speed * speed),
              busy);
      }
      x_slope = x.slope_at(to);
      const S step = select(x_slope > S(0.0), quantum_, -quantum_);
      cell_ = select(busy && leaves, cell_ + step, cell_);
      grown_ = select(busy, select(leaves, S(1.0), S(kGrowth) * grown_), grown_);
      from = to;
      x_from = x_2;
      from_rate = rate_2;
      smooth = smooth_2;
      its_force = docking[2];
      its_depth = depth_2;
      measured_from = y_2;
      slope = slope_2;
      busy = busy && from < S(1.0);
    }
  }

 private:
  static constexpr double kLongest = 1.0 / 2.0;  // interval, of a step
  // Each interval behind that is so much longer, up to this turn of the sensor, rad: a ring that fades leaves a quartic as
  // close over a longer one, and the response's series of two squarings reaches as far (sensor_response.hpp).
  static constexpr double kGrowth = 1.5, kMostTurn = 4.0;
  static constexpr int kMostIntervals = 128;  // in a step
  using Tally = metrics::SignalTally<S>;

  HILSPACE_INLINE S rounded(S x) const { return quantum_ * round_even(x * per_quantum_); }

  /// The cell and the steady response at the start of the first one of such steps.
  HILSPACE_INLINE void enter(const Trace<S>& x, S rate, Mask<S> slow) {
    const Mask<S> enters = slow && !is_in_;
    is_in_ = slow;
    if (!any(enters)) return;
    cell_ = select(enters, rounded(x.points[0]), cell_);
    grown_ = select(enters, S(1.0), grown_);
    const S step = -quantum_ * law_.slope(x.points[0], rate), cells = rate * per_quantum_;
    const auto response = sawtooth_.at((x.points[0] - cell_) * per_quantum_, cells);
    ripple_.start(step * response.value, step * response.rate, enters && x.before.ago > S(0.0));
  }
  /// Moves a step with the largest depth to where that may lie in another cell than another solve's.
  HILSPACE_INLINE void move_to_edge(Trace<S>& x, Mask<S> slow) const {
    const Mask<S> turns = slow && has_summit(x.points);
    if (!any(turns)) return;
    const Cubic<S> curve = x.curve();
    const S top = curve.at(curve.summit(S(0.5))), cell = rounded(top), unsure = S(intervals_.unsure) * top;
    const Mask<S> is_same = magnitude(cell - deepest_) < S(0.5) * quantum_;
    const S shift = select(turns && is_same, select(top > cell, unsure, -unsure), S(0.0));
    for (S& value : x.points) value = value + shift;
    x.before.value = x.before.value + shift;
  }

  static HILSPACE_INLINE void read_shown(Tally& tally, const Points<S>& docking, const Points<S>& hil, S time,
                                         Mask<S> busy) {
    const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
    const S area = jumping_area(error, simpson(error, time), S(0.0), time);
    tally.area_error = tally.area_error + select(busy, area, S(0.0));
    raise(tally.peak_hil, larger(hil[0], hil[2]), busy);
    raise_error(tally, error[0], docking[0], S(0.0), busy);
    raise_error(tally, error[2], docking[2], S(0.0), busy);
  }

  /// The sensor's quantizer shows half a quantum more where it is crossed, and its value where that is held. `rates`: of the
  /// measured force, by half the interval.
  HILSPACE_INLINE void read_measured(Tally& tally, const Points<S>& docking, const Points<S>& measured,
                                     const std::array<S, 2>& rates, S time, Mask<S> busy) {
    const Points<S> error{measured[0] - docking[0], measured[1] - docking[1], measured[2] - docking[2]};
    const S own = S(0.5) * sensor_quantum_;
    tally.area_error =
        tally.area_error + select(busy, jumping_area(error, simpson(error, time), own, time), S(0.0));
    Mask<S> held(false);
    if (any(sensor_quantum_ > S(0.0))) {
      const auto shown = [&](S y) HILSPACE_INLINE_LAMBDA { return round_even(y * per_sensor_quantum_); };
      const S level = shown(measured[1]), value = sensor_quantum_ * level;
      held = busy && sensor_quantum_ > S(0.0) && level == shown(measured[0]) && level == shown(measured[2]);
      if (any(held)) raise_both(tally, docking, {value, value, value}, S(0.0), held);
    }
    if (const Mask<S> tops = busy && bound_of(measured, rates) + own > tally.peak_hil; any(tops))
      raise(tally.peak_hil, Quartic<S>(measured, rates).largest().value + own, tops);
    // The docking model's rate by half the interval, at both ends of it.
    const S slope = S(0.5) * (docking[2] - docking[0]), bend = docking[0] - S(2.0) * docking[1] + docking[2];
    const std::array<S, 2> error_rates{rates[0] - (slope - bend), rates[1] - (slope + bend)};
    const Mask<S> errs = busy && !held && bound_of(error, error_rates) + own > tally.error_max;
    if (!any(errs)) return;
    const auto most = Quartic<S>(error, error_rates).largest();
    raise_error(tally, most.value + own, Parabola<S>(docking).at(S(0.5) + S(0.5) * most.place), own, errs);
  }

  PieceLaw<S> law_;
  S quantum_, per_quantum_, frequency_, sensor_quantum_, per_sensor_quantum_;  // w of the sensor, rad/s
  S deepest_;
  Intervals intervals_;
  Sawtooth<S> sawtooth_;
  SensorResponse<S> ripple_;
  S cell_ = S(0.0), grown_ = S(1.0);
  Mask<S> is_in_{false}, finished_{true};
};

}  // namespace hilspace::simulate
