#pragma once
// Calibration: maps the value along a piecewise linear curve, and the rate by its slope.
//
//   y = s_i x + t_i,  y' = s_i x'   for x_i <= x < x_(i+1),
//   s_i = (y_(i+1) - y_i)/(x_(i+1) - x_i),  t_i = y_i - s_i x_i
//
//   (x_i, y_i)  points of the curve, both in the unit of the signal, x_i rising
//
// Beyond its ends the curve goes on straight. The slope jumps at the points; the steps end there.

#include <algorithm>

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct Calibration : Stateless<S> {
  std::span<const CurvePoint> curve;
  std::size_t piece = 0;  // in the present step: between points `piece` and `piece + 1`

  explicit Calibration(const CalibrationSetup& setup) : curve(setup.curve) {}

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    return {at(piece, in.value), slope(piece) * in.rate, slope(piece) * in.acceleration};
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    piece = piece_of(horizon.soon(in, constant));
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    if (before.constant) return before;
    S kink(kNever);
    if (!is_first()) kink = time_to_reach(in.value - curve[piece].input, -in.rate, -in.acceleration);
    if (!is_last())
      kink = smaller(kink, time_to_reach(curve[piece + 1].input - in.value, in.rate, in.acceleration));
    return {smaller(before.until, larger(kink, horizon.shortest)), before.constant};
  }

  template <class Visit>
  void margins(const S*, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    if (constant) return;
    if (!is_first()) visit(in.value - curve[piece].input);
    if (!is_last()) visit(curve[piece + 1].input - in.value);
  }

  /// The largest |y| over |x| <= bound lies at an end or at a point.
  S residual(S bound) const {
    S most = larger(magnitude(at(piece_of(bound), bound)), magnitude(at(piece_of(-bound), -bound)));
    for (const CurvePoint& point : curve)
      if (magnitude(point.input) <= bound) most = larger(most, magnitude(point.output));
    return most;
  }

 private:
  bool is_first() const { return piece == 0; }
  bool is_last() const { return piece + 2 == curve.size(); }

  std::size_t piece_of(S x) const {
    const auto above = std::upper_bound(curve.begin() + 1, curve.end() - 1, x,
                                        [](S value, const CurvePoint& point) { return value < point.input; });
    return static_cast<std::size_t>(above - curve.begin()) - 1;
  }
  S slope(std::size_t i) const {
    return (curve[i + 1].output - curve[i].output) / (curve[i + 1].input - curve[i].input);
  }
  S at(std::size_t i, S x) const { return slope(i) * x + (curve[i].output - slope(i) * curve[i].input); }
};

}  // namespace hilspace::instruments
