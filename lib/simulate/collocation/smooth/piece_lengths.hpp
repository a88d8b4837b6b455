#pragma once
// Lengths of the pieces of a contact (smooth_contact.hpp).
//
//   head           short pieces behind the onset, where the sensor begins to follow
//   to the bends   whole pieces up to each instant at which a delay brings back the onset, since there the motion bends
//   free           the rest of the expected duration in equal parts; once the interface recedes, of the time until it parts
//
// A force that does not jump at the onset is a power of the time there. A piece that does not begin with the onset follows that
// as long as its end is no more than kLargestGrowth times as late as its begin; and what a delay brings back bends so little that
// only that of the first tap counts, unless it is early.

#include <array>
#include <cstddef>

#include "core/scalar.hpp"
#include "simulate/collocation/contact_pieces.hpp"
#include "simulate/collocation/smooth/smooth_course.hpp"

namespace hilspace::simulate {

template <class S>
class PieceLengths {
 public:
  /// `expected`: duration of the contact; `quickest`: shortest time constant of the sensor, s, or 0.
  PieceLengths(const SmoothPlan& plan, const Taps<S>& taps, S expected, S quickest)
      : plan_(plan),
        count_(static_cast<double>(plan.pieces)),
        expected_(expected),
        never_(S(2.0) * expected),
        quick_(S(plan.grading) * quickest),
        head_(head(quickest)) {
    const S sum = head_[0] + head_[1] + head_[2];
    const S soonest = S(plan.jumps ? 0.0 : kEarly) * sum;
    S first = never_;
    for (std::size_t j = 0; j < bends(); ++j) {
      const S its = taps[j].delay;
      bends_[j] = select(its > soonest && its < S(kLatest) * expected, its, never_);
      first = smaller(first, bends_[j]);
    }
    const S shrink = smaller(first / sum, S(1.0));
    for (S& its : head_) its = shrink * its;
  }

  S nominal() const { return expected_ / count_; }

  /// Of a piece but the last one, which begins at that time. `ahead`: what ends the contact, by its series there.
  // Masks are kept apart: from selects by combined ones g++ 12 breaks off with an internal error, for pairs of doubles.
  S next(std::size_t piece, S time, const InterfaceSeries<S>& ahead) {
    if (piece < (plan_.jumps ? 3u : 2u)) return head_[piece];
    const S left = count_ - S(static_cast<double>(piece)), share = (expected_ - time) / left;
    const S now = S(1.0 + 1e-9) * time;
    S bend = never_, later(0.0);
    for (std::size_t j = 0; j < bends(); ++j)
      bend = smaller(bend, select(bends_[j] > now, bends_[j], never_));
    for (std::size_t j = 0; j < bends(); ++j)
      later = later + select(bends_[j] > bend, select(bends_[j] < expected_, S(1.0), S(0.0)), S(0.0));
    const Mask<S> is_free = bend >= expected_;
    free_ = select(is_free, select(free_ > S(0.0), free_, share), free_);
    const S until = bend - time;
    const S parts = larger(smaller(round_even(until / share), left - S(kLeftBehind) - later), S(1.0));
    S free = free_;
    const Mask<S> recedes = this->recedes(ahead);
    if (any(recedes)) {
      const S part = larger(time_to_part(ahead, recedes, never_), time_to_fall(ahead)) / left;
      free = select(recedes, smaller(larger(part, S(0.25) * free_), S(1.5) * free_), free_);
    }
    const S length = select(is_free, free, until / parts);
    if (!plan_.jumps) return smaller(length, S(kLargestGrowth - 1.0) * time);
    // A bend within the head made it shorter: the sensor still begins to follow.
    const S grown = larger(S(kFirstOfQuick) * quick_, S(2.0) * time);
    return select(time < S(kHeadOfQuick) * quick_, smaller(length, grown), length);
  }

  /// Whether what ends the contact is positive and falls.
  static HILSPACE_INLINE Mask<S> recedes(const InterfaceSeries<S>& ahead) {
    return ahead.x > S(0.0) && ahead.rate < S(0.0);
  }

 private:
  static constexpr double kLargestGrowth = 4.0;
  /// Of the head, below which a delay is early; of the expected duration, above which it counts no more.
  static constexpr double kEarly = 0.3, kLatest = 0.6;
  static constexpr double kLeftBehind = 4.0;  // pieces behind the last bend
  /// Where the force jumps, in the sensor's shortest time constants: the first piece, and the head.
  static constexpr double kFirstOfQuick = 1.2, kHeadOfQuick = 11.0;

  std::size_t bends() const { return plan_.jumps ? plan_.taps : 1; }

  std::array<S, 3> head(S quickest) const {
    const S about = nominal(), quick = S(plan_.grading) * select(quickest > S(0.0), quickest, about);
    if (plan_.jumps)
      return {smaller(S(kFirstOfQuick) * quick, S(0.3) * about), smaller(S(3.0) * quick, about),
              smaller(S(7.0) * quick, about)};
    const S first = smaller(larger(S(3.0) * quick, S(1.0 / 12.0) * about), S(0.3) * about);
    return {first, smaller(larger(S(9.0) * quick, S(kLargestGrowth - 1.0) * first), about), S(0.0)};
  }

  /// Until what ends the contact is 0 at its present second derivative, which fades: no sooner. Just behind a turn a longer
  /// series tells nothing.
  static HILSPACE_INLINE S time_to_fall(const InterfaceSeries<S>& ahead) {
    const S square = ahead.rate * ahead.rate - S(2.0) * smaller(ahead.second, S(0.0)) * ahead.x;
    return S(2.0) * ahead.x / larger(square_root(larger(square, S(0.0))) - ahead.rate, S(1e-300));
  }

  SmoothPlan plan_;
  S count_, expected_, never_;
  S quick_;  // shortest time constant of the sensor, s
  std::array<S, 3> head_;
  std::array<S, kMostTaps> bends_{};
  S free_ = S(0.0);
};

}  // namespace hilspace::simulate
