#include "sweep/work/batch.hpp"

#include <span>

#include "simulate/simulate.hpp"
#include "study/error_samples.hpp"

namespace hilspace::sweep {

std::optional<metrics::NumericalError> BatchSimulator::simulate(results::Range range, results::Block& block,
                                                                const std::atomic<bool>& stop) {
  constexpr std::size_t kTimes = simulate::kRefinements.size();
  orders_.clear();
  for (std::uint64_t index = range.begin; index < range.end; ++index) orders_.push_back({index});
  // Together with the others, so that the lanes are full.
  for (std::uint64_t index = range.begin; index < range.end; ++index)
    if (study::is_error_sample(study_, index))
      for (std::size_t time = 0; time < kTimes; ++time) orders_.push_back({index, time});
  rows_.resize(orders_.size());
  if (!simulator_->simulate(orders_, rows_, stop)) return std::nullopt;
  const std::span<const metrics::Row> rows(rows_);
  block.set(range.begin, rows.first(range.size()));
  metrics::NumericalError error;
  for (std::size_t k = range.size(); k < rows.size(); k += kTimes)
    error.include(rows[orders_[k].index - range.begin], rows.subspan(k, kTimes));
  return error;
}

}  // namespace hilspace::sweep
