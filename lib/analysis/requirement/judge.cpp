#include "analysis/requirement/judge.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {
namespace {

struct Judged {
  bool good = true;
  Binding nearest;
};

Judged judged(std::uint64_t scenario, const metrics::Row& row, std::span<const Target> targets) {
  Judged its;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    its.good = its.good && targets[k].met(row);
    const double margin = targets[k].margin(row);
    if (k == 0 || margin < its.nearest.margin)
      its.nearest = {scenario, k, row.outcome, targets[k].value(row), margin};
  }
  return its;
}

}  // namespace

Judge::Judge(study::Study study, std::span<const Target> targets, int threads, const std::atomic<bool>& stop)
    : study_(std::move(study)),
      targets_(targets),
      threads_(threads),
      stop_(stop),
      all_(study::scenario_count(study_)) {
  std::iota(all_.begin(), all_.end(), std::uint64_t{0});
}

bool Judge::good(std::span<const std::uint64_t> scenarios) {
  std::vector<sweep::Order> orders;
  orders.reserve(scenarios.size());
  for (const std::uint64_t index : scenarios) orders.push_back({index});
  std::vector<Judged> found(orders.size());
  const bool whole = sweep::simulate_orders(study_, orders, threads_, stop_,
                                            [&](std::size_t place, const metrics::Row& row) {
                                              found[place] = judged(orders[place].index, row, targets_);
                                            });
  failing_.clear();
  if (!whole || stop_) return false;
  runs_ += orders.size();
  if (told_) told_(runs_);
  worst_ = Binding{};
  for (const Judged& its : found) {
    if (!its.good) failing_.push_back(its.nearest.scenario);
    if (its.nearest.margin < worst_.margin) worst_ = its.nearest;
  }
  return failing_.empty();
}

bool Judge::simulate(std::span<const sweep::Order> orders, std::span<metrics::Row> rows) {
  const bool whole =
      sweep::simulate_orders(study_, orders, threads_, stop_,
                             [&](std::size_t place, const metrics::Row& row) { rows[place] = row; });
  if (whole) runs_ += orders.size();
  return whole;
}

}  // namespace hilspace::analysis
