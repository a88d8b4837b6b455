#include "study/notation/quantity.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <limits>
#include <numbers>

#include "study/notation/decimal.hpp"

namespace hilspace::study {
namespace {

/// In SI; NaN when refused.
double si(std::string_view text, std::string_view unit) {
  std::string complaint;
  const auto quantity = parse_quantity(text, unit, complaint);
  EXPECT_EQ(quantity.has_value(), complaint.empty()) << text;
  return quantity ? quantity->si() : std::numeric_limits<double>::quiet_NaN();
}

std::string complaint(std::string_view text, std::string_view unit) {
  std::string why;
  parse_quantity(text, unit, why);
  return why;
}

double typed(const std::string& decimal) {
  double x = 0.0;
  std::from_chars(decimal.data(), decimal.data() + decimal.size(), x);
  return x;
}

TEST(Quantity, IsTheSameDoubleInWhateverDecimalUnit) {
  for (int n = 1; n <= 2000; ++n) {
    EXPECT_EQ(si(fmt::format("{} ms", n), "s"), typed(fmt::format("{}e-3", n)));
    EXPECT_EQ(si(fmt::format("{}.7 um", n), "m"), typed(fmt::format("{}.7e-6", n)));
    EXPECT_EQ(si(fmt::format("0.{} GPa", n), "Pa"), typed(fmt::format("0.{}e9", n)));
    EXPECT_EQ(si(fmt::format("{}.3 kHz", n), "Hz"), typed(fmt::format("{}.3e3", n)));
  }
}

TEST(Quantity, KnowsTheUnitsOfTheTrade) {
  EXPECT_EQ(si("0.1 m/s", "m s-1"), 0.1);
  EXPECT_EQ(si("0.1 m s-1", "m s-1"), 0.1);
  EXPECT_EQ(si("10 cm.s^-1", "m s-1"), 0.1);
  EXPECT_DOUBLE_EQ(si("36 km/h", "m s-1"), 10.0);
  EXPECT_EQ(si("500 g", "kg"), 0.5);
  EXPECT_DOUBLE_EQ(si("1 in", "m"), 0.0254);
  EXPECT_DOUBLE_EQ(si("2 min", "s"), 120.0);
  EXPECT_EQ(si("4.34 GPa", "Pa"), 4.34e9);
  EXPECT_EQ(si("5 N/mm2", "Pa"), 5e6);
  EXPECT_EQ(si("1 \u00b5m", "m"), 1e-6);  // micro sign
  EXPECT_EQ(si("1 kg m s-2", "N"), 1.0);
}

TEST(Quantity, TakesNumbersAsPeopleWriteThem) {
  EXPECT_EQ(si("30kg", "kg"), 30.0);
  EXPECT_EQ(si("  30   kg ", "kg"), 30.0);
  EXPECT_EQ(si("+30 kg", "kg"), 30.0);
  EXPECT_EQ(si("-30 kg", "kg"), -30.0);
  EXPECT_EQ(si("3e1 kg", "kg"), 30.0);
  EXPECT_EQ(si("3E+1kg", "kg"), 30.0);
  EXPECT_EQ(si(".5 kg", "kg"), 0.5);
  EXPECT_EQ(si("0 ms", "s"), 0.0);
  EXPECT_EQ(si("0e99999999999999999999 ms", "s"), 0.0);
}

TEST(Quantity, DegreesAreAngles) {
  EXPECT_NEAR(si("7.5 deg", "rad"), 7.5 * std::numbers::pi / 180.0, 1e-16);
  EXPECT_NEAR(si("180 deg/s", "rad s-1"), std::numbers::pi, 1e-15);
}

TEST(Quantity, HertzIsNotRadiansPerSecond) {
  EXPECT_EQ(si("10 kHz", "Hz"), 1e4);
  EXPECT_EQ(si("62832 rad/s", "rad s-1"), 62832.0);
  EXPECT_EQ(complaint("62832 rad/s", "Hz"), "rad/s is not a unit of frequency");
  EXPECT_EQ(complaint("10 kHz", "rad s-1"), "kHz is not a unit of angular frequency");
  EXPECT_EQ(complaint("10 s-1", "rad s-1"), "s-1 is not a unit of angular frequency");
  EXPECT_EQ(complaint("10 s-1", "Hz"), "s-1 may mean Hz or rad/s; write Hz");
  EXPECT_NE(complaint("1 rad kg", "kg"), "");
}

TEST(Quantity, RefusesAnotherDimension) {
  EXPECT_EQ(complaint("1 m", "s"), "m is not a unit of time");
  EXPECT_EQ(complaint("1 ms-1", "m s-1"), "ms-1 is not a unit of speed");
  EXPECT_EQ(complaint("30 furlong", "kg"), "furlong is not a unit of mass");
  EXPECT_EQ(complaint("30 flurb", "kg"), "\"flurb\" is not a unit");
  EXPECT_NE(complaint("1 \xff", "s"), "");
}

TEST(Quantity, RefusesWhatUdunitsWouldTakeForAUnit) {
  EXPECT_NE(complaint("30 kg 500", "kg"), "");
  EXPECT_NE(complaint("30 500 kg", "kg"), "");
  EXPECT_NE(complaint("30 kg/1000", "kg"), "");
  EXPECT_NE(complaint("30 (2) kg", "kg"), "");
  EXPECT_NE(complaint("30 kg @ 5", "kg"), "");
  EXPECT_NE(complaint("30 s since 2000", "s"), "");
  EXPECT_NE(complaint("30 lg(re 1 N)", "N"), "");
  EXPECT_NE(complaint("30 -kg", "kg"), "");
}

TEST(Quantity, NeedsAFiniteNumberAndAUnit) {
  EXPECT_EQ(complaint("30", "kg"), "the unit is missing");
  EXPECT_EQ(complaint("30 " + std::string(1000, 'z'), "kg"),
            '"' + std::string(60, 'z') + "...\" is not a unit");
  EXPECT_EQ(complaint("kg", "kg"), "must be a number followed by its unit");
  EXPECT_EQ(complaint("", "kg"), "must be a number followed by its unit");
  EXPECT_EQ(complaint("+-3 kg", "kg"), "must be a number followed by its unit");
  EXPECT_EQ(complaint("inf kg", "kg"), "must be finite");
  EXPECT_EQ(complaint("nan kg", "kg"), "must be finite");
  EXPECT_EQ(complaint("1e999 kg", "kg"), "beyond the numbers of double precision");
  EXPECT_EQ(complaint("1e308 km", "m"), "beyond the numbers of double precision");
}

TEST(Quantity, UnitCanBeAskedFor) {
  EXPECT_EQ(unit_of("0.1 m/s"), "m/s");
  EXPECT_EQ(unit_of("30kg"), "kg");
}

TEST(Scale, GoesThereAndBack) {
  for (const double factor : {1.0, 1e-3, 1e9, 0.0254, std::numbers::pi / 180.0})
    for (const double x : {0.3, 7.0, 1.1e-5})
      EXPECT_DOUBLE_EQ(Scale(factor).from_si(Scale(factor).to_si(x)), x) << factor;
}

TEST(Decimal, RoundingFindsTheTypedNumber) {
  for (int i = 0; i < 1000; ++i) {
    const double computed = 0.05 + i * 0.05;
    EXPECT_EQ(round_to_15_digits(computed),
              typed(fmt::format("{}.{:02}", 5 * (i + 1) / 100, 5 * (i + 1) % 100)));
  }
  EXPECT_EQ(round_to_15_digits(0.0), 0.0);
  EXPECT_EQ(round_to_15_digits(-0.1), -0.1);
}

TEST(Decimal, ShiftsToTheEndsOfTheRange) {
  EXPECT_EQ(shifted(1.5, 300), 1.5e300);
  EXPECT_EQ(shifted(-1.5, -3), -0.0015);
  EXPECT_EQ(shifted(1e300, 300), std::numeric_limits<double>::infinity());
  EXPECT_EQ(shifted(-1e300, 300), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(shifted(1e-300, -300), 0.0);
}

}  // namespace
}  // namespace hilspace::study
