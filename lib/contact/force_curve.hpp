#pragma once
// Force curve: a measured elastic force over the penetration, as a monotone cubic through its points (PCHIP).
//
//   f(x) = f_i + t (s_i + t (c_i + t e_i)),   t = x - x_i,  x_i <= x < x_(i+1)
//   W(x) = W_i + t (f_i + t (s_i/2 + t (c_i/3 + t e_i/4)))      energy of the spring, in closed form
//
//   x  penetration, m      f  force, N      s_i  slope at a point, N/m      W_i  energy up to it, J
//
// The slope at an inner point is the harmonic mean of the two secants, weighted with the lengths, and 0 where they
// differ in sign or one is 0; at the ends it is that of the parabola through three points, kept from changing its
// sign or exceeding three secants. So f rises wherever its points rise, is smooth (C1), and never overshoots them.
// Beyond the last point it goes on along its tangent. The force begins at 0 at the penetration 0.
//
// Source: Fritsch, Butland, A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci.
// Stat. Comput. 5 (1984); docs/theory.md.

#include <cstddef>
#include <span>

#include "core/scalar.hpp"

namespace hilspace::contact {

/// From one point to the next; the last one has no end.
struct CurvePiece {
  double from = 0.0;                                             // x_i, m
  double force = 0.0, slope = 0.0, bend = 0.0, bend_rate = 0.0;  // f_i, s_i, c_i, e_i
  double energy = 0.0;                                           // W_i, J
};

/// The pieces of a curve, owned by the study. None: there is no curve.
struct ForceCurve {
  std::span<const CurvePiece> pieces;

  HILSPACE_INLINE bool present() const { return !pieces.empty(); }
  HILSPACE_INLINE double end() const { return pieces.back().from; }  // of what was measured, m
  HILSPACE_INLINE double force(double x) const {
    const CurvePiece& its = at(x);
    const double t = x - its.from;
    return its.force + t * (its.slope + t * (its.bend + t * its.bend_rate));
  }
  HILSPACE_INLINE double slope(double x) const {
    const CurvePiece& its = at(x);
    const double t = x - its.from;
    return its.slope + t * (2.0 * its.bend + t * (3.0 * its.bend_rate));
  }
  HILSPACE_INLINE double energy(double x) const {
    const CurvePiece& its = at(x);
    const double t = x - its.from;
    return its.energy +
           t * (its.force + t * (0.5 * its.slope + t * (its.bend / 3.0 + t * (0.25 * its.bend_rate))));
  }

  friend bool operator==(const ForceCurve& a, const ForceCurve& b) {
    return a.pieces.data() == b.pieces.data() && a.pieces.size() == b.pieces.size();
  }

 private:
  HILSPACE_INLINE const CurvePiece& at(double x) const {
    std::size_t low = 0, high = pieces.size();
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (x < pieces[middle].from ? high : low) = middle;
    }
    return pieces[low];
  }
};

/// Penetration at which the spring holds that energy, J, or has that force, N; infinite if it never does.
double depth_at_energy(const ForceCurve& curve, double energy);
double depth_at_force(const ForceCurve& curve, double force);
/// Largest slope from 0 to that depth, N/m.
double steepest(const ForceCurve& curve, double depth);

}  // namespace hilspace::contact
