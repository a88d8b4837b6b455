#include "results/parts/block.hpp"

#include <algorithm>

namespace hilspace::results {

void Block::begin(Range range) {
  range_ = range;
  numbers_.resize(columns_.size() * range.size());
  error = {};
}

void Block::set(std::uint64_t first, std::span<const metrics::Row> rows) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    copy_column(columns_[i], rows, numbers(i).subspan(first - range_.begin, rows.size()));
}

void Block::set_errors(std::uint64_t scenario, const metrics::Errors& errors) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].content == Column::Content::error)
      numbers(i)[scenario - range_.begin] = rounded(errors[columns_[i].metric], columns_[i].precision);
}

void Block::set(const Block& piece) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    std::ranges::copy(piece.numbers(i),
                      numbers(i).begin() + static_cast<std::ptrdiff_t>(piece.range().begin - range_.begin));
  error.include(piece.error);
}

std::span<const double> Block::numbers(std::size_t column) const {
  return std::span(numbers_).subspan(column * range_.size(), range_.size());
}

std::span<double> Block::numbers(std::size_t column) {
  return std::span(numbers_).subspan(column * range_.size(), range_.size());
}

metrics::Row Block::row(std::uint64_t scenario) const {
  metrics::Row row = metrics::not_run();
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].set(row, numbers(i)[scenario - range_.begin]);
  return row;
}

}  // namespace hilspace::results
