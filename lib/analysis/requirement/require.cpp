#include "analysis/requirement/require.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "metrics/numerical_error.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::analysis {
namespace {

constexpr std::size_t kAround = 21;  // points around a limit
constexpr double kWidth = 0.01;      // half width of that scan, relative to the limit
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Least-squares slope of y over x, over the finite values; NaN: too few.
double slope_of(std::span<const double> x, std::span<const double> y) {
  double n = 0.0, mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!std::isfinite(y[k])) continue;
    n += 1.0;
    const double dx = x[k] - mean_x;
    mean_x += dx / n;
    mean_y += (y[k] - mean_y) / n;
    xx += dx * (x[k] - mean_x);
    xy += dx * (y[k] - mean_y);
  }
  return n < 3.0 ? kUndefined : xy / xx;
}

/// A scenario as is, then with finer steps.
constexpr std::size_t kOrders = 1 + simulate::kRefinements.size();
std::array<sweep::Order, kOrders> orders_of(std::uint64_t scenario) {
  std::array<sweep::Order, kOrders> orders;
  orders.fill({scenario});
  for (std::size_t k = 1; k < kOrders; ++k) orders[k].refinement = k - 1;
  return orders;
}

/// The search along the first parameter, with the others fixed.
class Line {
 public:
  /// `blamed` determines which other stages violate the targets.
  using Blamed = std::function<Blame(const study::Study& study)>;
  Line(Judge& judge, const Requirement& requirement, const Blamed& blamed)
      : judge_(judge), requirement_(requirement), blamed_(blamed), x_(requirement.varied.front()) {
    tolerance_.around_0 = std::max(tolerance_.around_0, tolerance_.relative * std::abs(x_.to - x_.from));
  }

  ParameterLimit search() {
    ParameterLimit limit;
    const Crossings found = look_all_over(limit);
    limit.again = found.again;
    if (!found.first || !found.begins_good) {
      limit.found = found.begins_good ? Found::all : Found::none;
      settle_without(limit);
      return limit;
    }
    limit.found = Found::limit;
    good_cell_ = found.first->good;
    limit.bracket = narrowed(*found.first);
    Crossings near = look_around(limit, crossing_);
    for (double bad = first_bad(near); is_before(bad, limit.bracket.good);
         bad = first_bad(near)) {  // an isolated failure
      limit.bracket = narrowed({is_before(good_cell_, bad) ? good_cell_ : end_, bad});
      near = look_around(limit, crossing_);
    }
    bind(limit);
    settle(limit, near);
    return limit;
  }

 private:
  bool all_good(double x) {
    judge_.set(x_.id, x);
    return judge_.all_good();
  }
  bool good(std::span<const std::uint64_t> scenarios, double x) {
    judge_.set(x_.id, x);
    return judge_.good(scenarios);
  }

  /// Whether `a` is closer to the good end than `b`.
  bool is_before(double a, double b) const { return end_ < beyond_ ? a < b : a > b; }

  /// Scans from the good end. Where scenarios fail that failed before, the remaining ones are skipped.
  Crossings look_all_over(ParameterLimit& limit) {
    auto points = spread(x_.from, x_.to, requirement_.looks);
    std::vector<bool> is_good;
    std::vector<std::uint64_t> suspects;
    for (const double x : points) {
      if (!suspects.empty() && !good(suspects, x)) {
        is_good.push_back(false);
        continue;
      }
      is_good.push_back(all_good(x));
      suspects = judge_.failing();
    }
    if (!is_good.front() && is_good.back()) {
      std::ranges::reverse(points);
      is_good = std::vector<bool>(is_good.rbegin(), is_good.rend());
    }
    limit.good_end = end_ = points.front();
    beyond_ = points.back();
    return crossings(points, is_good);
  }

  /// Scenarios that failed anywhere in the search are also scanned around the limit.
  void remember(std::span<const std::uint64_t> failing) {
    for (const std::uint64_t scenario : failing)
      if (std::ranges::find(crossing_, scenario) == crossing_.end()) crossing_.push_back(scenario);
  }

  /// `bracket.good` is good for all scenarios, and so is the result.
  Bracket narrowed(Bracket bracket) {
    all_good(bracket.bad);
    std::vector<std::uint64_t> suspects = judge_.failing();
    remember(suspects);
    while (true) {
      const Bracket found = bisect(bracket, tolerance_, [&](double x) {
        const bool keeps = good(suspects, x);
        if (!judge_.failing().empty()) suspects = judge_.failing();
        return keeps;
      });
      if (found.good == bracket.good || all_good(found.good)) return found;
      bracket.bad = found.good;  // other scenarios fail there
      suspects = judge_.failing();
      remember(suspects);
    }
  }

  /// Points around the limit within the range, and the ends of its bracket, starting at the good end.
  std::vector<double> around(const Bracket& bracket) const {
    const auto [least, most] = std::minmax(end_, beyond_);
    // Within a bracket at 0 runs may need more steps than they may take: the points lie beyond it.
    const double widths = holds_0(bracket) ? static_cast<double>(kAround - 1) : 4.0;
    const double half = std::max(kWidth * std::max(std::abs(bracket.good), std::abs(bracket.bad)),
                                 widths * std::abs(bracket.bad - bracket.good));
    const double low = std::max(least, bracket.good - half), high = std::min(most, bracket.good + half);
    std::vector<double> points;
    for (std::size_t k = 0; k < kAround; ++k)
      points.push_back(low + (high - low) * static_cast<double>(k) / static_cast<double>(kAround - 1));
    points.push_back(bracket.good);
    points.push_back(bracket.bad);
    std::ranges::sort(points);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (end_ > beyond_) std::ranges::reverse(points);
    return points;
  }

  /// Crossings of these scenarios at points around the limit.
  Crossings look_around(const ParameterLimit& limit, std::span<const std::uint64_t> scenarios) {
    points_ = around(limit.bracket);
    std::vector<bool> is_good;
    for (const double x : points_)
      is_good.push_back(x == limit.bracket.good || (x != limit.bracket.bad && good(scenarios, x)));
    return crossings(points_, is_good);
  }

  /// The first crossing among those points; at least the bracket's own exists.
  double first_bad(const Crossings& near) const {
    return near.begins_good ? near.first->bad : points_.front();
  }

  void bind(ParameterLimit& limit) {
    all_good(limit.bracket.bad);
    limit.binding = judge_.worst();
  }

  /// The binding scenario around the limit, with normal and finer steps.
  void settle(ParameterLimit& limit, const Crossings& near) {
    const Target& target = requirement_.targets[limit.binding.target];
    metrics::NumericalError error;
    std::vector<double> values;
    std::array<std::vector<bool>, kOrders> met;
    for (const double x : points_) {
      const auto rows = with_finer(limit.binding.scenario, x);
      const bool ok = rows.front().outcome == Outcome::ok;
      if (ok) error.include(rows.front(), std::span(rows).subspan(1));
      values.push_back(ok ? target.value(rows.front()) : kUndefined);
      for (std::size_t k = 0; k < kOrders; ++k) met[k].push_back(target.met(rows[k]));
    }
    limit.binding.error = error.values[target.metric];
    const double by_slope = limit.binding.outcome == Outcome::ok
                                ? limit.binding.error / std::abs(slope_of(points_, values))
                                : kUndefined;
    limit.numerical_error = uncertainty(limit, shift(limit, met), by_slope);
    limit.teeth = near.count;
    const double last = near.last ? near.last->bad : limit.bracket.bad;
    const auto [low, high] = std::minmax(limit.bracket.good, last);
    limit.low = low - limit.numerical_error;
    limit.high = high + limit.numerical_error;
  }

  /// If finer runs have no crossing near the limit, the slope must show that it is farther away.
  double uncertainty(const ParameterLimit& limit, double shift, double by_slope) const {
    if (!std::isnan(shift)) return std::isnan(by_slope) ? shift : std::max(shift, by_slope);
    const double way = std::max(std::abs(points_.back() - limit.bracket.good),
                                std::abs(points_.front() - limit.bracket.good));
    return by_slope >= way ? by_slope : kUndefined;
  }

  /// Twice the distance to the limit of finer runs; NaN where they have none nearby.
  double shift(const ParameterLimit& limit, const std::array<std::vector<bool>, kOrders>& met) {
    const auto orders = orders_of(limit.binding.scenario);
    const Tolerance narrower{tolerance_.absolute / 16.0, tolerance_.relative / 16.0, tolerance_.around_0};
    std::array<double, kOrders> where{};
    for (std::size_t k = 0; k < kOrders; ++k) {
      const auto first = crossings(points_, met[k]).first;
      if (!first) return kUndefined;
      where[k] =
          bisect(*first, narrower, [&](double x) { return meets(limit.binding.target, orders[k], x); }).bad;
    }
    double most = 0.0;
    for (const double finer : where) most = std::max(most, 2.0 * std::abs(finer - where.front()));
    return most;
  }

  bool meets(std::size_t target, const sweep::Order& order, double x) {
    std::array rows{metrics::not_run()};
    judge_.set(x_.id, x);
    return judge_.simulate({&order, 1}, rows) && requirement_.targets[target].met(rows.front());
  }

  std::array<metrics::Row, kOrders> with_finer(std::uint64_t scenario, double x) {
    judge_.set(x_.id, x);
    std::array<metrics::Row, kOrders> rows;
    rows.fill(metrics::not_run());
    judge_.simulate(orders_of(scenario), rows);
    return rows;
  }

  /// The binding scenario where there is no limit, with the numerical error of its metric.
  void settle_without(ParameterLimit& limit) {
    const double x = limit.found == Found::all ? beyond_ : end_;
    all_good(x);
    limit.binding = judge_.worst();
    const auto rows = with_finer(limit.binding.scenario, x);
    metrics::NumericalError error;
    if (rows.front().outcome == Outcome::ok) error.include(rows.front(), std::span(rows).subspan(1));
    limit.binding.error = error.values[requirement_.targets[limit.binding.target].metric];
    if (limit.found == Found::none && !limit.again) limit.blame = blamed_(judge_.study());
  }

  Judge& judge_;
  const Requirement& requirement_;
  const Blamed& blamed_;
  const Varied x_;
  Tolerance tolerance_ = requirement_.tolerance;  // with that of a limit at 0
  double end_ = 0.0, beyond_ = 0.0;               // of the range: the good end, the cheap end
  double good_cell_ = 0.0;                        // the last good point of the first scan before the crossing
  std::vector<std::uint64_t> crossing_;           // scenarios failing at the bad end of the initial bracket
  std::vector<double> points_;                    // around the limit
};

}  // namespace

std::vector<double> values_of(const Varied& varied, const Requirement& requirement) {
  return spread(varied.from, varied.to, requirement.points);
}

std::optional<std::vector<ParameterLimit>> require(const study::Study& study, const Requirement& requirement,
                                                   int threads, const std::atomic<bool>& stop,
                                                   const Progress& progress) {
  const std::span<const Varied> others = std::span(requirement.varied).subspan(1);
  std::vector<std::vector<double>> values;
  std::size_t total = 1;
  for (const Varied& other : others) {
    values.push_back(values_of(other, requirement));
    total *= values.back().size();
  }
  Judge judge(study, requirement.targets, threads, stop);
  const Line::Blamed blamed = [&](const study::Study& its) {
    return blame(its, requirement.varied.front().id, requirement.targets, threads, stop);
  };
  std::vector<ParameterLimit> limits;
  if (progress) judge.on_round([&](std::uint64_t runs) { progress(limits.size(), total, runs); });
  for (std::size_t line = 0; line < total && !stop; ++line) {
    std::vector<double> at(others.size());
    std::size_t rest = line;
    for (std::size_t k = others.size(); k-- > 0; rest /= values[k].size()) {
      at[k] = values[k][rest % values[k].size()];
      judge.set(others[k].id, at[k]);
    }
    limits.push_back(Line(judge, requirement, blamed).search());
    limits.back().at = std::move(at);
  }
  if (stop) return std::nullopt;
  return limits;
}

}  // namespace hilspace::analysis
