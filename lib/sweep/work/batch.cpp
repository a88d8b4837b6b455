#include "sweep/work/batch.hpp"

#include <span>

#include "models/axial_setup.hpp"
#include "simulate/simulate.hpp"
#include "study/error_samples.hpp"

namespace hilspace::sweep {
namespace {

constexpr std::size_t kTimes = simulate::kRefinements.size();

}  // namespace

std::optional<metrics::NumericalError> BatchSimulator::simulate(results::Range range, results::Block& block,
                                                                const std::atomic<bool>& stop) {
  const auto size = static_cast<std::size_t>(range.size());
  const bool is_checked = models::collocates(study_.solver) && study_.error_share > 0.0;
  orders_.clear();
  for (std::uint64_t index = range.begin; index < range.end; ++index) orders_.push_back({index});
  // Together with the others, so that the lanes are full.
  if (!is_checked) order_finer(range);
  rows_.resize(orders_.size());
  checks_.assign(is_checked ? size : 0, metrics::not_run());
  if (!simulator_->simulate_checked(orders_, rows_, checks_, stop)) return std::nullopt;
  if (is_checked) {  // samples only of those without a check, which are known by now
    order_finer(range);
    rows_.resize(orders_.size());
    if (!simulator_->simulate(std::span(orders_).subspan(size), std::span(rows_).subspan(size), stop))
      return std::nullopt;
  }
  const std::span<const metrics::Row> rows(rows_);
  block.set(range.begin, rows.first(size));
  metrics::NumericalError error;
  const auto include = [&](std::uint64_t index, const auto& better) {
    const metrics::Errors errors = metrics::errors_of(rows[index - range.begin], better);
    error.include(errors);
    if (study_.output.errors) block.set_errors(index, errors);
  };
  for (std::size_t k = 0; k < checks_.size(); ++k)
    if (has_check(k)) include(range.begin + k, checks_[k]);
  for (std::size_t k = size; k < rows.size(); k += kTimes) include(orders_[k].index, rows.subspan(k, kTimes));
  return error;
}

bool BatchSimulator::has_check(std::size_t place) const {
  return place < checks_.size() && checks_[place].outcome != Outcome::not_run;
}

void BatchSimulator::order_finer(results::Range range) {
  for (std::uint64_t index = range.begin; index < range.end; ++index)
    if (study::is_error_sample(study_, index) && !has_check(index - range.begin))
      for (std::size_t time = 0; time < kTimes; ++time) orders_.push_back({index, time});
}

}  // namespace hilspace::sweep
