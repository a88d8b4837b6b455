#include "metrics/numerical_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace hilspace::metrics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A row with these first two metrics, and no others.
Row row(double first, double second = kUndefined) {
  Row row = not_run();
  row.values[0] = first;
  row.values[1] = second;
  return row;
}

// Twice the largest difference, of whichever refinement, of whichever scenario.
TEST(NumericalError, IsTwiceTheLargestDifferenceFound) {
  NumericalError one, other;
  EXPECT_TRUE(std::isnan(one.values[0]));
  EXPECT_TRUE(std::isnan(one.percentile_95(0)));
  one.include(row(100.0), std::array{row(101.0), row(103.0)});
  EXPECT_DOUBLE_EQ(one.values[0], 6.0);
  other.include(row(100.0), std::array{row(96.0), row(100.0)});
  EXPECT_DOUBLE_EQ(other.values[0], 8.0);
  one.include(other);
  EXPECT_DOUBLE_EQ(one.values[0], 8.0);
  EXPECT_EQ(one.scenarios, 2u);
  EXPECT_TRUE(std::isnan(one.values[1])) << "undefined in all runs";
}

TEST(NumericalError, OfOneCheckIsTwiceTheDifference) {
  const Errors errors = errors_of(row(100.0, 5.0), row(102.0));
  EXPECT_DOUBLE_EQ(errors[0], 4.0);
  EXPECT_TRUE(std::isinf(errors[1]));
  EXPECT_TRUE(std::isnan(errors[2])) << "undefined in both";
}

// Both solves by collocation may be off alike: by a share of a number, and of an area between two forces by one of the docking
// model's area.
TEST(NumericalError, OfOneCheckIsAtLeastWhatBothMayHaveInCommon) {
  const auto error_of = [](std::string_view name, double value) {
    const auto all = catalogue();
    const auto place = static_cast<std::size_t>(std::ranges::find(all, name, &Metric::name) - all.begin());
    Row row = not_run();
    row.values[place] = value;
    return errors_of(row, row)[place];
  };
  EXPECT_DOUBLE_EQ(error_of("velocity.after_hil", -0.1), 2e-6);
  EXPECT_DOUBLE_EQ(error_of("velocity.after_docking", -0.1), 1e-7);
  EXPECT_DOUBLE_EQ(error_of("force.e_hint_pct", 1.0), 2e-4);
  EXPECT_DOUBLE_EQ(error_of("contact_force.e_hint_pct", 40.0), 8e-4);
  EXPECT_DOUBLE_EQ(error_of("penetration.e_hint_pct", 1.0), 2e-5);
}

// One that was chosen for what it may be tells nothing of how errors are spread.
TEST(NumericalError, OfASuspectCountsInTheLargestAlone) {
  NumericalError error;
  for (int i = 0; i < 20; ++i) error.include(row(100.0), std::array{row(101.0), row(101.0)});
  for (int i = 0; i < 20; ++i)
    error.include_suspect(errors_of(row(100.0), std::array{row(104.0), row(100.0)}));
  EXPECT_DOUBLE_EQ(error.values[0], 8.0);
  EXPECT_LE(error.percentile_95(0), 2.0 * 17.0 / 16.0);
  EXPECT_EQ(error.scenarios, 40u);
}

// What an elastic contact takes is rounding; a percentage of that is no number, however the runs compare.
TEST(NumericalError, IsInfiniteForAPercentageOfNothing) {
  const auto place = [](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(catalogue(), name, &Metric::name) -
                                    catalogue().begin());
  };
  const std::size_t taken = place("energy.dissipated_docking"),
                    percentage = place("energy.dissipated_error_pct");
  Row coarse = not_run(), fine = not_run();
  coarse.values[taken] = 1e-9, fine.values[taken] = 4e-10;
  coarse.values[percentage] = 30.0, fine.values[percentage] = 31.0;
  EXPECT_TRUE(std::isinf(errors_of(coarse, std::array{fine, fine})[percentage]));
  EXPECT_TRUE(std::isinf(errors_of(coarse, fine)[percentage]));
  fine.values[taken] = 9.9e-10;
  EXPECT_DOUBLE_EQ(errors_of(coarse, std::array{fine, fine})[percentage], 2.0);
  coarse.values[percentage] = fine.values[percentage] = kUndefined;
  EXPECT_TRUE(std::isnan(errors_of(coarse, fine)[percentage]));
}

// No number is known to more than six digits.
TEST(NumericalError, IsAtLeastAMillionthOfTheNumber) {
  NumericalError error;
  error.include(row(100.0), std::array{row(100.0), row(100.0)});
  EXPECT_DOUBLE_EQ(error.values[0], 1e-4);
}

// A number that a finer step makes undefined is not known at all.
TEST(NumericalError, IsInfiniteWhereOnlyOneOfTwoIsDefined) {
  NumericalError error;
  error.include(row(100.0, 5.0), std::array{row(100.0, 5.0), row(100.0)});
  EXPECT_TRUE(std::isinf(error.values[1]));
  EXPECT_TRUE(std::isinf(error.percentile_95(1)));
  EXPECT_DOUBLE_EQ(error.values[0], 1e-4);
}

// Of errors 2, 4, ... 200 at least 95 % are at most the percentile, which is rounded up by at most 1/16.
TEST(NumericalError, PercentileCoversItsShareAndLittleMore) {
  NumericalError error;
  for (int i = 1; i <= 100; ++i) error.include(row(0.0), std::array{row(0.0), row(i)});
  EXPECT_GE(error.percentile_95(0), 190.0);
  EXPECT_LE(error.percentile_95(0), 190.0 * 17.0 / 16.0);
  EXPECT_LE(error.percentile_95(0), error.values[0]);
}

TEST(NumericalError, OfASingleScenarioThePercentileIsTheError) {
  NumericalError error;
  error.include(row(0.0), std::array{row(1.7)});
  EXPECT_EQ(error.percentile_95(0), error.values[0]);
}

// Parts of a run may be put together in any order and in any grouping.
TEST(NumericalError, DoesNotDependOnTheGrouping) {
  NumericalError all, whole;
  std::array<NumericalError, 3> groups;
  for (int i = 0; i < 100; ++i) {
    const double off = std::pow(10.0, (37 * i % 100) / 10.0 - 6.0);
    all.include(row(1.0), std::array{row(1.0 + off)});
    groups[static_cast<std::size_t>(i % 7 % 3)].include(row(1.0), std::array{row(1.0 + off)});
  }
  for (const std::size_t k : {2u, 0u, 1u}) whole.include(groups[k]);
  EXPECT_EQ(whole.values[0], all.values[0]);
  EXPECT_EQ(whole.percentile_95(0), all.percentile_95(0));
  EXPECT_EQ(whole.scenarios, all.scenarios);
}

TEST(ErrorSpread, KeepsExactBoundsWhereErrorsAreThem) {
  ErrorSpread spread;
  for (const double error : {0.0, 1.0, 1.0625, kInfinity}) spread.add(error);
  ASSERT_EQ(spread.classes().size(), 4u);
  EXPECT_EQ(spread.classes()[0].at_most, 0.0);
  EXPECT_EQ(spread.classes()[1].at_most, 1.0);
  EXPECT_EQ(spread.classes()[2].at_most, 1.0625);
  EXPECT_EQ(spread.classes()[3].at_most, kInfinity);
  EXPECT_EQ(spread.quantile(0.5), 1.0);
  EXPECT_EQ(spread.quantile(1.0), kInfinity);
}

// Errors over 30 powers of ten, a million of them, take no more than 16 classes per power of two.
TEST(ErrorSpread, DoesNotGrowWithTheNumberOfScenarios) {
  ErrorSpread spread;
  for (int i = 0; i < 1'000'000; ++i) spread.add(std::exp(1e-6 * i * 69.0 - 40.0));
  EXPECT_LE(spread.classes().size(), 16u * 101u);
}

}  // namespace
}  // namespace hilspace::metrics
