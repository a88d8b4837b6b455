#pragma once
// Order statistics of a variable: smallest, median, largest; in bounded memory, whatever its size.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "results/reading/result_reader.hpp"

namespace hilspace::results {

struct OrderStatistics {
  double smallest = std::numeric_limits<double>::quiet_NaN();
  double median = std::numeric_limits<double>::quiet_NaN();
  double largest = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t defined = 0;  // numbers that are not NaN
};

/// Reads the variable once or, if it has more than `held` numbers, a few times. Calls `read` after each
/// piece.
OrderStatistics order_statistics(ResultReader& reader, const Variable& variable,
                                 const std::function<void()>& read = {}, std::uint64_t held = 1 << 20);

/// Passes all numbers of a variable to `take`, a piece at a time: std::span<const double>.
template <class Take>
void for_pieces(ResultReader& reader, const Variable& variable, Take&& take) {
  constexpr std::uint64_t kPiece = 65536;
  std::vector<double> piece;
  for (std::uint64_t begin = 0; begin < variable.size; begin += piece.size()) {
    piece.resize(std::min(kPiece, variable.size - begin));
    reader.read(variable, begin, piece);
    take(std::span<const double>(piece));
  }
}

}  // namespace hilspace::results
