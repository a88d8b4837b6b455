#pragma once
// Neutral stability: the value of one parameter at which a margin passes 0, for many points together.
//
// The margin, > 0 where stable, can only be evaluated (by a formula or a simulation), so the value is
// bracketed on a scan and then bisected, all points in step. Of several sign changes the one at the lowest
// value counts.

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hilspace::analysis {

/// Result of the search for one point.
enum class Search { stable_above, stable_below, jump, always_stable, never_stable, undefined };
struct NamedSearch {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Search.
inline constexpr std::array kSearches{
    NamedSearch{"stable_above", "found: the margin passes 0 there, and it is stable above"},
    NamedSearch{"stable_below", "found, and it is stable below"},
    NamedSearch{"jump", "the margin changes its sign there without passing 0"},
    NamedSearch{"always_stable", "stable at every value that has a result; from low to high all have one"},
    NamedSearch{"never_stable", "unstable at every value that has a result; from low to high all have one"},
    NamedSearch{"undefined", "nothing is known where the margin would have to be"},
};

struct Neutral {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();  // bound of the value's error
  /// The remaining bracket; of always_stable and never_stable the values that have a result, with none without
  /// one between them; if undefined, the scan's range.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  Search search = Search::undefined;
  std::size_t changes = 0;  // of sign, on the scan
  std::size_t unknown = 0;  // values of the scan without a result
};

/// Margins of these points, in their order; NaN: unknown; infinite: only the sign is known, and a passage cannot
/// be told from a jump. Each point has its own value. Empty: stop
/// requested.
using Margins = std::function<std::optional<std::vector<double>>(std::span<const std::size_t> points,
                                                                 std::span<const double> values)>;

/// `scan`: increasing values, the same number for every point. `margin_error`: uncertainty of a margin, which
/// widens the bracket by the margin's slope on the scan. Empty: stop requested.
std::optional<std::vector<Neutral>> find_neutral(const std::vector<std::vector<double>>& scan,
                                                 const Margins& margins, double margin_error = 0.0);

}  // namespace hilspace::analysis
