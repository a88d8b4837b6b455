#include "results/reading/order_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "results/records/table_file.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

/// Order statistics of these numbers, once held in memory and once by counting.
std::vector<OrderStatistics> both_ways(std::vector<double> values) {
  const test::Directory directory;
  Variable number{"number", "1", "position"};
  number.values.assign(values.size(), 0.0);
  Variable some{"some", "1", "numbers"};
  some.dimensions = {"number"};
  some.values = std::move(values);
  write_table(directory / "t.h5", sample::single(), {"stability", false, {number}, {some}});
  ResultReader reader(directory / "t.h5");
  const Variable& variable = reader.contents().variables.front();
  return {order_statistics(reader, variable), order_statistics(reader, variable, {}, 0)};
}

TEST(OrderStatistics, IsThatOfTheSortedNumbers) {
  for (const OrderStatistics& spread : both_ways({3.0, -1.0, 2.0, 10.0, 2.5})) {
    EXPECT_EQ(spread.smallest, -1.0);
    EXPECT_EQ(spread.median, 2.5);
    EXPECT_EQ(spread.largest, 10.0);
    EXPECT_EQ(spread.defined, 5u);
  }
  for (const OrderStatistics& spread : both_ways({3.0, -1.0, 2.0, 10.0})) EXPECT_EQ(spread.median, 2.5);
  for (const OrderStatistics& spread : both_ways({-3.0, -7.0})) EXPECT_EQ(spread.median, -5.0);
  for (const OrderStatistics& spread : both_ways({0.0, -0.0, 0.0})) EXPECT_EQ(spread.median, 0.0);
}

TEST(OrderStatistics, LeavesOutWhatIsUndefined) {
  const double nan = std::nan("");
  for (const OrderStatistics& spread : both_ways({nan, 4.0, nan, 1.0, 2.0})) {
    EXPECT_EQ(spread.median, 2.0);
    EXPECT_EQ(spread.defined, 3u);
  }
  for (const OrderStatistics& spread : both_ways({nan, nan})) {
    EXPECT_EQ(spread.defined, 0u);
    EXPECT_TRUE(std::isnan(spread.smallest) && std::isnan(spread.median) && std::isnan(spread.largest));
  }
}

TEST(OrderStatistics, IsTheSameBothWaysForNumbersOfAnySize) {
  std::vector<double> values;
  for (std::uint64_t i = 0; i < 20'001; ++i) {
    const metrics::Row row = sample::row(i);
    values.push_back(row.values[i % 7]);  // infinities and the smallest ones among them
  }
  for (const std::size_t count : {values.size(), values.size() - 1, std::size_t{2}, std::size_t{1}}) {
    values.resize(count);
    const auto found = both_ways(values);
    EXPECT_EQ(found[0].smallest, found[1].smallest);
    EXPECT_EQ(found[0].median, found[1].median);
    EXPECT_EQ(found[0].largest, found[1].largest);
  }
}

}  // namespace
}  // namespace hilspace::results
