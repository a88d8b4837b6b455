#include "sweep/batch.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "simulate/simulate.hpp"
#include "sweep/cost.hpp"

namespace hilspace::sweep {
namespace {

constexpr std::size_t kTimes = simulate::kRefinements.size();

}  // namespace

void BatchSimulator::set_up(const study::Study& study, results::Range range) {
  setups_.clear();
  samples_.clear();
  for (std::uint64_t index = range.begin; index < range.end; ++index) {
    setups_.push_back(models::resolved(study::axial_setup(study, index)));
    if (study::is_error_sample(study, index)) samples_.push_back(index - range.begin);
  }
  // Together with the others, so that they find full lanes.
  for (const std::size_t sample : samples_)
    for (std::size_t time = 0; time < kTimes; ++time) {
      const models::AxialSetup whole = setups_[sample];
      setups_.push_back(simulate::finer(whole, time));
    }
}

bool BatchSimulator::simulate_longest_first(const std::atomic<bool>& stop) {
  const std::size_t count = setups_.size();
  steps_.resize(count);
  std::ranges::transform(setups_, steps_.begin(), predicted_steps);
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  // What runs side by side in lanes is about as long then, and the last lanes end together.
  std::ranges::sort(order_, std::ranges::greater(), [&](std::size_t i) { return steps_[i]; });
  ordered_.clear();
  for (const std::size_t i : order_) ordered_.push_back(setups_[i]);
  found_.resize(count);
  if (!simulate::simulate_lanes(ordered_, found_, stop)) return false;
  rows_.resize(count);
  for (std::size_t k = 0; k < count; ++k) rows_[order_[k]] = found_[k];
  return true;
}

std::optional<metrics::NumericalError> BatchSimulator::simulate(const study::Study& study,
                                                                results::Range range, results::Block& block,
                                                                const std::atomic<bool>& stop) {
  set_up(study, range);
  if (!simulate_longest_first(stop)) return std::nullopt;
  const std::span<const metrics::Row> rows(rows_);
  block.set(range.begin, rows.first(range.size()));
  metrics::NumericalError error;
  for (std::size_t k = 0; k < samples_.size(); ++k)
    error.include(rows[samples_[k]], rows.subspan(range.size() + k * kTimes, kTimes));
  return error;
}

}  // namespace hilspace::sweep
