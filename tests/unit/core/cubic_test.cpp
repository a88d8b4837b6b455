#include "core/cubic.hpp"

#include <gtest/gtest.h>

namespace hilspace {
namespace {

TEST(Cubic, GoesThroughAnyCubic) {
  const auto p = [](double x) { return 2.0 - x * (3.0 - x * (1.5 + 4.0 * x)); };
  const auto slope = [](double x) { return -3.0 + x * (3.0 + 12.0 * x); };
  for (const double ago : {0.2, 0.5, 1.7}) {
    const Cubic<double> curve({p(0.0), p(0.5), p(1.0)}, {p(-ago), ago});
    for (const double x : {-0.4, 0.0, 0.3, 1.0}) {
      EXPECT_NEAR(curve.at(x), p(x), 1e-14);
      EXPECT_NEAR(curve.slope_at(x), slope(x), 1e-13);
      EXPECT_NEAR(curve.bend_at(x), 3.0 + 24.0 * x, 1e-13);
    }
  }
}

TEST(Cubic, IsTheParabolaWithoutAValueBefore) {
  const Points<double> p{2.0, -1.0, 5.0};
  const Cubic<double> curve(p, {77.0, 0.0});
  for (const double x : {-0.3, 0.0, 0.5, 1.0}) EXPECT_NEAR(curve.at(x), Parabola<double>(p).at(x), 1e-14);
}

TEST(Cubic, FindsTheSummitBeforeAndWithinTheStep) {
  const auto p = [](double x) { return 1.0 - x * x * (1.0 + 0.4 * x); };  // largest at 0
  for (const double begin : {-0.9, -0.4, -0.1, 0.0, 0.3}) {
    const Cubic<double> curve({p(begin), p(begin + 0.5), p(begin + 1.0)}, {p(begin - 0.5), 0.5});
    const double start = begin < -0.25 ? 0.5 : 0.0;
    EXPECT_NEAR(curve.summit(start), -begin, 5e-5) << begin;
    EXPECT_NEAR(curve.at(curve.summit(start)), 1.0, 1e-8) << begin;
  }
}

TEST(Cubic, OfEqualValuesIsConstantToTheBit) {
  const double y = 0.1 + 0.2;
  const Cubic<double> curve({y, y, y}, {y, 0.37});
  for (const double x : {-0.3, 0.1, 0.7}) EXPECT_EQ(curve.at(x), y);
}

}  // namespace
}  // namespace hilspace
