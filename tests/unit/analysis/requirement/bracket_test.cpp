#include "analysis/requirement/bracket.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hilspace::analysis {
namespace {

std::vector<bool> at(const std::vector<double>& points, const Predicate& good) {
  std::vector<bool> is_good;
  for (const double x : points) is_good.push_back(good(x));
  return is_good;
}

TEST(Spread, HasBothEndsAndGoesOneWay) {
  for (const auto& [first, last] :
       {std::pair{0.1, 5.0}, {5.0, 0.1}, {1.0, 2.0}, {0.0, 3.0}, {-2.0, 3.0}, {1e-7, 1e-4}}) {
    const auto points = spread(first, last, 16);
    ASSERT_EQ(points.size(), 16U);
    EXPECT_EQ(points.front(), first);
    EXPECT_EQ(points.back(), last);
    for (std::size_t k = 1; k < points.size(); ++k) EXPECT_EQ(points[k] > points[k - 1], last > first);
  }
}

TEST(Spread, GoesByFactorsOverADecade) {
  const auto wide = spread(1.0, 1000.0, 4);
  EXPECT_NEAR(wide[1], 10.0, 1e-12);
  EXPECT_NEAR(wide[2], 100.0, 1e-11);
  EXPECT_NEAR(spread(1000.0, 1.0, 4)[1], 100.0, 1e-11);
  EXPECT_DOUBLE_EQ(spread(1.0, 4.0, 4)[1], 2.0);
  EXPECT_DOUBLE_EQ(spread(0.0, 30.0, 4)[1], 10.0);
}

TEST(Crossings, OfWhatStopsBeingGood) {
  const auto points = spread(0.0, 10.0, 11);
  const Crossings found = crossings(points, at(points, [](double x) { return x < 3.5; }));
  EXPECT_TRUE(found.begins_good);
  ASSERT_TRUE(found.first && found.last);
  EXPECT_EQ(found.first->good, 3.0);
  EXPECT_EQ(found.first->bad, 4.0);
  EXPECT_EQ(found.last->good, 3.0);
  EXPECT_FALSE(found.again);
  EXPECT_EQ(found.count, 1U);
}

TEST(Crossings, OfTeethTheFirstIsFoundAndTheOthersAreTold) {
  const auto points = spread(0.0, 10.0, 11);  // + + + - - + + - - - -
  const Crossings found =
      crossings(points, at(points, [](double x) { return x < 2.5 || (x > 4.5 && x < 6.5); }));
  ASSERT_TRUE(found.first && found.last && found.again);
  EXPECT_EQ(found.first->good, 2.0);
  EXPECT_EQ(*found.again, 5.0);
  EXPECT_EQ(found.last->bad, 7.0);
  EXPECT_EQ(found.count, 3U);
}

TEST(Crossings, ThereAreNoneWhereAllIsAlike) {
  const auto points = spread(0.0, 10.0, 11);
  const Crossings always = crossings(points, std::vector<bool>(11, true));
  EXPECT_TRUE(always.begins_good);
  EXPECT_FALSE(always.first || always.last || always.again);
  const Crossings never = crossings(points, std::vector<bool>(11, false));
  EXPECT_FALSE(never.begins_good || never.first || never.again);
  EXPECT_EQ(always.count + never.count, 0U);
}

TEST(Bisect, HoldsTheCrossingAsNarrowlyAsAsked) {
  for (const double limit : {0.2, 1.1, 3.0, 4.9}) {
    for (const double width : {1e-1, 1e-3, 1e-9}) {
      const auto rising = bisect({0.1, 5.0}, {width, 0.0}, [&](double x) { return x <= limit; });
      EXPECT_LE(rising.good, limit);
      EXPECT_GT(rising.bad, limit);
      EXPECT_LE(rising.bad - rising.good, width);
      const auto falling = bisect({5.0, 0.1}, {0.0, width}, [&](double x) { return x >= limit; });
      EXPECT_GE(falling.good, limit);
      EXPECT_LT(falling.bad, limit);
      EXPECT_LE(falling.good - falling.bad, width * falling.good);
    }
  }
}

TEST(Bisect, EndsAreAsTheyWereFoundEvenAmongTeeth) {
  const Predicate saw = [](double x) { return x + 0.3 * (x * 7.0 - std::floor(x * 7.0)) < 2.0; };
  const auto found = bisect({0.0, 5.0}, {1e-6, 0.0}, saw);
  EXPECT_TRUE(saw(found.good));
  EXPECT_FALSE(saw(found.bad));
  EXPECT_LE(found.bad - found.good, 1e-6);
}

TEST(Bisect, EndsWhenNoNumberIsLeftBetween) {
  const auto found = bisect({1.0, 2.0}, {0.0, 0.0}, [](double x) { return x * x <= 2.0; });
  EXPECT_EQ(found.bad, std::nextafter(found.good, 2.0));
  const auto at_zero = bisect({0.0, 1.0}, {0.0, 1e-4}, [](double) { return false; });
  EXPECT_EQ(at_zero.good, 0.0);
  EXPECT_EQ(at_zero.bad, std::numeric_limits<double>::denorm_min());
}

TEST(Bisect, EndsAtAWidthOfItsOwnAround0) {
  const Tolerance tolerance{0.0, 1e-4, 1e-3};
  const auto never = bisect({0.0, 1.0}, tolerance, [](double) { return false; });
  EXPECT_EQ(never.good, 0.0);
  EXPECT_GT(never.bad, 0.5e-3);
  EXPECT_LE(never.bad, 1e-3);
  const auto across = bisect({-1.0, 2.0}, tolerance, [](double x) { return x <= 0.0; });
  EXPECT_LE(across.bad - across.good, 1e-3);
  EXPECT_GT(across.bad - across.good, 1e-4);
  const auto beside = bisect({0.0, 1.0}, tolerance, [](double x) { return x <= 2e-3; });
  EXPECT_LE(beside.bad - beside.good, 1e-4 * beside.bad);
}

}  // namespace
}  // namespace hilspace::analysis
