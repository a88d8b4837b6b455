#pragma once
// Bracket: location of the transition from good to bad along a number, by a scan over the range and
// bisection.
//
//   good end  + + + + + [+ -] - - - + + - - -  cheap end
//                  first crossing   good again
//
// The first crossing from the good end counts: that is the conservative choice. Sampling cannot detect two
// crossings between neighbouring points, so the surroundings are scanned again where bisection ended.

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace hilspace::analysis {

using Predicate = std::function<bool(double x)>;

/// A good and a bad value, in either order.
struct Bracket {
  double good;
  double bad;
};

/// `count` >= 2 points including both ends: geometric spacing where the ends differ by a factor of 10 or
/// more, else linear. `last` may be the smaller one.
std::vector<double> spread(double first, double last, std::size_t count);

/// Findings at points, starting at the good end.
struct Crossings {
  bool begins_good = false;
  std::optional<Bracket> first;  // from good to bad; empty if all are good, or no good one precedes a bad one
  std::optional<double> again;   // the first good one after a bad one
  std::optional<Bracket> last;   // from good to bad
  std::size_t count = 0;         // number of changes in either direction
};
Crossings crossings(std::span<const double> points, const std::vector<bool>& good);

inline bool holds_0(const Bracket& bracket) {
  return std::signbit(bracket.good) != std::signbit(bracket.bad) || bracket.good == 0.0 || bracket.bad == 0.0;
}

/// Target width of a bracket: at least one criterion must be met.
struct Tolerance {
  double absolute = 0.0;
  double relative = 1e-4;  // relative to the larger end
  double around_0 = 0.0;   // of a bracket that holds 0, where no relative width is ever met
};

/// Bisects the bracket until it is narrow enough, or no number lies between its ends.
Bracket bisect(Bracket bracket, const Tolerance& tolerance, const Predicate& good);

}  // namespace hilspace::analysis
