#include "analysis/stability/neutral.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hilspace::analysis {
namespace {

/// Target width of a bracket, relative to its upper end on the scan.
constexpr double kWidth = 1e-6;
/// If the final margin is larger than this share of its value on the scan, it jumps instead of passing 0.
constexpr double kJump = 1e-2;

struct Bracket {
  double low = 0.0, high = 0.0;
  double at_low = 0.0, at_high = 0.0;  // margins
  double slope = 0.0;                  // slope on the scan
  double scale = 0.0;                  // magnitude of the margins there
  double width = 0.0;                  // target width
  bool open = false;                   // still to be bisected
};

/// Result of the scan at one point: the lowest bracket, or the classification if there is none. Exactly
/// neutral points are skipped; points beyond an unknown one give no information. The classification holds for
/// the longest run of points without an unknown one between them.
Bracket first_bracket(std::span<const double> values, std::span<const double> margins, double margin_error,
                      Neutral& result) {
  Bracket bracket;
  result.low = values.front();
  result.high = values.back();
  std::optional<std::size_t> last;  // last known point
  struct Run {
    std::size_t first = 0, last = 0, known = 0;
  } run, longest;
  std::size_t known = 0, stable = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(margins[i])) ++result.unknown, last.reset();
    if (!(std::abs(margins[i]) > margin_error)) continue;
    if (last && (margins[*last] > 0.0) != (margins[i] > 0.0) && result.changes++ == 0) {
      bracket = {values[*last], values[i], margins[*last], margins[i], 0.0, 0.0, 0.0, true};
      bracket.slope = std::abs(margins[i] - margins[*last]) / (values[i] - values[*last]);
      bracket.scale = std::max(std::abs(margins[i]), std::abs(margins[*last]));
      bracket.width = kWidth * std::max(std::abs(values[i]), std::abs(values[*last]));
    }
    ++known;
    if (margins[i] > 0.0) ++stable;
    if (!last) run = {i, i, 0};
    run.last = i;
    if (++run.known > longest.known) longest = run;
    last = i;
  }
  if (longest.known > 1 && (stable == known || stable == 0)) {
    result.search = stable == 0 ? Search::never_stable : Search::always_stable;
    result.low = values[longest.first];
    result.high = values[longest.last];
  }
  return bracket;
}

void halve(Bracket& bracket, double middle, double margin) {
  const bool like_low = (margin > 0.0) == (bracket.at_low > 0.0);
  (like_low ? bracket.low : bracket.high) = middle;
  (like_low ? bracket.at_low : bracket.at_high) = margin;
}

void conclude(const Bracket& bracket, double margin_error, Neutral& result) {
  result.low = bracket.low;
  result.high = bracket.high;
  result.value = 0.5 * (bracket.low + bracket.high);
  result.error = 0.5 * (bracket.high - bracket.low) + margin_error / bracket.slope;
  const bool passes =
      std::max(std::abs(bracket.at_low), std::abs(bracket.at_high)) <= kJump * bracket.scale + margin_error;
  result.search = !passes                 ? Search::jump
                  : bracket.at_high > 0.0 ? Search::stable_above
                                          : Search::stable_below;
}

}  // namespace

std::optional<std::vector<Neutral>> find_neutral(const std::vector<std::vector<double>>& scan,
                                                 const Margins& margins, double margin_error) {
  const std::size_t points = scan.size(), steps = points == 0 ? 0 : scan.front().size();
  std::vector<Neutral> results(points);
  std::vector<std::vector<double>> known(points, std::vector<double>(steps));
  std::vector<double> values(points);
  std::vector<std::size_t> all(points);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (std::size_t k = 0; k < steps; ++k) {
    for (std::size_t p = 0; p < points; ++p) values[p] = scan[p][k];
    const auto found = margins(all, values);
    if (!found) return std::nullopt;
    for (std::size_t p = 0; p < points; ++p) known[p][k] = (*found)[p];
  }
  std::vector<Bracket> brackets(points);
  for (std::size_t p = 0; p < points; ++p)
    brackets[p] = first_bracket(scan[p], known[p], margin_error, results[p]);

  // Only brackets that are still wide, since undefined points can be the most expensive.
  const auto wide = [&] {
    std::vector<std::size_t> those;
    for (const std::size_t p : all)
      if (const Bracket& its = brackets[p]; its.open && its.high - its.low > its.width) those.push_back(p);
    return those;
  };
  for (auto left = wide(); !left.empty(); left = wide()) {
    for (const std::size_t p : left) values[p] = 0.5 * (brackets[p].low + brackets[p].high);
    const auto found = margins(left, values);
    if (!found) return std::nullopt;
    for (std::size_t i = 0; i < left.size(); ++i) {
      Bracket& its = brackets[left[i]];
      if (std::isnan((*found)[i]))
        its.open = false;  // undefined in between
      else
        halve(its, values[left[i]], (*found)[i]);
    }
  }
  for (std::size_t p = 0; p < points; ++p)
    if (brackets[p].open) conclude(brackets[p], margin_error, results[p]);
  return results;
}

}  // namespace hilspace::analysis
