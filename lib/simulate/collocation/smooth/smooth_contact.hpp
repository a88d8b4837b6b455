#pragma once
// One contact of a smooth loop (smooth_loop.hpp), and what follows, in pieces.
//
// The force at the nodes of a piece is found by iteration: it moves the interface, through the delay of the loop, and the law
// gives the next one. A delay longer than a piece makes that explicit. How long the pieces of a contact are: piece_lengths.hpp.
// Behind the contact they begin with the sensor's shortest time constant.
//
// Limits: one contact that pushes from its first to its last instant, or pulls where the law may; `holds` says where this is
// so, where the iteration contracts, and where polynomials follow all signals: their last term is below that of the plan, and
// kLargestTailBehind behind the contact.

#include <array>
#include <cstddef>

#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/smooth/piece_lengths.hpp"
#include "simulate/collocation/smooth/smooth_course.hpp"

namespace hilspace::simulate {

/// Of the last turn, and of the last term of a polynomial behind the contact, relative to the largest value.
inline constexpr double kLargestSmoothChange = 1e-5, kLargestTailBehind = 1e-4;

/// `Law`: at the nodes; chained_contact.hpp has that of the mean behind a quantizer.
template <class S, class Law = SmoothLaw<S>>
class SmoothContact {
 public:
  SmoothCourse<S> course;
  S duration = S(0.0), impulse = S(0.0);      // s, N s
  S depth_left = S(0.0), rate_left = S(0.0);  // x and x' at the end of the contact
  S peak = S(0.0);                            // N, largest force at a node
  Mask<S> holds{true};

  SmoothContact(const SmoothPlan& plan, const SmoothLoop<S>& loop, const Law& law, S ramp_rate,
                const Taps<S>& taps, S tensile)
      : loop_(loop), law_(law), ramp_rate_(ramp_rate), taps_(taps), tensile_(tensile), rate_(ramp_rate) {
    course.plan = plan;
  }

  /// The contact from its onset on. `expected`: its duration; `quickest`: shortest time constant of the sensor, s, or 0.
  // Not inlined: for pairs of doubles g++ 12 breaks off with an internal error.
  [[gnu::noinline]] void solve(S expected, S quickest) {
    using enum integrate::Course;
    const std::size_t count = course.plan.pieces;
    PieceLengths<S> lengths(course.plan, taps_, expected, quickest);
    for (std::size_t p = 0; p + 1 < count; ++p) {
      const S length = lengths.next(p, time_, ahead_);
      if (course.course_of(p) == onset)
        go_on<onset>(length);
      else
        go_on<even>(length);
    }
    const S nominal = lengths.nominal();
    holds = holds && recedes();
    if (course.plan.jumps) {
      part<even>(expected, nominal);
    } else {
      part<ending>(expected, nominal);
      // Damping that makes the contact pull ends it before. An interface that rings may push again at its end.
      for (const S& rate : shown_.x_rate) holds = holds && S(1.0) + law_.damping * rate > S(0.0);
    }
    duration = time_;
    holds = holds && changes_ <= S(kLargestSmoothChange) * peak && rate_left < S(0.0) &&
            larger(tail_of_force_, tail_of_measured_) <= S(course.plan.largest_tail) * peak &&
            finite(duration + impulse);
    course.end = time_;
  }

  /// What follows, without force, for that long.
  void rest(S length, S quickest) {
    // From the shortest time constant on, each piece longer than the one before by the same factor.
    const std::size_t count = course.plan.rest;
    const S all(static_cast<double>(count));
    const S first = smaller(larger(S(0.8) * quickest, S(1e-3) * length), length / all);
    const S factor = power(length / (all * first), S(2.0) / (all - S(1.0)));
    S sum(0.0), share(1.0);
    for (std::size_t k = 0; k < count; ++k, share = share * factor) sum = sum + share;
    S step = length / sum;
    tail_of_measured_ = S(0.0);
    AtNodes nothing;
    nothing.fill(S(0.0));
    for (std::size_t k = 0; k < count; ++k, step = step * factor) {
      SmoothPiece<integrate::Course::even, S> piece(loop_, state_, step);
      piece.move(nothing);
      keep(piece, step, S(0.0));
    }
    course.end = time_;
    holds = holds && tail_of_measured_ <= S(kLargestTailBehind) * peak;
  }

 protected:
  using AtNodes = integrate::AtNodes<S>;

  Mask<S> may_pull() const { return tensile_ > S(0.0); }
  /// Whether what ends the contact is positive and falls.
  Mask<S> recedes() const { return PieceLengths<S>::recedes(ahead_); }

  /// Force at the nodes of the next piece, by the series at its start.
  HILSPACE_INLINE AtNodes guess(S length, integrate::Course its) const {
    AtNodes force;
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const S t = S(integrate::time_share(its, integrate::kNodeTaus[i])) * length;
      force[i] = law_.force(motion_.at(t), motion_.rate_at(t));
    }
    return force;
  }

  /// The undelayed interface's departure, at the times of the nodes of a piece, so much earlier.
  struct Late {
    AtNodes x, rate;  // of earlier pieces
    AtNodes tau;      // in this one
    AtNodes here;     // > 0: in this one
    bool any_here = false;
  };
  template <integrate::Course kCourse>
  HILSPACE_INLINE Late late(S length, S delay) const {
    Late its;
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const S then = time_ + S(integrate::time_share(kCourse, integrate::kNodeTaus[i])) * length - delay;
      its.x[i] = its.rate[i] = S(0.0);
      for (std::size_t q = 0; q < course.pieces; ++q) {
        const Mask<S> in = then > course.begins[q] && then <= course.begins[q] + course.lengths[q];
        if (!any(in)) continue;
        const S tau = course.tau(q, then);
        its.x[i] = select(in, integrate::at(course.powers[q].x, tau), its.x[i]);
        its.rate[i] = select(in, integrate::at(course.powers[q].x_rate, tau), its.rate[i]);
      }
      its.here[i] = then - time_;
      its.any_here = its.any_here || any(its.here[i] > S(0.0));
      its.tau[i] = SmoothCourse<S>::tau(kCourse, time_, length, then);
    }
    return its;
  }

  /// The interface at the nodes of a piece.
  struct Interface {
    AtNodes x, rate;
    S change = S(0.0);  // N, of the last turn
  };
  /// Adds one tap. `x`, `rate`: the piece's polynomials, where it looks into that.
  template <integrate::Course kCourse>
  HILSPACE_INLINE void add(const Tap<S>& tap, const Late& past, const SmoothPiece<kCourse, S>& piece,
                           const integrate::OverPiece<S>& x, const integrate::OverPiece<S>& rate,
                           Interface& its) const {
    const Mask<S> is_late = tap.delay > S(0.0);
    const bool any_late = any(is_late);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      S then_x = piece.x[i], then_rate = piece.x_rate[i];
      if (any_late) {
        S late_x = past.x[i], late_rate = past.rate[i];
        if (past.any_here) {
          const Mask<S> here = past.here[i] > S(0.0);
          late_x = select(here, integrate::at(x, past.tau[i]), late_x);
          late_rate = select(here, integrate::at(rate, past.tau[i]), late_rate);
        }
        then_x = select(is_late, late_x, then_x);
        then_rate = select(is_late, late_rate, then_rate);
      }
      its.x[i] = its.x[i] + tap.weight * then_x;
      its.rate[i] = its.rate[i] + tap.weight * then_rate;
    }
  }
  /// `turns` of the iteration; `force` holds the guess before, and the last force after it.
  template <integrate::Course kCourse>
  Interface iterate(SmoothPiece<kCourse, S>& piece, S length, int turns, AtNodes& force) const {
    const std::size_t taps = course.plan.taps;
    std::array<Late, kMostTaps> past;
    bool any_late = taps > 1, any_here = false;
    for (std::size_t j = 0; j < taps; ++j) {
      if (!any(taps_[j].delay > S(0.0))) continue;
      any_late = true;
      past[j] = late<kCourse>(length, taps_[j].delay);
      any_here = any_here || past[j].any_here;
    }
    Interface its;
    const auto see = [&]() HILSPACE_INLINE_LAMBDA {
      piece.move(force);
      its.x = piece.x;
      its.rate = piece.x_rate;
      if (any_late) {
        integrate::OverPiece<S> x, rate;
        if (any_here) {
          x = integrate::powers_of(integrate::over_piece(state_.x, piece.x));
          rate = integrate::powers_of(integrate::over_piece(departure_rate_, piece.x_rate));
        }
        its.x.fill(S(0.0));
        its.rate.fill(S(0.0));
        for (std::size_t j = 0; j < taps; ++j) add(taps_[j], past[j], piece, x, rate, its);
      }
      for (std::size_t i = 0; i < integrate::kNodes; ++i) {
        const S time = time_ + S(integrate::time_share(kCourse, integrate::kNodeTaus[i])) * length;
        its.x[i] = its.x[i] + ramp_rate_ * time;
        its.rate[i] = its.rate[i] + ramp_rate_;
      }
    };
    see();
    for (int turn = 0; turn < turns; ++turn) {
      for (std::size_t i = 0; i < integrate::kNodes; ++i) {
        const S next = law_.force(its.x[i], its.rate[i]);
        if (turn + 1 == turns) its.change = larger(its.change, magnitude(next - force[i]));
        force[i] = next;
      }
      see();
    }
    return its;
  }

  /// How long after the contact's end the piece ends, to first order: the force of a law that pushes only is 0 there, or the
  /// interface.
  HILSPACE_INLINE S miss(const Interface& its, const AtNodes& force, S length) const {
    const S parted = its.x.back() / its.rate.back();
    if (!course.plan.jumps) return parted;
    const auto powers = integrate::powers_of(integrate::over_piece(law_.force(x_, rate_), force));
    S slope(0.0);
    for (std::size_t i = 1; i <= integrate::kNodes; ++i)
      slope = slope + S(static_cast<double>(i)) * powers[i];
    return select(may_pull(), parted, force.back() * length / slope);
  }

  /// Solves a piece of the contact and goes on to its end.
  template <integrate::Course kCourse>
  void go_on(S length) {
    AtNodes force = guess(length, kCourse);
    const Interface its = take<kCourse>(length, force);
    for (std::size_t i = 0; i < integrate::kNodes; ++i)
      holds = holds && its.x[i] > S(0.0) && (may_pull() || force[i] > S(0.0));
  }
  /// The last one, whose length is guessed.
  template <integrate::Course kCourse>
  void part(S expected, S nominal) {
    const S shortest = S(1e-3) * nominal;
    S left = larger(time_to_part(ahead_, recedes(), S(3.0) * nominal), shortest);
    AtNodes force = guess(left, kCourse);
    for (int round = 0; round < 2; ++round) {
      SmoothPiece<kCourse, S> piece(loop_, state_, left);
      const Interface its = iterate(piece, left, course.plan.turns_of_guess, force);
      left = larger(left - miss(its, force, left), shortest);
    }
    take<kCourse>(left, force);
    depth_left = x_;
    rate_left = rate_;
    holds = holds && magnitude(miss_) <= S(1e-5) * expected && left > S(2.0) * shortest &&
            left < S(3.0) * nominal;
  }
  template <integrate::Course kCourse>
  Interface take(S length, AtNodes& force) {
    SmoothPiece<kCourse, S> piece(loop_, state_, length);
    const Interface its = iterate(piece, length, course.plan.turns, force);
    const S first = law_.force(x_, rate_);
    const auto rates = integrate::powers_of(integrate::over_piece(rate_, its.rate));
    miss_ = miss(its, force, length);
    keep(piece, length, first);
    shown_.x = integrate::over_piece(x_, its.x);
    shown_.x_rate = integrate::over_piece(rate_, its.rate);
    S sum(0.0);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const double weight =
          integrate::kQuadrature[i] * integrate::time_rate(kCourse, integrate::kNodeTaus[i]);
      sum = sum + S(weight) * force[i];
      peak = larger(peak, magnitude(force[i]));
    }
    impulse = impulse + length * sum;
    tail_of_force_ = larger(tail_of_force_, tail(integrate::powers_of(integrate::over_piece(first, force))));
    changes_ = larger(changes_, its.change);
    x_ = its.x.back();
    rate_ = its.rate.back();
    look_ahead<kCourse>(rates, length);
    return its;
  }

  /// Taylor's series of the interface at the end of a piece, and of what ends the contact.
  template <integrate::Course kCourse>
  HILSPACE_INLINE void look_ahead(const integrate::OverPiece<S>& rate, S length) {
    S once(0.0), twice(0.0);
    for (std::size_t i = 1; i <= integrate::kNodes; ++i) {
      const double n = static_cast<double>(i);
      once = once + S(n) * rate[i];
      twice = twice + S(n * (n - 1.0)) * rate[i];
    }
    constexpr double kRate = kCourse == integrate::Course::even ? 1.0 : 2.0;
    const S per_tau = S(1.0) / (S(kRate) * length);
    const S second = once * per_tau;
    const S bend = kCourse == integrate::Course::onset ? S(2.0) * length * second : S(0.0);
    const S third = (twice - bend) * (per_tau * per_tau);
    motion_ = {x_, rate_, second, third};
    ahead_ = motion_;
    if (course.plan.jumps) {
      const S k = law_.stiffness, b = law_.viscosity;
      ahead_.x = select(may_pull(), x_, k * x_ + b * rate_);
      ahead_.rate = select(may_pull(), rate_, k * rate_ + b * second);
      ahead_.second = select(may_pull(), second, k * second + b * third);
      ahead_.third = select(may_pull(), third, k * third);
    }
  }

  /// The last term of a polynomial over a piece, in Chebyshev's polynomials.
  static HILSPACE_INLINE S tail(const integrate::OverPiece<S>& powers) {
    return S(1.0 / 2048.0) * magnitude(powers[integrate::kNodes]);
  }
  /// Keeps a piece's signals, and goes on to its end. `first`: F at its start.
  template <integrate::Course kCourse>
  HILSPACE_INLINE void keep(const SmoothPiece<kCourse, S>& piece, S length, S first) {
    const std::size_t p = course.pieces++;
    auto& signals = course.powers[p];
    state_ = piece.finish(departure_rate_, first, signals);
    departure_rate_ = piece.x_rate.back();
    shown_.v = signals.v;
    shown_.y = signals.y;
    for (auto* its : {&signals.v, &signals.x, &signals.x_rate, &signals.y}) *its = integrate::powers_of(*its);
    tail_of_measured_ = larger(tail_of_measured_, tail(signals.y));
    course.begins[p] = time_;
    course.lengths[p] = length;
    time_ = time_ + length;
  }

  SmoothLoop<S> loop_;
  Law law_;
  S ramp_rate_;
  Taps<S> taps_;
  S tensile_;
  SmoothState<S> state_;
  SmoothSignals<S>
      shown_;  // over the last piece: bodies, the interface as it is late, and the measured force
  S departure_rate_ = S(0.0);  // of the undelayed interface from its ramp
  S time_ = S(0.0), x_ = S(0.0), rate_;
  InterfaceSeries<S> motion_{S(0.0), rate_, S(0.0), S(0.0)}, ahead_ = motion_;
  S changes_ = S(0.0), miss_ = S(0.0), tail_of_force_ = S(0.0), tail_of_measured_ = S(0.0);
};

}  // namespace hilspace::simulate
