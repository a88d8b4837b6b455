#pragma once
// Measures of a contact whose smooth course is known, and what a fine quantum of the actuator adds to them.
//
//   Q(x) = q round(x/q)              the interface is a staircase around its smooth course x
//   u    = F(Q(x), x') - F(x, x')    ripple of the contact force
//   r'' + 2 zeta w r' + w^2 r = w^2 u    and of the measured one, y + r
//
// What u gives the bodies is in the course (turn.hpp). The cells are gone through one by one (cell_by_cell.hpp)
//
//   where the interface is slow,            |x'| < fast w q/(2 pi)
//   while the sensor rings from its turn,   2 zeta w (t - t_turn) < 6 and up to 8 times as fast
//   where the measured force turns,         |y'| < 0.15 |F_a x'| and up to 4 times as fast
//
// and elsewhere its teeth are known in closed form (teeth.hpp).
//
// Only largest values and the areas between both models are read here; the other areas follow from momentum, and so do these
// of the forces, step by step, while one model is above the other.
// Limits: a quantum that is fine against the depth (collocation.cpp). Source: docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>
#include <numbers>

#include "core/cubic.hpp"
#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/cell_by_cell.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/docking_step.hpp"
#include "simulate/collocation/extremes.hpp"
#include "simulate/collocation/fading_sensor.hpp"
#include "simulate/collocation/jumping_area.hpp"
#include "simulate/collocation/teeth.hpp"

namespace hilspace::simulate {

template <class S>
class Staircase {
 public:
  /// How closely cells are looked at: from which speed on they are not gone through, as above, and in which intervals.
  /// How unsure the tooth of a largest error is, in cells: a crossing, and a crest, which is flat (extremes.hpp).
  struct Resolution {
    double fast;
    typename CellByCell<S>::Intervals intervals;
    double crossing, crest;
    /// The share of a tooth that is not known where the docking model's contact ends: what is largest there is at no crossing.
    double end;
  };
  /// `square`, `drag`: of the sensor. `sensor_quantum`: behind it, N. `deepest`: the cell of another solve, m.
  Staircase(const PieceLaw<S>& law, S quantum, S square, S drag, S sensor_quantum, S deepest,
            const Resolution& resolution)
      : law_(law),
        quantum_(quantum),
        per_quantum_(S(1.0) / select(quantum > S(0.0), quantum, S(1.0))),
        square_(square),
        drag_(drag),
        sensor_quantum_(sensor_quantum),
        slow_(S(resolution.fast / (2.0 * std::numbers::pi)) * square_root(square) * quantum),
        unsure_crossing_(resolution.crossing),
        unsure_crest_(resolution.crest),
        known_at_end_(1.0 - resolution.end),
        is_staircase_(any(quantum > S(0.0))),
        cells_(law, quantum, square, drag, sensor_quantum, deepest, resolution.intervals),
        fading_(sensor_quantum) {}

  /// What the HIL model's contact does in a step.
  enum class Edge { none, begins, ends };

  /// Adds a step of length h, in contact where `touches`, that begins where the last one ended. `left`: from its begin to
  /// the end of the docking model's contact, s. `stores`: whether the energies are read.
  void add(const std::array<Seen<S>, 3>& seen, S h, Mask<S> touches, Edge edge, S left, bool stores,
           metrics::PairMetrics<S>& tallies) {
    const Mask<S> has_last = h > S(0.0) && !(touches && !touched_);
    const S ago = select(has_last, S(0.5) * last_length_ / select(h > S(0.0), h, S(1.0)), S(0.0));
    const Signals its(seen, last_, ago, select(is_smooth_, ago, S(0.0)));
    const S own = S(0.5) * sensor_quantum_;
    const Mask<S> has = touches && quantum_ > S(0.0);
    const S half = select(has, S(0.5) * quantum_, S(0.0));
    S beyond(0.0), passed(0.0);  // of contact force and measured one, above their mean
    Mask<S> slow(false);
    if (is_staircase_ && any(touches)) {
      const S speed = smaller(magnitude(seen[0].x_rate), magnitude(seen[2].x_rate));
      const S slope = law_.slope(seen[1].x, seen[1].x_rate);
      slow = has && is_slow(seen, speed, slope);
      beyond = slope * half;
      const S cell = quantum_ / select(slow || !has, S(1.0), speed);  // s
      constexpr double kCrest = std::numbers::sqrt3 / 108.0;
      passed = S(kCrest) * beyond * (square_ * (cell * cell));
    }
    const Mask<S> fast = !slow;
    const Mask<S> ends = fast && left > S(0.0) && left < h, goes_on = fast && !ends;
    // Momentum knows the areas of what pushes the bodies, also where a force begins or ends.
    const S mass = S(2.0) * tallies.half_mass, docking_area = mass * (seen[0].speed - seen[2].speed);
    add_area(tallies.force, its.measured - its.force, mass * (seen[0].v - seen[2].v) - docking_area, own, h,
             fast);
    add_area(tallies.contact_force, its.contact - its.force,
             contact_area(its.contact.points, h, edge) - docking_area, beyond, h, fast);
    const S straight = S(0.5) * left * seen[0].depth;  // where the docking model's contact ends
    const S depth_area = select(ends, straight, simpson(its.depth.points, h));
    add_area(tallies.penetration, its.shown - its.depth, simpson(its.shown.points, h) - depth_area, half, h,
             fast);
    const Mask<S> enters = slow && !cells_.was_in() && its.x.before.ago > S(0.0);
    if (any(goes_on || enters))
      read(its, h, half,
           {goes_on, enters, goes_on && cells_.was_in(), left > S(0.0) && left < S(kNextEnds) * h}, tallies);
    if (any(ends)) {
      const S known(known_at_end_);
      keep({seen, h, left, known * (own + passed), known * beyond, known * half}, ends);
    }
    if (stores && any(fast || enters))
      read_energy(seen, its, h, half, {fast, enters, fast && cells_.was_in(), Mask<S>(false)}, tallies);
    if (any(slow))
      cells_.go(h, slow, its.x, its.rate, its.measured, its.v,
                DockingStep<S>(seen, law_, h, left, last_, its.force.before.ago), stores, tallies);
    cells_.leave(fast);
    fading_.add(its.force.points, its.measured.points, h, fast, tallies.force.area_error);
    last_ = seen[1];
    last_length_ = h;
    since_turn_ = select(interface_turns(seen), S(0.0), since_turn_ + h);
    is_smooth_ = !(left > S(0.0) && left < h);
    touched_ = touches;
  }

  /// Looks at the step in which the docking model's contact ends, after all have been added.
  void look_at_end(metrics::PairMetrics<S>& tallies) {
    if (!any(has_end_)) return;
    const DockingStep<S> docking(end_.seen, law_, end_.h, end_.left, {}, S(0.0));
    const Parabola<S> measured(points(end_.seen, &Seen<S>::y)), contact(points(end_.seen, &Seen<S>::contact)),
        x(depths(end_.seen));
    const auto look_from = [&](S from, S to) HILSPACE_INLINE_LAMBDA {
      const S middle = S(0.5) * (from + to);
      const Points<S> force{docking.force(from), docking.force(middle), docking.force(to)};
      const Points<S> depth{docking.depth(from), docking.depth(middle), docking.depth(to)};
      const auto of = [&](const Parabola<S>& its) HILSPACE_INLINE_LAMBDA {
        return Points<S>{its.at(from), its.at(middle), its.at(to)};
      };
      raise_both(tallies.force, force, of(measured), end_.of_force, has_end_);
      raise_both(tallies.contact_force, force, of(contact), end_.of_contact, has_end_);
      raise_both(tallies.penetration, depth, of(x), end_.of_depth, has_end_);
    };
    constexpr int kPartsBefore = 4;
    for (int k = 0; k < kPartsBefore; ++k)
      look_from(S(1.0 / kPartsBefore * k) * docking.end, S(1.0 / kPartsBefore * (k + 1)) * docking.end);
    look_from(docking.end, S(1.0));
  }

  /// N s, of a force that fades, rounded to 0 by the sensor's quantizer; and of that, what swings beyond 0, without its sign.
  S unseen() const { return fading_.unseen(); }
  S unseen_swing() const { return fading_.swing(); }
  /// Whether no step had more intervals than are taken.
  Mask<S> finished() const { return cells_.finished(); }

 private:
  using Tally = metrics::SignalTally<S>;
  // Of the limits above: how much faster the cells may be where the sensor rings, and where the measured force turns.
  static constexpr double kRings = 6.0, kFastAtRing = 8.0, kFastAtTurn = 4.0, kTurns = 0.15;
  static constexpr double kNextEnds = 4.0;    // steps of a contact's pieces differ by less
  static constexpr double kMostRipple = 0.1;  // over half a cell

  static HILSPACE_INLINE Points<S> depths(const std::array<Seen<S>, 3>& seen) {
    return {larger(seen[0].x, S(0.0)), larger(seen[1].x, S(0.0)), larger(seen[2].x, S(0.0))};
  }
  /// Of both models over a step. `x`: interface, `shown`: penetration. `ago`, `docking_ago`: how long before it the middle of the
  /// last one is, in steps, of the HIL and of the docking model; 0: there is a kink between them.
  struct Signals {
    Trace<S> force, depth, measured, contact, v, x, rate, shown;
    HILSPACE_INLINE Signals(const std::array<Seen<S>, 3>& seen, const Seen<S>& last, S ago, S docking_ago)
        : force{points(seen, &Seen<S>::force), {last.force, docking_ago}},
          depth{points(seen, &Seen<S>::depth), {last.depth, docking_ago}},
          measured{points(seen, &Seen<S>::y), {last.y, ago}},
          contact{points(seen, &Seen<S>::contact), {last.contact, ago}},
          v{points(seen, &Seen<S>::v), {last.v, ago}},
          x{points(seen, &Seen<S>::x), {last.x, ago}},
          rate{points(seen, &Seen<S>::x_rate), {last.x_rate, ago}},
          shown{depths(seen), {larger(last.x, S(0.0)), ago}} {}
  };

  static HILSPACE_INLINE Mask<S> interface_turns(const std::array<Seen<S>, 3>& seen) {
    return seen[0].x_rate * seen[2].x_rate < S(0.0);
  }
  HILSPACE_INLINE Mask<S> is_slow(const std::array<Seen<S>, 3>& seen, S speed, S slope) const {
    const Mask<S> rings = seen[0].x_rate < S(0.0) && drag_ * since_turn_ < S(kRings);
    const Mask<S> force_turns =
        magnitude(seen[2].y - seen[0].y) < S(kTurns) * slope * magnitude(seen[2].x - seen[0].x);
    return interface_turns(seen) || speed < slow_ || (rings && speed < S(kFastAtRing) * slow_) ||
           (force_turns && speed < S(kFastAtTurn) * slow_);
  }

  HILSPACE_INLINE Cells<S> cells_at(const Signals& its, S h, S half) const {
    return {its.x.curve(), h, quantum_, per_quantum_, cells_.sawtooth(), half > S(0.0)};
  }
  /// Largest values of the three signals.
  void read(const Signals& its, S h, S half, const Extremes<S>& extremes,
            metrics::PairMetrics<S>& tallies) const {
    const Cells<S> cells = cells_at(its, h, half);
    const Cubic<S> rate = its.rate.curve();
    const auto slope = [&](S at) HILSPACE_INLINE_LAMBDA { return law_.slope(cells.x(at), rate.at(at)); };
    const auto crossings = [&](S place, const Cubic<S>&)
                               HILSPACE_INLINE_LAMBDA { return cells.crossings(place); };
    const auto of_force = [&](S at) HILSPACE_INLINE_LAMBDA { return half * slope(at); };
    const auto of_depth = [&](S) HILSPACE_INLINE_LAMBDA { return half; };
    extremes.raise_to(
        tallies.force, its.force, its.measured, S(0.5) * sensor_quantum_, unsure_crest_,
        [&](S place, const Cubic<S>& curve)
            HILSPACE_INLINE_LAMBDA { return cells.crests(place, curve, slope(place)); },
        [&](S at) HILSPACE_INLINE_LAMBDA { return slope(at) * cells.ripple(at); },
        [&](S at) HILSPACE_INLINE_LAMBDA { return S(kMostRipple) * of_force(at); });
    extremes.raise_to(tallies.contact_force, its.force, its.contact, S(0.0), unsure_crossing_, crossings,
                      of_force, of_force);
    extremes.raise_to(tallies.penetration, its.depth, its.shown, S(0.0), unsure_crossing_, crossings,
                      of_depth, of_depth);
  }

  /// The largest energy: where the interface crosses into the deeper one of two cells.
  void read_energy(const std::array<Seen<S>, 3>& seen, const Signals& its, S h, S half,
                   const Extremes<S>& extremes, metrics::PairMetrics<S>& tallies) const {
    const auto energy_at = [&](S x, S v) HILSPACE_INLINE_LAMBDA {
      return law_.potential(x + half) + tallies.half_mass * (v * v);
    };
    const Trace<S> energy{
        {energy_at(seen[0].x, seen[0].v), energy_at(seen[1].x, seen[1].v), energy_at(seen[2].x, seen[2].v)},
        {energy_at(last_.x, last_.v), its.x.before.ago}};
    const Cubic<S> v = its.v.curve();
    const Cells<S> cells = cells_at(its, h, half);
    extremes.raise_to(
        tallies.hil.peak_mechanical, energy,
        [&](S place) HILSPACE_INLINE_LAMBDA { return cells.crossings(place); },
        [&](S at) HILSPACE_INLINE_LAMBDA { return energy_at(cells.x(at), v.at(at)); });
  }

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
  static HILSPACE_INLINE void add_area(Tally& tally, const Trace<S>& error, S whole, S spread, S h,
                                       Mask<S> where) {
    if (!any(where)) return;
    tally.area_error = tally.area_error + select(where, jumping_area(error.points, whole, spread, h), S(0.0));
  }

  PieceLaw<S> law_;
  S quantum_, per_quantum_, square_, drag_, sensor_quantum_;
  S slow_;  // m/s
  double unsure_crossing_, unsure_crest_, known_at_end_;
  bool is_staircase_;
  CellByCell<S> cells_;
  FadingSensor<S> fading_;
  Seen<S> last_{};                            // in the middle of the last step
  S last_length_ = S(0.0);                    // s, of that
  Mask<S> is_smooth_{true}, touched_{false};  // of it
  S since_turn_ = S(0.0);                     // of the interface, s
  Step end_{};                                // in which the docking model's contact ends
  Mask<S> has_end_{false};
};

}  // namespace hilspace::simulate
