#pragma once
// Where along a number something stops being good: a look at points all over the range, then bisection.
//
//   good end  + + + + + [+ -] - - - + + - - -  cheap end
//                  first crossing   good again
//
// The first crossing seen from the good end counts: that is the safe side. Two crossings between neighbouring
// points cannot be seen by anything that only asks; so points are looked at again where bisection ended.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace hilspace::analysis {

using Predicate = std::function<bool(double x)>;

/// Something good and something bad, whichever of them is larger.
struct Bracket {
  double good;
  double bad;
};

/// `count` >= 2 points, both ends included: by equal factors where the ends lie a factor of 10 or more apart,
/// else by equal steps. `last` may be the smaller one.
std::vector<double> spread(double first, double last, std::size_t count);

/// The findings at points, the good end first.
struct Crossings {
  bool begins_good = false;
  std::optional<Bracket> first;  // from good to bad; nothing where all are good, or none is before a bad one
  std::optional<double> again;   // the first good one behind a bad one
  std::optional<Bracket> last;   // from good to bad
  std::size_t count = 0;         // from good to bad or back
};
Crossings crossings(std::span<const double> points, const std::vector<bool>& good);

/// How narrow a bracket is to be: less than one of these.
struct Tolerance {
  double absolute = 0.0;
  double relative = 1e-4;  // of the larger end
};

/// Halves the bracket until it is narrow enough, or no number lies between its ends.
Bracket bisect(Bracket bracket, const Tolerance& tolerance, const Predicate& good);

}  // namespace hilspace::analysis
