#include "sweep/execution/batch.hpp"

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
  if (!is_checked) order_samples(range);
  rows_.resize(orders_.size());
  checks_.resize(is_checked ? size : 0);
  if (!simulator_->simulate_checked(orders_, rows_, checks_, stop)) return std::nullopt;
  // What is known by now: which scenarios have no check, and which are suspect.
  const std::size_t done = orders_.size();
  if (is_checked) order_samples(range);
  const std::size_t suspects = orders_.size();
  order_suspects(range);
  rows_.resize(orders_.size());
  if (orders_.size() > done &&
      !simulator_->simulate(std::span(orders_).subspan(done), std::span(rows_).subspan(done), stop))
    return std::nullopt;
  const std::span<const metrics::Row> rows(rows_);
  block.set(range.begin, rows.first(size));
  metrics::NumericalError error;
  const auto errors_of = [&](std::uint64_t index, const auto& better) {
    const metrics::Errors errors = metrics::errors_of(rows[index - range.begin], better);
    if (study_.output.errors) block.set_errors(index, errors);
    return errors;
  };
  for (std::size_t k = 0; k < checks_.size(); ++k)
    if (has_check(k)) error.include(errors_of(range.begin + k, checks_[k]));
  for (std::size_t k = size; k < rows.size(); k += kTimes) {
    const metrics::Errors errors = errors_of(orders_[k].index, rows.subspan(k, kTimes));
    k < suspects ? error.include(errors) : error.include_suspect(errors);
  }
  return error;
}

bool BatchSimulator::has_check(std::size_t place) const {
  return place < checks_.size() && checks_[place].outcome != Outcome::not_run;
}

void BatchSimulator::order_finer(std::uint64_t index) {
  for (std::size_t time = 0; time < kTimes; ++time) orders_.push_back({index, time});
}

void BatchSimulator::order_samples(results::Range range) {
  for (std::uint64_t index = range.begin; index < range.end; ++index)
    if (study::is_error_sample(study_, index) && !has_check(index - range.begin)) order_finer(index);
}

void BatchSimulator::order_suspects(results::Range range) {
  for (std::uint64_t index = range.begin; index < range.end; ++index) {
    const std::size_t place = index - range.begin;
    if (rows_[place].edge_chance < study::suspect_share(study_, index) &&
        !study::is_error_sample(study_, index) && !has_check(place))
      order_finer(index);
  }
}

}  // namespace hilspace::sweep
