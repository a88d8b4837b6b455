#pragma once
// One contact of the axial model in pieces: everything but the contact force is linear, so a piece is solved for the
// force at its nodes alone (integrate/collocation.hpp).
//
//   y^   = G_s F^ + ...           sensor's low-pass, G = w^2/(s^2 + 2 zeta w s + w^2)
//   v^   = v0 - y^/(m s)          bodies
//   d^   = d0 + v^/s
//   x^   = G_a d^ + ...           actuator's low-pass
//   F_k  = k x_k^(3/2) (1 + (chi/v0) x'_k)    at the nodes, by iteration; behind a quantizer its mean over a cell
//
// "..." are the shares of the states at the start of the piece. Without instruments y = F and x = d: the docking
// model. The iteration contracts by about (w h)^2/30 per turn, w h the phase of the contact over a piece.
//
// A contact is cut into pieces of about equal length: the onset, even ones, and an ending whose length follows from x = 0 at its end, by
// Newton's rule with the rate there. All lanes of a pack take the same pieces at the same time; their lengths differ.
//
// Limits: one contact that pushes from its first to its last instant; `holds` says where this is so.
// Source: docs/numerics.md, "Collocation".

#include "core/scalar.hpp"
#include "integrate/collocation.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/turn.hpp"

namespace hilspace::simulate {

/// Pieces of a contact, and steps that a piece is looked at in: of the solve, of the one that judges it, and of the one whose
/// slopes are taken (linearised.hpp).
struct Effort {
  std::size_t pieces, looks;
  bool judges = false;  // whether it is a check: then it differs by what is not known, too
  friend constexpr bool operator==(const Effort&, const Effort&) = default;
};
inline constexpr Effort kUsual{6, 5}, kCheck{7, 8, true}, kFine{10, 14};
/// Turns of the iteration: in a piece of given length, and in each guess of the ending's length, of which there are so
/// many. Without instruments the damping acts at once, and the iteration contracts more slowly.
template <bool kLate>
inline constexpr int kTurns = kLate ? 3 : 5;
inline constexpr int kTurnsOfGuess = 2, kGuesses = 2;
/// Of the force in the last turn, relative to its peak; the error left is this times the contraction.
inline constexpr double kLargestChange = 1e-3;
/// Of the end of the contact, relative to its expected duration: where the interface parts slowly, as in a contact that
/// rings, the guesses do not find its end.
inline constexpr double kLargestMiss = 1e-4;

/// Over one piece; kLate: with instruments.
template <bool kLate, integrate::Course kCourse, class S>
class PieceSolver {
 public:
  HILSPACE_INLINE PieceSolver(const Linear<S>& linear, const LoopState<S>& begin, S length)
      : linear_(linear), begin_(begin), s_(integrate::rates<kCourse>(length)) {
    for (std::size_t j = 0; j < kModes; ++j) {
      const Complex s = s_[j], once = inverse(s);
      per_s_[j] = once;
      if constexpr (kLate) {
        const Complex square = s * s;
        const Complex lag_y = square + linear.sensor_drag * s;
        const Complex slow_y = inverse(linear.sensor_square + lag_y);
        sensor_[j] = linear.sensor_square * slow_y;
        y0_[j] = slow_y * (begin.y * lag_y + begin.y_rate * s);
        const Complex d = distance(j, y0_[j]);
        const Complex lag_x = square + linear.actuator_drag * s;
        const Complex slow_x = inverse(linear.actuator_square + lag_x);
        const Complex actuator = linear.actuator_square * slow_x;
        x0_[j] = actuator * d + slow_x * (begin.x * lag_x + begin.x_rate * s);
        rate0_[j] = s * (x0_[j] - begin.x);
        to_x_[j] = -linear.inverse_mass * (actuator * sensor_[j] * (once * once));
      } else {
        x0_[j] = begin.d + begin.v * once;
        rate0_[j] = {begin.v, S(0.0)};
        to_x_[j] = -linear.inverse_mass * (once * once);
      }
      to_rate_[j] = s * to_x_[j];
    }
    x_free_ = integrate::to_nodes<kCourse>(x0_);
    rate_free_ = integrate::to_nodes<kCourse>(rate0_);
  }

  /// Interface under the force f at the nodes.
  HILSPACE_INLINE void move(const integrate::AtNodes<S>& f) {
    force_ = integrate::to_modes<kCourse>(f);
    Modes forced{};
    for (std::size_t j = 0; j < kModes; ++j) forced[j] = to_x_[j] * force_[j];
    x = integrate::to_nodes<kCourse>(forced);
    for (std::size_t j = 0; j < kModes; ++j) forced[j] = to_rate_[j] * force_[j];
    x_rate = integrate::to_nodes<kCourse>(forced);
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      x[i] = x[i] + x_free_[i];
      x_rate[i] = x_rate[i] + rate_free_[i];
    }
  }

  /// All signals, after move().
  HILSPACE_INLINE LoopState<S> finish(Piece<S>& piece) const {
    const auto store = [](integrate::OverPiece<S>& over, S first, const integrate::AtNodes<S>& rest) {
      over[0] = first;
      for (std::size_t i = 0; i < integrate::kNodes; ++i) over[i + 1] = rest[i];
    };
    if constexpr (!kLate) {
      store(piece.d, begin_.d, x);
      store(piece.v, begin_.v, x_rate);
      return {x.back(), x_rate.back(), x.back(), x_rate.back(), S(0.0), S(0.0)};
    } else {
      Modes y{}, y_rate{}, v{}, d{};
      for (std::size_t j = 0; j < kModes; ++j) {
        y[j] = y0_[j] + sensor_[j] * force_[j];
        y_rate[j] = s_[j] * (y[j] - begin_.y);
        v[j] = velocity(j, y[j]);
        d[j] = distance(j, y[j]);
      }
      const auto ys = integrate::to_nodes<kCourse>(y), rates = integrate::to_nodes<kCourse>(y_rate),
                 vs = integrate::to_nodes<kCourse>(v), ds = integrate::to_nodes<kCourse>(d);
      store(piece.d, begin_.d, ds);
      store(piece.v, begin_.v, vs);
      store(piece.x, begin_.x, x);
      store(piece.x_rate, begin_.x_rate, x_rate);
      store(piece.y, begin_.y, ys);
      return {ds.back(), vs.back(), x.back(), x_rate.back(), ys.back(), rates.back()};
    }
  }

  integrate::AtNodes<S> x, x_rate;  // after move()

 private:
  static constexpr std::size_t kModes = integrate::kModes<kCourse>.size();
  using Complex = integrate::Complex<S>;
  using Modes = integrate::InModes<S>;

  HILSPACE_INLINE Complex velocity(std::size_t j, Complex y) const {
    return begin_.v + -linear_.inverse_mass * (per_s_[j] * y);
  }
  HILSPACE_INLINE Complex distance(std::size_t j, Complex y) const {
    return begin_.d + per_s_[j] * velocity(j, y);
  }

  Linear<S> linear_;
  LoopState<S> begin_;
  Modes s_, per_s_{}, sensor_{}, y0_{}, x0_{}, rate0_{}, to_x_{}, to_rate_{}, force_;
  integrate::AtNodes<S> x_free_, rate_free_;
};

/// Taylor's series of the interface at the start of a piece: x + t x' + t^2/2 x" + t^3/6 x.
template <class S>
struct InterfaceSeries {
  S x, rate, second, third;

  HILSPACE_INLINE S at(S t) const {
    return x + t * (rate + t * (S(0.5) * second + S(1.0 / 6.0) * (t * third)));
  }
  HILSPACE_INLINE S rate_at(S t) const { return rate + t * (second + S(0.5) * (t * third)); }
};
template <bool kLate, class S>
HILSPACE_INLINE InterfaceSeries<S> series_at(const Linear<S>& linear, const PieceLaw<S>& law,
                                             const LoopState<S>& at) {
  if constexpr (kLate) {
    const S second = linear.actuator_square * (at.d - at.x) - linear.actuator_drag * at.x_rate;
    return {at.x, at.x_rate, second,
            linear.actuator_square * (at.v - at.x_rate) - linear.actuator_drag * second};
  } else {
    const S depth = larger(at.d, S(0.0)), root = square_root(depth);
    const S second = -linear.inverse_mass * law.force(at.d, at.v);
    return {at.d, at.v, second,
            -linear.inverse_mass * law.stiffness * root *
                (S(1.5) * at.v * (S(1.0) + law.damping * at.v) + depth * law.damping * second)};
  }
}
/// Force at the nodes of the next piece, by that series.
template <integrate::Course kCourse, class S>
HILSPACE_INLINE integrate::AtNodes<S> first_guess(const PieceLaw<S>& law, const InterfaceSeries<S>& series,
                                                  S length) {
  integrate::AtNodes<S> force;
  for (std::size_t i = 0; i < integrate::kNodes; ++i) {
    const S t = S(integrate::time_share(kCourse, integrate::kNodeTaus[i])) * length;
    force[i] = law.mean_force(series.at(t), series.rate_at(t));
  }
  return force;
}
/// When the series passes 0, from an interface that retreats where `retreats`.
template <class S>
HILSPACE_INLINE S time_to_part(const InterfaceSeries<S>& series, Mask<S> retreats, S longest) {
  S time = series.x / select(retreats, -series.rate, S(1.0));
  for (int turn = 0; turn < 3; ++turn) {
    const S rate = series.rate_at(time);
    const Mask<S> goes = retreats && rate < S(0.0);
    time = larger(smaller(time - select(goes, series.at(time) / select(goes, rate, S(1.0)), S(0.0)), longest),
                  S(0.0));
  }
  return time;
}

/// Length of an even piece, `about` without a turn. What a quantum gives the bodies where the interface turns reaches them at
/// the end of the piece (turn.hpp), and the contact feels it from there on: the turn is to be close to that end. It is
/// foreseen within a quarter of the time until then.
template <class S>
HILSPACE_INLINE S length_to_turn(const InterfaceSeries<S>& series, Mask<S> is_quantized, S about) {
  constexpr double kForeseen = 1.25, kLongest = 1.2;
  // The first root of r + t r' + t^2/2 r".
  const S square = series.second * series.second - S(2.0) * series.rate * series.third;
  const S slows = square_root(larger(square, S(0.0))) - series.second;
  const Mask<S> turns = is_quantized && series.rate > S(0.0) && slows > S(0.0);
  const S until = S(2.0 * kForeseen) * series.rate / select(turns, slows, S(1.0));
  const Mask<S> in_one = turns && until < S(kLongest) * about,
                in_two = turns && !in_one && until < S(2.0 * kLongest) * about;
  return select(in_one, larger(until, S(0.5) * about), select(in_two, S(0.5) * until, about));
}

/// `turns` of the iteration; `force` holds the guess before, and the last force after it. `change` is raised to that
/// of the last turn.
template <bool kLate, integrate::Course kCourse, class S>
LoopState<S> solve_piece(const Linear<S>& linear, const PieceLaw<S>& law, const LoopState<S>& begin, S start,
                         S length, int turns, integrate::AtNodes<S>& force, Piece<S>& piece, S& change) {
  PieceSolver<kLate, kCourse, S> solver(linear, begin, length);
  solver.move(force);
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t i = 0; i < integrate::kNodes; ++i) {
      const S next = law.mean_force(solver.x[i], solver.x_rate[i]);
      if (turn + 1 == turns) change = larger(change, magnitude(next - force[i]));
      force[i] = next;
    }
    solver.move(force);
  }
  piece.start = start;
  piece.length = length;
  return solver.finish(piece);
}

/// The contact from its onset at `start` on, where the interface stands at 0. `expected`: its duration, s.
template <bool kLate, class S, std::size_t kCount>
void solve_contact(const Linear<S>& linear, const PieceLaw<S>& law, LoopState<S> state, S start, S expected,
                   const Quanta<S>& quanta, Pieces<S, kCount>& contact) {
  using enum integrate::Course;
  const S length = S(1.0 / kCount) * expected;
  auto& pieces = contact.pieces;
  auto force = first_guess<onset>(law, series_at<kLate>(linear, law, state), length);
  state = solve_piece<kLate, onset>(linear, law, state, start, length, kTurns<kLate>, force, pieces[0],
                                    contact.change);
  S time = start + length;
  Mask<S> pushes(true);
  const Mask<S> is_quantized = quanta.actuator > S(0.0);
  for (std::size_t p = 1; p + 1 < kCount; ++p) {
    const auto ahead = series_at<kLate>(linear, law, state);
    const S share =
        larger(S(1.0 / static_cast<double>(kCount - p)) * (start + expected - time), S(0.5) * length);
    const S step = length_to_turn(ahead, is_quantized, select(is_quantized, share, length));
    const LoopState<S> before = state;
    force = first_guess<even>(law, ahead, step);
    state = solve_piece<kLate, even>(linear, law, before, time, step, kTurns<kLate>, force, pieces[p],
                                     contact.change);
    if constexpr (kLate) add_turns(linear, law, quanta, pieces[p], before, state, contact.turn);
    time = time + step;
    for (const S& f : force) {
      pushes = pushes && f > S(0.0);
      contact.peak = larger(contact.peak, f);
    }
  }
  const S depth = kLate ? state.x : state.d, closing = kLate ? state.x_rate : state.v;
  pushes = pushes && depth > S(0.0) && closing < S(0.0);
  // A sensor so late that its force still grows turns in the last piece, where turns are not added.
  if constexpr (kLate) pushes = pushes && !(quanta.sensor > S(0.0) && state.y_rate > S(0.0));
  const auto series = series_at<kLate>(linear, law, state);
  S rest = time_to_part(series, pushes, S(3.0) * length);
  force = first_guess<ending>(law, series, rest);
  const auto last = [&](int turns, S& change) {
    return solve_piece<kLate, ending>(linear, law, state, time, rest, turns, force, pieces[kCount - 1],
                                      change);
  };
  LoopState<S> end;
  // s, how long after its end, where x = 0, to first order.
  const auto miss = [&] { return kLate ? end.x / end.x_rate : end.d / end.v; };
  for (int guess = 0; guess < kGuesses; ++guess) {
    S aside(0.0);
    end = last(kTurnsOfGuess, aside);
    rest = rest - miss();
  }
  end = last(kTurns<kLate>, contact.change);
  const S end_rate = kLate ? end.x_rate : end.v, overlap = kLate ? end.x : end.d;
  // Damping that makes the contact pull ends it before, with a depth that comes to rest by itself.
  const Mask<S> pushed = S(1.0) + law.damping * end_rate > S(0.0);
  contact.end = time + rest;
  contact.last = end;
  contact.holds = pushes && rest > S(0.2) * length && rest < S(2.5) * length && end_rate < S(0.0) &&
                  end.v < S(0.0) && pushed && finite(end.d + end.x) &&
                  contact.change <= S(kLargestChange) * contact.peak &&
                  magnitude(miss()) <= S(kLargestMiss) * expected &&
                  magnitude(overlap) <= S(kLargestMiss) * expected * magnitude(end_rate);
}

/// What follows after the contact: no force, the sensor comes to rest.
template <std::size_t kCount, class S>
void solve_rest(const Linear<S>& linear, LoopState<S> state, S start, S length, Pieces<S, kCount>& rest) {
  const PieceLaw<S> nothing{S(0.0), S(0.0)};
  integrate::AtNodes<S> force;
  force.fill(S(0.0));
  S time = start;
  for (auto& piece : rest.pieces) {
    state = solve_piece<true, integrate::Course::even>(linear, nothing, state, time, length, 0, force, piece,
                                                       rest.change);
    time = time + length;
  }
  rest.end = time;
  rest.last = state;
}

}  // namespace hilspace::simulate
