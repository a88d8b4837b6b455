#pragma once
// Exact response of a low-pass to a parabola of time.
//
//   r'' + drag r' + w^2 r = w^2 u,   u through three points, equally spaced
//
// r = p0 + p1 t + bend t^2 and a decaying part, whose propagator exp(A t) = a + b A follows from Taylor's series of order 5
// over a fraction 2^-kSquarings of the interval, squared so often.
//
//   drag = 2 zeta w, 1/s         square = w^2, 1/s^2
//
// Limits: w t of an interval up to 2^kSquarings; the series is then good to 1e-3 of what decays, and to 1e-5 at half of it.
// Beyond that the decaying part is gone by the middle of the interval, to 4e-8 for zeta > 0.5 and kSquarings = 6, and is
// left out; with less of them callers keep to the limit.
// Source: variation of constants.

#include "core/parabola.hpp"
#include "core/scalar.hpp"

namespace hilspace::simulate {

template <class S>
class SensorResponse {
 public:
  SensorResponse(S square, S drag) : square_(square), per_square_(S(1.0) / square), drag_(drag) {}

  /// Forgets what has come before.
  HILSPACE_INLINE void clear(Mask<S> where) {
    value_ = select(where, S(0.0), value_);
    rate_ = select(where, S(0.0), rate_);
  }

  /// From a value and its rate, 1/s, on.
  HILSPACE_INLINE void start(S value, S rate, Mask<S> where) {
    value_ = select(where, value, value_);
    rate_ = select(where, rate, rate_);
  }
  /// r and r', 1/s, at the end of the last interval.
  S value() const { return value_; }
  S rate() const { return rate_; }
  /// r at the start, middle and end of an interval of that length; it stays as it is where not `busy`.
  template <int kSquarings>
  HILSPACE_INLINE Points<S> advance(const Points<S>& excess, S time, Mask<S> busy) {
    static_assert(kSquarings >= 2);
    constexpr int kGone = 6;
    const Mask<S> goes_on = busy && time > S(0.0);
    const S t = select(goes_on, time, S(1.0)), per_t = S(1.0) / t, per_square = per_square_;
    const S slope = (S(4.0) * (excess[1] - excess[0]) - (excess[2] - excess[0])) * per_t;
    const S bend = S(2.0) * ((excess[0] - excess[1]) + (excess[2] - excess[1])) * (per_t * per_t);
    const S p1 = slope - S(2.0) * (drag_ * per_square) * bend;
    const S p0 = excess[0] - (drag_ * p1 + S(2.0) * bend) * per_square;
    const S part = S(1.0 / (1 << kSquarings)) * t;
    S a(1.0), b(0.0), power_a(1.0), power_b(0.0);
    for (int n = 1; n <= 5; ++n) {
      const S share = part * S(1.0 / n);
      const S next_a = -(share * square_) * power_b, next_b = share * (power_a - drag_ * power_b);
      power_a = next_a;
      power_b = next_b;
      a = a + power_a;
      b = b + power_b;
    }
    const auto twice = [&] {  // A^2 = -w^2 - drag A
      const S bb = b * b, ab = a * b;
      a = a * a - square_ * bb;
      b = ab + ab - drag_ * bb;
    };
    const S free = value_ - p0, free_rate = rate_ - p1;
    const auto value = [&](S at) { return a * free + b * free_rate + (p0 + at * (p1 + at * bend)); };
    for (int n = 1; n < kSquarings; ++n) twice();
    if constexpr (kSquarings >= kGone) {
      const Mask<S> gone = square_ * (part * part) > S(1.0);
      a = select(gone, S(0.0), a);
      b = select(gone, S(0.0), b);
    }
    const S middle = value(S(0.5) * t);
    twice();
    const S end = value(t);
    const S end_rate = a * free_rate - b * (square_ * free + drag_ * free_rate) + (p1 + S(2.0) * (t * bend));
    const Points<S> response{value_, select(goes_on, middle, value_), select(goes_on, end, value_)};
    value_ = response[2];
    rate_ = select(goes_on, end_rate, rate_);
    return response;
  }

 private:
  S square_, per_square_, drag_;
  S value_ = S(0.0), rate_ = S(0.0);
};

}  // namespace hilspace::simulate
