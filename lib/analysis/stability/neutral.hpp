#pragma once
// Neutral stability: the value of one parameter at which a margin passes 0, for many points at once.
//
// The margin, > 0 where it is stable, is known by evaluation alone (a formula or a simulation), so the value
// is bracketed on a scan and then bisected, all points in step. Of several changes of sign the one at the
// lowest value counts.

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hilspace::analysis {

/// How the search of one point ended.
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
    NamedSearch{"always_stable", "stable at every value that was looked at, from low to high"},
    NamedSearch{"never_stable", "unstable at every value that was looked at, from low to high"},
    NamedSearch{"undefined", "nothing is known where the margin would have to be"},
};

struct Neutral {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();  // how far the value may be off
  double low = std::numeric_limits<double>::quiet_NaN();    // the bracket that is left; without one, what was
                                                            // looked at
  double high = std::numeric_limits<double>::quiet_NaN();
  Search search = Search::undefined;
  std::size_t changes = 0;  // of sign, on the scan
};

/// The margins of these points, in their order; NaN: not known. Every point has a value of its own. Nothing:
/// asked to stop.
using Margins = std::function<std::optional<std::vector<double>>(std::span<const std::size_t> points,
                                                                 std::span<const double> values)>;

/// `scan`: rising values to look at, for every point as many. `margin_error`: how far a margin may be off; it
/// adds to the bracket by the margin's slope on the scan. Nothing: asked to stop.
std::optional<std::vector<Neutral>> find_neutral(const std::vector<std::vector<double>>& scan,
                                                 const Margins& margins, double margin_error = 0.0);

}  // namespace hilspace::analysis
