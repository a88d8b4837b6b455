#pragma once
// One contact behind a chain of linear stages and fine quanta, in pieces.
//
// The loop and its delay are those of smooth_contact.hpp; the force at the nodes is the mean over a cell, the interface turns
// close to the end of a piece, and the bodies get there what the quanta give them at the turns (turn.hpp). u = 0 at the
// interface's onset.
//
// A piece ends where the delay brings back the onset, unless that is within half a piece: behind the sensor the motion bends there
// as the power 7/2 of the time, which is little at the begin of a contact. All pieces are about as long: a sensor of one low-pass
// needs no short ones behind the onset.
//
// Limits: those of smooth_contact.hpp; a sensor of one low-pass without a delay.

#include <array>
#include <cstddef>

#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/smooth/smooth_contact.hpp"

namespace hilspace::simulate {

/// At the nodes of a piece the force is the mean over a cell.
template <class S>
struct MeanLaw : PieceLaw<S> {
  S viscosity = S(0.0);
  HILSPACE_INLINE S force(S a, S rate) const { return this->mean_force(a, rate); }
};

/// Turns of the iteration; of the force in the last one, relative to its peak: the error left is this times the contraction.
inline constexpr int kChainedTurns = 4;
inline constexpr double kLargestChainedChange = 1e-4;

template <class S, std::size_t kCount>
class ChainedContact : SmoothContact<S, MeanLaw<S>> {
 public:
  /// `linear`: bodies and sensor; `loop`: the same, and the actuator; `lag`: of the latter on the ramp, s.
  ChainedContact(const Linear<S>& linear, const SmoothLoop<S>& loop, const PieceLaw<S>& law, S approach,
                 S delay, S lag, const Quanta<S>& quanta)
      : Smooth({.pieces = kCount, .turns = kChainedTurns, .turns_of_guess = 2}, loop, MeanLaw<S>{law},
               approach, {{{S(1.0), delay}}}, S(0.0)),
        delay_(delay),
        linear_(linear),
        pieces_law_(law),
        quanta_(quanta),
        lag_(lag) {}

  /// The contact from its onset on. `expected`: its duration, s.
  [[gnu::noinline]] void solve(S expected, Pieces<S, kCount>& contact) {
    using enum integrate::Course;
    constexpr double kAll = kCount;
    const S nominal = S(1.0 / kAll) * expected;
    const Mask<S> breaks = delay_ > S(0.5) * nominal && delay_ < S(0.6) * expected;
    const S until = select(breaks, delay_, S(0.0));
    const S aligned = larger(smaller(round_even(until / nominal), S(kAll - 4.0)), S(1.0));
    const S step_until = until / aligned;
    const Mask<S> is_quantized = quanta_.actuator > S(0.0);
    this->template go_on<onset>(select(breaks, step_until, nominal));
    take_piece(contact.pieces[0]);
    for (std::size_t p = 1; p + 1 < kCount; ++p) {
      const Mask<S> is_free = this->time_ >= S(1.0 - 1e-9) * until;
      const S share(1.0 / static_cast<double>(kCount - p));
      S length = larger(share * (expected - this->time_), S(0.5) * nominal);
      const Mask<S> recedes = is_free && this->recedes();
      if (any(recedes)) {
        const S left = share * time_to_part(this->motion_, recedes, S(2.0) * expected);
        length = select(recedes, smaller(larger(left, S(0.5) * nominal), S(1.5) * nominal), length);
      }
      length = select(is_free, length_to_turn(this->motion_, is_quantized && is_free, length), step_until);
      const LoopState<S> before = state();
      this->template go_on<even>(length);
      take_piece(contact.pieces[p]);
      turn(contact.pieces[p], before, contact.turn);
    }
    // A sensor so late that its force still grows turns in the last piece, where turns are not added.
    this->holds = this->holds && this->recedes() && !(quanta_.sensor > S(0.0) && state().y_rate > S(0.0));
    this->template part<ending>(expected, nominal);
    take_piece(contact.pieces[kCount - 1]);
    contact.end = lag_ + this->time_;
    contact.last = state();
    contact.change = this->changes_;
    contact.peak = this->peak;
    // Damping that makes the contact pull ends it before, with a depth that comes to rest by itself. An interface that rings may push
    // again at its end.
    Mask<S> pushed(true);
    for (const S& rate : this->shown_.x_rate) pushed = pushed && S(1.0) + pieces_law_.damping * rate > S(0.0);
    contact.holds = this->holds && pushed && this->rate_left < S(0.0) && contact.last.v < S(0.0) &&
                    this->changes_ <= S(kLargestChainedChange) * this->peak &&
                    larger(this->tail_of_force_, this->tail_of_measured_) <=
                        S(this->course.plan.largest_tail) * this->peak &&
                    finite(this->time_ + this->impulse);
  }

  /// x" at the end of the contact, where x' is a polynomial in the root of what is left of the piece.
  S bend() const {
    const auto powers = integrate::powers_of(this->shown_.x_rate);
    S twice(0.0);
    for (std::size_t i = 2; i <= integrate::kNodes; ++i)
      twice = twice + S(static_cast<double>(i * (i - 1))) * powers[i];
    return S(-0.5) * twice / this->course.lengths[this->course.pieces - 1];
  }

  /// What follows without a force: for `length`, until the sensor has come to rest, it is read, and then looked whether the interface
  /// stays apart, while the delay and the actuator, which settles in `settling`, show what has been. Returns where it does.
  Mask<S> rest(S length, S settling, Pieces<S, 1>& rest) {
    AtNodes nothing;
    nothing.fill(S(0.0));
    Mask<S> apart(true);
    const auto go_on = [&](S step) {
      SmoothPiece<integrate::Course::even, S> piece(this->loop_, this->state_, step);
      const auto its = this->iterate(piece, step, 0, nothing);
      this->keep(piece, step, S(0.0));
      this->shown_.x = integrate::over_piece(this->x_, its.x);
      this->shown_.x_rate = integrate::over_piece(this->rate_, its.rate);
      this->x_ = its.x.back();
      this->rate_ = its.rate.back();
      for (const S& x : its.x) apart = apart && !(x > S(0.0));
    };
    go_on(length);
    take_piece(rest.pieces[0]);
    rest.end = lag_ + this->time_;
    rest.last = state();
    constexpr int kPieces = 4;
    const S left = delay_ + larger(settling, S(0.1) * this->time_);
    for (int k = 0; k < kPieces; ++k) go_on(S(1.0 / kPieces) * left);
    return apart;
  }

 private:
  using Smooth = SmoothContact<S, MeanLaw<S>>;
  using AtNodes = integrate::AtNodes<S>;

  /// At the end of the last piece. The sensor's output is that of its one low-pass.
  HILSPACE_INLINE LoopState<S> state() const {
    const auto& its = this->state_;
    return {its.d,
            this->ramp_rate_ + its.v,
            this->x_,
            this->rate_,
            linear_.sensor_square * its.sensor[0].z,
            linear_.sensor_square * its.sensor[0].rate};
  }
  HILSPACE_INLINE void take_piece(Piece<S>& piece) const {
    const std::size_t last = this->course.pieces - 1;
    piece.start = lag_ + this->course.begins[last];
    piece.length = this->course.lengths[last];
    piece.v = this->shown_.v;
    for (S& v : piece.v) v = v + this->ramp_rate_;
    piece.x = this->shown_.x;
    piece.x_rate = this->shown_.x_rate;
    piece.y = this->shown_.y;
  }
  /// What the quanta give the bodies in a piece, to the state at its end. A chain that passes jumps on, at once, shows it there.
  void turn(const Piece<S>& piece, const LoopState<S>& before, Turn<S>& turn) {
    LoopState<S> after = state();
    add_turns(linear_, pieces_law_, quanta_, piece, before, after, turn);
    auto& its = this->state_;
    const S kick = after.v - (this->ramp_rate_ + its.v);
    const Mask<S> turns = !(kick == S(0.0));
    if (!any(turns)) return;
    its.v = its.v + kick;
    its.d = after.d;
    const auto shown = this->loop_.actuator.moving(its.actuator, {its.d, its.v});
    its.x = select(turns, shown.value, its.x);
    this->departure_rate_ = select(turns, shown.rate, this->departure_rate_);
    const Mask<S> at_once = turns && !(delay_ > S(0.0));
    this->x_ = select(at_once, this->ramp_rate_ * this->time_ + its.x, this->x_);
    this->rate_ = select(at_once, this->ramp_rate_ + this->departure_rate_, this->rate_);
  }

  S delay_;  // s
  Linear<S> linear_;
  PieceLaw<S> pieces_law_;
  Quanta<S> quanta_;
  S lag_;
};

}  // namespace hilspace::simulate
