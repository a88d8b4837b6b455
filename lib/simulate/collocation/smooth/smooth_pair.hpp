#pragma once
// A (docking, HIL) pair of smooth signals by collocation, and its metrics from the motion of both.
//
// Both models are solved in pieces (smooth_contact.hpp) and then looked at together, in steps between the instants at which
// one of their signals bends: both onsets and ends, and those that the bodies hear late. Steps are shorter near these.
//
// t = 0 is the docking model's onset.

#include <array>
#include <cstddef>

#include "metrics/pair_metrics.hpp"
#include "simulate/collocation/pair_results.hpp"
#include "simulate/collocation/smooth/smooth_contact.hpp"

namespace hilspace::simulate {

/// Of the solve, and of the one that judges it. Behind a compensator the models differ by so little that a smaller tail counts.
inline constexpr double kTailOfCompensated = 2e-4;
constexpr SmoothPlan usual_plan(bool jumps, std::size_t taps, bool is_compensated) {
  return {.pieces = jumps ? 10 + taps : 10,
          .rest = 8,
          .looks = 60,
          .jumps = jumps,
          .taps = taps,
          .largest_tail = is_compensated ? kTailOfCompensated : 1e-3};
}
constexpr SmoothPlan check_plan(const SmoothPlan& usual) {
  SmoothPlan its = usual;
  its.pieces = usual.pieces + 1;
  its.rest = kMostRestPieces;
  its.looks = 90;
  its.grading = 0.7;
  its.largest_tail = 3.0 * usual.largest_tail;  // behind a shorter head
  // Values between the nodes, which taps look at, are not as good as those at the ends of pieces.
  its.unknown = usual.taps > 1 ? 1e-6 : 1e-7;
  return its;
}

template <class S>
struct SmoothPair : PairResults<S> {
  SmoothPlan plan;
  SmoothSetup<S> given;
  using PairResults<S>::metrics;
  using PairResults<S>::velocity_docking;
  using PairResults<S>::velocity_hil;
  using PairResults<S>::holds;

  void run() {
    const Cascade<S> none{};
    const SmoothLoop<S> ideal{given.inverse_mass, none, none},
        late{given.inverse_mass, given.actuator, given.sensor, given.lead};
    SmoothLaw<S> law = given.law;
    law.damping = given.docking_damping;
    SmoothPlan its_plan = plan;
    its_plan.taps = 1;
    SmoothContact<S> docking(its_plan, ideal, law, given.approach, Taps<S>{}, given.tensile);
    docking.solve(given.expected, S(0.0));
    SmoothContact<S> hil(plan, late, given.law, given.ramp_rate, given.taps, given.tensile);
    const S delay = given.taps[0].delay, longest = given.taps[plan.taps - 1].delay;
    const S ahead = plan.taps > 1 ? given.taps[1].delay - delay : given.lead.first;
    hil.solve(docking.duration * given.approach / given.ramp_rate + S(0.5) * larger(delay - ahead, S(0.0)),
              given.of_sensor.quickest);
    hil.rest(larger(given.of_sensor.rest, longest + S(0.05) * hil.duration), given.of_sensor.quickest);
    const S quiet = hil.course.end;
    // A contact that ends before the interface is back: the way there counts as penetration.
    if (plan.jumps)
      hil.rest(larger(given.of_actuator.rest, S(0.05) * hil.duration), given.of_actuator.quickest);

    velocity_docking = given.approach - given.inverse_mass * docking.impulse;
    velocity_hil = given.approach - given.inverse_mass * (given.sensor_gain * hil.impulse);
    metrics.half_mass = S(0.5) / given.inverse_mass;
    const Mask<S> alone = look(law, docking, hil, quiet);
    const S known = S(1.0 + plan.unknown);
    velocity_hil = known * velocity_hil;
    metrics.hil.peak_mechanical = known * metrics.hil.peak_mechanical;
    for (S* its : {&metrics.force.peak_hil, &metrics.contact_force.peak_hil, &metrics.penetration.peak_hil})
      *its = S(1.0 + kOfPeaks * plan.unknown) * *its;  // read between instants
    metrics.docking.peak_mechanical = metrics.half_mass * (given.approach * given.approach);
    metrics.docking.begin = S(0.0);
    metrics.docking.end = docking.duration;
    metrics.hil.begin = given.lag;
    metrics.hil.end = given.lag + known * hil.duration;
    const Mask<S> solved =
        docking.holds && hil.holds && alone && velocity_docking < S(0.0) && velocity_hil < S(0.0);
    holds = select(solved, S(1.0), S(0.0));
  }

 private:
  using Signals = SmoothSignals<S>;

  /// Looks where the measured force begins to follow, and behind a jump, in the sensor's shortest time constants.
  static constexpr std::array kBehind{0.25, 0.5, 0.75, 1.0, 1.35, 1.7, 2.1, 2.5, 3.0, 3.7, 4.5, 6.0, 9.0};

  static constexpr int kTurnsToSpringBack = 5;
  static constexpr double kOfPeaks =
      3.0;  // of what is not known of states, what is not known of largest values
  using Cursors = std::array<SmoothCursor<S>, kMostTaps>;
  /// The interface.
  struct Way {
    S x, rate;
  };

  std::size_t looks_after() const { return 2 * plan.looks / 5; }

  /// Of an interface that left with a depth, the time until it is 0.
  static HILSPACE_INLINE S time_to_spring_back(S depth, S rate) {
    return larger(depth, S(0.0)) / larger(-rate, S(1e-300));
  }

  /// From the first onset to the last end of the two contacts; between them there may be a gap in which nothing happens.
  struct Span {
    S start, gap_begin, gap, contact_end, last;
  };
  /// The planned instants: more of them close to the begin and the end of the contacts, and just behind these.
  HILSPACE_INLINE S look_at(S place, const Span& span) {
    const S looks(static_cast<double>(plan.looks)), rest(static_cast<double>(looks_after()));
    const S share = smaller(place / looks, S(1.0)), after = larger(place - looks, S(0.0)) / rest;
    const S busy = span.start +
                   (span.contact_end - span.start - span.gap) * (share * (S(0.5) + share * (S(1.5) - share)));
    return busy + select(busy > span.gap_begin, span.gap, S(0.0)) +
           (span.last - span.contact_end) * (after * after);
  }
  /// Largest energy within a step. `begin`, `end`: 1: it may bend there; 0: it does not.
  HILSPACE_INLINE void add_energy(const models::Views<S>& views, S begin, S end,
                                  metrics::ContactTally<S>& tally) const {
    Points<S> energy;
    for (std::size_t k = 0; k < views.size(); ++k)
      energy[k] = views[k].potential + metrics.half_mass * (views[k].velocity * views[k].velocity);
    // Not next to a bend: there a parabola overshoots where the energy begins to fall, or ceases to rise.
    const Parabola<S> curve(energy);
    const S place = curve.summit(), shown = larger(larger(energy[0], energy[1]), energy[2]);
    const Mask<S> is_summit = energy[1] >= energy[0] && energy[1] >= energy[2];
    const S bends = select(is_summit, S(0.0), select(place < S(0.5), begin, end));
    const S largest = select(bends > S(0.0), shown, larger(curve.at(place), shown));
    tally.peak_mechanical = larger(tally.peak_mechanical, largest);
  }

  /// Gives the tallies what is seen of both models, step by step. `quiet`: when the measured force has died away, on the
  /// interface's clock. Returns where nothing pushes before the HIL model's contact or
  /// after it.
  Mask<S> look(const SmoothLaw<S>& docking_law, const SmoothContact<S>& docking, const SmoothContact<S>& hil,
               S quiet) {
    const S approach = given.approach, lag = given.lag;
    const S docking_end = docking.duration, hil_end = lag + hil.duration;
    const SmoothCursor<S> undelayed(hil.course, &Signals::x, &Signals::x_rate);
    // Of the HIL model, on its clock; times do not decrease.
    const auto interface_at = [&](Cursors& cursors, S u) HILSPACE_INLINE_LAMBDA {
      Way its{given.ramp_rate * u, given.ramp_rate};
      for (std::size_t n = 0; n < plan.taps; ++n) {
        const auto& [weight, tap_delay] = given.taps[n];
        const S then = u - tap_delay;
        const auto moved = cursors[n].at(then);
        const S beyond = larger(then - hil.course.end, S(0.0));
        its.x = its.x + weight * (moved.first + beyond * moved.second);
        its.rate = its.rate + weight * moved.second;
      }
      return its;
    };
    const S docking_apart = docking_end + time_to_spring_back(docking.depth_left, docking.rate_left);
    S hil_apart = hil_end + time_to_spring_back(hil.depth_left, hil.rate_left);
    if (plan.jumps)
      for (int turn = 0; turn < kTurnsToSpringBack; ++turn) {
        Cursors cursors{undelayed, undelayed, undelayed, undelayed};
        const auto [x, rate] = interface_at(cursors, hil_apart - lag);
        hil_apart = larger(hil_apart + x / larger(-rate, S(1e-300)), hil_end);
      }
    const S heard = lag + given.sensor_delay, hil_quiet = larger(hil_apart, heard + quiet);
    const S gap_begin = smaller(docking_apart, hil_quiet);
    const Span span{smaller(lag, S(0.0)), gap_begin, larger(larger(lag, S(0.0)) - gap_begin, S(0.0)),
                    larger(docking_end, hil_end), larger(docking_apart, hil_quiet)};
    std::array<S, 9 + 2 * (kMostTaps + kMostTaps * (kMostTaps + 1) / 2) + 2 * kBehind.size()> instants{
        S(0.0),    lag,      heard, docking_end, docking_apart, hil_end, hil_end + given.sensor_delay,
        hil_apart, hil_quiet};
    std::size_t count = 9;
    // The delays of the loop bring back the onset, and once more what they have brought back.
    for (std::size_t n = 0; n < plan.taps; ++n) {
      const S once = given.taps[n].delay;
      instants[count++] = lag + once;
      instants[count++] = heard + once;
      for (std::size_t k = 0; k <= n; ++k) {
        instants[count++] = lag + (once + given.taps[k].delay);
        instants[count++] = heard + (once + given.taps[k].delay);
      }
    }
    const auto look_behind = [&](S instant) {
      for (const double share : kBehind)
        instants[count++] = instant + S(share * plan.grading) * given.of_sensor.quickest;
    };
    look_behind(heard);  // there the energy is largest
    if (plan.jumps) look_behind(hil_end + given.sensor_delay);

    SmoothCursor<S> ideal(docking.course, &Signals::x, &Signals::x_rate);
    SmoothCursor<S> bodies(hil.course, &Signals::v, &Signals::y);
    Cursors interface { undelayed, undelayed, undelayed, undelayed };
    const auto see_docking = [&](S time, Mask<S> touches) HILSPACE_INLINE_LAMBDA {
      const auto seen = ideal.at(time);
      const S after = larger(time - docking_end, S(0.0));
      const S d = approach * (time - after) + seen.first + after * (approach + seen.second);
      const S v = approach + seen.second;
      const S force = select(touches, docking_law.force(d, v), S(0.0));
      return models::Observation<S>{d, v, d, v, force, force, docking_law.potential(d)};
    };
    Mask<S> alone(true);
    const auto see_hil = [&](S time, Mask<S> touches, Mask<S> hears) HILSPACE_INLINE_LAMBDA {
      const S u = time - lag;
      const auto [x, rate] = interface_at(interface, u);
      const auto felt = bodies.at(u - given.sensor_delay);
      const S force = given.law.force(x, rate);
      alone = alone && (touches || !(x > S(0.0)) || u < S(0.0) || force <= S(1e-4) * hil.peak);
      return models::Observation<S>{x,
                                    approach + felt.first,
                                    x,
                                    rate,
                                    select(touches, force, S(0.0)),
                                    select(hears, felt.second, S(0.0)),
                                    given.law.potential(x)};
    };

    // Instants closer than this are one; what jumps there is seen from inside of a step.
    const S busy = span.contact_end - span.start - span.gap;
    const S tiny = S(1e-5 / static_cast<double>(plan.looks)) * busy, inside = S(1e-4) * tiny;
    S time = span.start, place(0.0), bend(1.0);
    for (std::size_t k = 0; k < plan.looks + looks_after() + count; ++k) {
      const S planned = smaller(look_at(place + S(1.0), span), span.last);
      S next = span.last;
      for (std::size_t n = 0; n < count; ++n)
        next = select(instants[n] > time + tiny, smaller(next, instants[n]), next);
      next = select(next < planned + tiny, next, planned);
      place = select(planned <= next + tiny, place + S(1.0), place);
      const S next_bend = select(next < planned, S(1.0), S(0.0));
      const S length = next - time, middle = time + S(0.5) * length;
      const Mask<S> in_docking = middle > S(0.0) && middle < docking_end;
      const Mask<S> in_hil = middle > lag && middle < hil_end;
      const Mask<S> hears = middle > heard;
      const std::array<S, 3> at{time + inside, middle, next - inside};
      models::Views<S> i, j;
      for (std::size_t n = 0; n < at.size(); ++n) {
        i[n] = see_docking(at[n], in_docking);
        j[n] = see_hil(at[n], in_hil, hears);
      }
      metrics.add(i, j, time, length);
      add_energy(i, bend, next_bend, metrics.docking);
      add_energy(j, bend, next_bend, metrics.hil);
      time = next;
      bend = next_bend;
    }
    return alone;
  }
};

}  // namespace hilspace::simulate
