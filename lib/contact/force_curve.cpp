#include "contact/force_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/curve_points.hpp"

namespace hilspace::contact {
namespace {

/// Slope at an inner point, from the secants before and after it and the lengths these span.
double inner_slope(double before, double after, double length_before, double length_after) {
  if (!(before * after > 0.0)) return 0.0;
  const double w1 = 2.0 * length_after + length_before, w2 = length_after + 2.0 * length_before;
  return (w1 + w2) / (w1 / before + w2 / after);
}

/// Slope at an end, from the first secant, the next one and their lengths.
double end_slope(double first, double next, double length, double next_length) {
  const double slope = ((2.0 * length + next_length) * first - length * next) / (length + next_length);
  if (!(slope * first > 0.0)) return 0.0;
  return std::abs(slope) > 3.0 * std::abs(first) ? 3.0 * first : slope;
}

/// The least x at which `reached` holds, from 0 on; infinite if it never does.
template <class Reached>
double least(const ForceCurve& curve, Reached&& reached) {
  double low = 0.0, high = curve.end();
  for (int doublings = 0; !reached(high); ++doublings, low = high, high *= 2.0)
    if (doublings == 200) return std::numeric_limits<double>::infinity();
  for (double middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high))
    (reached(middle) ? high : low) = middle;
  return high;
}

}  // namespace

std::vector<CurvePiece> monotone_pieces(std::span<const ForcePoint> points) {
  const std::size_t last = points.size() - 1;
  std::vector<double> length(last), secant(last), slope(points.size());
  for (std::size_t i = 0; i < last; ++i) {
    length[i] = points[i + 1].penetration - points[i].penetration;
    secant[i] = (points[i + 1].force - points[i].force) / length[i];
  }
  slope.front() = slope.back() = secant.front();
  if (last > 1) {
    slope.front() = end_slope(secant[0], secant[1], length[0], length[1]);
    slope.back() = end_slope(secant[last - 1], secant[last - 2], length[last - 1], length[last - 2]);
  }
  for (std::size_t i = 1; i < last; ++i)
    slope[i] = inner_slope(secant[i - 1], secant[i], length[i - 1], length[i]);

  std::vector<CurvePiece> pieces;
  double energy = 0.0;
  for (std::size_t i = 0; i < last; ++i) {
    const double h = length[i];
    const double bend = (3.0 * secant[i] - 2.0 * slope[i] - slope[i + 1]) / h;
    const double bend_rate = (slope[i] + slope[i + 1] - 2.0 * secant[i]) / (h * h);
    pieces.push_back({points[i].penetration, points[i].force, slope[i], bend, bend_rate, energy});
    energy += h * (points[i].force + h * (0.5 * slope[i] + h * (bend / 3.0 + h * (0.25 * bend_rate))));
  }
  pieces.push_back({points[last].penetration, points[last].force, slope[last], 0.0, 0.0, energy});
  return pieces;
}

double depth_at_energy(const ForceCurve& curve, double energy) {
  return least(curve, [&](double x) { return curve.energy(x) >= energy; });
}

double depth_at_force(const ForceCurve& curve, double force) {
  return least(curve, [&](double x) { return curve.force(x) >= force; });
}

double steepest(const ForceCurve& curve, double depth) {
  double most = curve.slope(depth);
  for (std::size_t i = 0; i < curve.pieces.size() && curve.pieces[i].from < depth; ++i) {
    const CurvePiece& its = curve.pieces[i];
    most = std::max(most, its.slope);
    // The slope is a parabola; its top may be within the piece.
    if (!(its.bend_rate < 0.0)) continue;
    const double top = its.from - its.bend / (3.0 * its.bend_rate);
    const double end = i + 1 < curve.pieces.size() ? std::min(curve.pieces[i + 1].from, depth) : depth;
    if (top > its.from && top < end) most = std::max(most, curve.slope(top));
  }
  return most;
}

}  // namespace hilspace::contact
