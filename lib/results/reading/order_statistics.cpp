#include "results/reading/order_statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace hilspace::results {
namespace {

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 != 0) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

/// Integer that is monotonic in the double.
std::uint64_t rank_of(double value) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 and 0 are equal
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
double of_rank(std::uint64_t rank) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return std::bit_cast<double>((rank & kSign) != 0 ? rank & ~kSign : ~rank);
}

/// The number of rank `before`, found 16 bits at a time: each pass counts the numbers that begin with the
/// bits found so far.
template <class ForAll>
double nth(const ForAll& for_all, std::uint64_t before) {
  constexpr int kBits = 16;
  std::uint64_t found = 0;
  std::vector<std::uint64_t> counts(std::size_t{1} << kBits);
  for (int shift = 64 - kBits; shift >= 0; shift -= kBits) {
    std::ranges::fill(counts, 0);
    for_all([&](double value) {
      const std::uint64_t rank = rank_of(value);
      if (shift == 64 - kBits || rank >> (shift + kBits) == found) ++counts[rank >> shift & 0xffff];
    });
    std::uint64_t bucket = 0;
    while (before >= counts[bucket]) before -= counts[bucket++];
    found = found << kBits | bucket;
  }
  return of_rank(found);
}

}  // namespace

OrderStatistics order_statistics(ResultReader& reader, const Variable& variable,
                                 const std::function<void()>& read, std::uint64_t held) {
  OrderStatistics spread;
  std::vector<double> values;
  const auto for_all = [&](const auto& take) {
    for_pieces(reader, variable, [&](std::span<const double> piece) {
      for (const double value : piece)
        if (!std::isnan(value)) take(value);
      if (read) read();
    });
  };
  for_all([&](double value) {
    if (spread.defined++ == 0) spread.smallest = spread.largest = value;
    spread.smallest = std::min(spread.smallest, value);
    spread.largest = std::max(spread.largest, value);
    if (variable.size <= held) values.push_back(value);
  });
  if (spread.defined == 0) return spread;
  if (variable.size <= held) {
    spread.median = median_of(values);
    return spread;
  }
  const double middle = nth(for_all, spread.defined / 2);
  spread.median = spread.defined % 2 != 0 ? middle : 0.5 * (middle + nth(for_all, spread.defined / 2 - 1));
  return spread;
}

}  // namespace hilspace::results
