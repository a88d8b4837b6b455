#pragma once
// Distributions of a parameter: from a probability u in (0, 1) to a value.
//
//   uniform      from + u (to - from)
//   log_uniform  from (to/from)^u                                    from > 0
//   integer      each whole number from `from` to `to` alike
//   normal       mean, std; between `from` and `to` if they are given (truncated)
//   triangular   from, mode, to
//   levels       each of the given values alike: names (as indices), or numbers

#include <limits>
#include <span>
#include <vector>

namespace hilspace::sampling {

enum class Kind { uniform, log_uniform, integer, normal, triangular, levels };

struct Distribution {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  Kind kind = Kind::uniform;
  double from = kNone, to = kNone;
  double mean = kNone, std = kNone;  // of normal
  double mode = kNone;               // of triangular
  std::vector<double> levels{};      // of levels
};

/// The quantiles: what the parameter is at each of the probabilities. Throws InputError for a distribution
/// that this build is without.
std::vector<double> values_at(const Distribution& distribution, std::span<const double> probabilities);

}  // namespace hilspace::sampling
