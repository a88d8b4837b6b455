#pragma once
// Calibration: maps the value along a piecewise linear curve, and the rate by its slope.
//
//   y = s_i x + t_i,  y' = s_i x',  spread |s_i| of the input's   for x_i <= x < x_(i+1),
//   s_i = (y_(i+1) - y_i)/(x_(i+1) - x_i),  t_i = y_i - s_i x_i
//
//   (x_i, y_i)  points of the curve, both in the unit of the signal, x_i rising
//
// Beyond its ends the curve is extrapolated. The slope jumps at the points; the steps end there.

#include <cstddef>
#include <limits>
#include <span>

#include "core/event.hpp"
#include "core/per_lane.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct Calibration : Stateless<S> {
  PerLane<S, std::span<const CurvePoint>> curve;
  // Segment used in the present step.
  S slope = S(1.0), offset = S(0.0);            // s_i, t_i
  S from = S(kUnbounded), to = S(-kUnbounded);  // x_i, x_(i+1); infinite at the ends; initially empty

  Calibration() = default;
  explicit Calibration(const CalibrationSetup& setup) : curve{{setup.curve}} {}

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    in.value = slope * in.value + offset;
    in.rate = slope * in.rate;
    in.acceleration = slope * in.acceleration;
    in.spread = magnitude(slope) * in.spread;
    return in;
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S*) { choose(in.value); }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    choose(horizon.soon(in, constant));
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    const S falling = time_to_reach(in.value - from, -in.rate, -in.acceleration);
    const S rising = time_to_reach(to - in.value, in.rate, in.acceleration);
    const S kink = smaller(select(finite(from), falling, S(kNever)), select(finite(to), rising, S(kNever)));
    const S until = smaller(before.until, larger(kink, horizon.shortest));
    return {select(before.constant, before.until, until), before.constant, before.jumps, before.jumped};
  }

  template <class Visit>
  void margins(const S*, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    if (constant) return;
    if (finite(from)) visit(in.value - from);
    if (finite(to)) visit(to - in.value);
  }

  /// The maximum of |y| over |x| <= bound is at an end or at a point.
  double residual(double bound) const {
    const std::span<const CurvePoint> points = curve.of[0];
    double most =
        larger(magnitude(piece(points, bound).at(bound)), magnitude(piece(points, -bound).at(-bound)));
    for (const CurvePoint& point : points)
      if (magnitude(point.input) <= bound) most = larger(most, magnitude(point.output));
    return most;
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.curve, other.curve);
    visit(self.slope, other.slope);
    visit(self.offset, other.offset);
    visit(self.from, other.from);
    visit(self.to, other.to);
  }

 private:
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();

  struct Piece {
    double slope, offset, from, to;
    HILSPACE_INLINE double at(double x) const { return slope * x + offset; }
  };
  static HILSPACE_INLINE Piece piece(std::span<const CurvePoint> points, double x) {
    std::size_t i = 0;
    const std::size_t last = points.size() - 2;
    while (i < last && !(x < points[i + 1].input)) ++i;
    const CurvePoint begin = points[i], end = points[i + 1];
    const double slope = (end.output - begin.output) / (end.input - begin.input);
    return {slope, begin.output - slope * begin.input, i > 0 ? begin.input : -kUnbounded,
            i < last ? end.input : kUnbounded};
  }

  /// Updates the segment when x has left it.
  HILSPACE_INLINE void choose(S x) {
    const Mask<S> other = !(x >= from && x < to);
    if (!any(other)) return;
    for (int i = 0; i < kLanes<S>; ++i) {
      if (!lane(other, i)) continue;
      const Piece its = piece(curve.of[i], lane(x, i));
      set_lane(slope, i, its.slope);
      set_lane(offset, i, its.offset);
      set_lane(from, i, its.from);
      set_lane(to, i, its.to);
    }
  }
};

}  // namespace hilspace::instruments
