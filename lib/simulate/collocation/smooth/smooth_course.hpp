#pragma once
// The signals of a smooth loop over all pieces of a scenario, and their values at any time.

#include <array>
#include <compare>
#include <cstddef>

#include "integrate/collocation.hpp"
#include "simulate/collocation/smooth/smooth_piece.hpp"

namespace hilspace::simulate {

/// How a pair is solved and looked at: the same for all of a pack.
struct SmoothPlan {
  std::size_t pieces = 0;      // of a contact
  std::size_t rest = 0;        // behind it, until the sensor has come to rest, and then the actuator
  std::size_t looks = 0;       // at both models during their contacts
  bool jumps = false;          // whether the force does at the onset
  std::size_t taps = 1;        // of the interface's command
  double largest_tail = 1e-3;  // last term of a polynomial of a contact's force, relative to its peak
  double grading = 1.0;        // factor on lengths of the short pieces and looks behind the onset
  double unknown = 0.0;  // of the HIL model's states, relative, in a check: what both solves may miss alike
  int turns = 6, turns_of_guess = 3;  // of the iteration, and in each guess of the ending's length
  friend auto operator<=>(const SmoothPlan&, const SmoothPlan&) = default;
};
inline constexpr std::size_t kMostSmoothPieces = 15, kMostRestPieces = 9;

/// Pieces of the contact, and those behind it.
template <class S>
struct SmoothCourse {
  SmoothPlan plan;
  std::size_t pieces = 0;                                                        // so far
  std::array<S, kMostSmoothPieces + 2 * kMostRestPieces> begins, lengths;        // s
  std::array<SmoothSignals<S>, kMostSmoothPieces + 2 * kMostRestPieces> powers;  // of tau
  S end = S(0.0);                                                                // s

  /// A force that jumps is smooth in t within the contact, any other one begins and ends with a power of the time.
  integrate::Course course_of(std::size_t piece) const {
    return plan.jumps || piece >= plan.pieces ? integrate::Course::even
                                              : integrate::course_of(piece, plan.pieces);
  }

  /// tau of a time in a piece, or of the end that is nearer.
  HILSPACE_INLINE S tau(std::size_t piece, S time) const {
    return tau(course_of(piece), begins[piece], lengths[piece], time);
  }
  static HILSPACE_INLINE S tau(integrate::Course course, S begin, S length, S time) {
    const S share = smaller(larger((time - begin) / length, S(0.0)), S(1.0));
    switch (course) {
      case integrate::Course::onset:
        return square_root(share);
      case integrate::Course::even:
        return share;
      case integrate::Course::ending:
        return S(1.0) - square_root(S(1.0) - share);
    }
    __builtin_unreachable();
  }
};

/// Two signals at times that do not decrease.
template <class S>
class SmoothCursor {
 public:
  using Member = integrate::OverPiece<S> SmoothSignals<S>::*;
  HILSPACE_INLINE SmoothCursor(const SmoothCourse<S>& course, Member first, Member second)
      : course_(course), first_(first), second_(second) {
    go_to(0, Mask<S>(true));
  }

  struct Pair {
    S first, second;
  };
  /// Before the start and behind the end: those there.
  HILSPACE_INLINE Pair at(S time) {
    for (std::size_t piece = 1; piece < course_.pieces; ++piece) {
      const Mask<S> goes_on = time > course_.begins[piece] && last_ < S(static_cast<double>(piece));
      if (any(goes_on)) go_to(piece, goes_on);
    }
    const S share = smaller(larger((time - begin_) / length_, S(0.0)), S(1.0));
    S tau = share;
    if (any(at_onset_)) tau = select(at_onset_, square_root(share), tau);
    if (any(at_ending_)) tau = select(at_ending_, S(1.0) - square_root(S(1.0) - share), tau);
    return {integrate::at(powers_[0], tau), integrate::at(powers_[1], tau)};
  }

 private:
  HILSPACE_INLINE void go_to(std::size_t piece, Mask<S> where) {
    const auto& powers = course_.powers[piece];
    for (std::size_t i = 0; i <= integrate::kNodes; ++i) {
      powers_[0][i] = select(where, (powers.*first_)[i], powers_[0][i]);
      powers_[1][i] = select(where, (powers.*second_)[i], powers_[1][i]);
    }
    begin_ = select(where, course_.begins[piece], begin_);
    length_ = select(where, course_.lengths[piece], length_);
    last_ = select(where, S(static_cast<double>(piece)), last_);
    const integrate::Course its = course_.course_of(piece);
    at_onset_ = at_onset_ && !where;
    at_ending_ = at_ending_ && !where;
    if (its == integrate::Course::onset) at_onset_ = at_onset_ || where;
    if (its == integrate::Course::ending) at_ending_ = at_ending_ || where;
  }

  const SmoothCourse<S>& course_;
  Member first_, second_;
  std::array<integrate::OverPiece<S>, 2> powers_{};
  S begin_ = S(0.0), length_ = S(1.0), last_ = S(0.0);
  Mask<S> at_onset_{false}, at_ending_{false};
};

}  // namespace hilspace::simulate
