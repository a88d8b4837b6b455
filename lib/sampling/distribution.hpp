#pragma once
// Distributions of a parameter: map a probability u in (0, 1) to a value.
//
//   uniform      from + u (to - from)
//   log_uniform  from (to/from)^u                                    from > 0
//   integer      uniform over the integers from `from` to `to`
//   normal       mean, std; optionally truncated to `from` ... `to`
//   triangular   from, mode, to
//   levels       uniform over the given values: names (as indices), or numbers

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace hilspace::sampling {

enum class DistributionKind { uniform, log_uniform, integer, normal, triangular, levels };

struct NamedKind {
  std::string_view name;
  std::array<std::string_view, 3> needs;  // its required keys; empty: none
  bool truncates;                         // accepts `from` and `to` as optional bounds
  std::string_view description;
};

/// In the order of DistributionKind. A study does not name `levels`, but lists them as `values`.
inline constexpr std::array<NamedKind, 5> kDistributions{{
    {"uniform", {"from", "to", ""}, false, "each number from `from` to `to` alike"},
    {"log_uniform", {"from", "to", ""}, false, "the same of the logarithm; `from` > 0"},
    {"integer", {"from", "to", ""}, false, "each whole number from `from` to `to` alike"},
    {"normal", {"mean", "std", ""}, true, "normal, between `from` and `to` as far as they are given"},
    {"triangular", {"from", "mode", "to"}, false, "most likely at `mode`, never outside"},
}};

struct Distribution {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  DistributionKind kind = DistributionKind::uniform;
  double from = kNone, to = kNone;
  double mean = kNone, std = kNone;  // of normal
  double mode = kNone;               // of triangular
  std::vector<double> levels{};      // of levels
};

/// Quantiles: the parameter's value at each probability. Throws InputError for a distribution that this build
/// does not provide, or a normal one truncated beyond double precision.
std::vector<double> values_at(const Distribution& distribution, std::span<const double> probabilities);

}  // namespace hilspace::sampling
