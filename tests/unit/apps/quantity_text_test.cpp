#include "quantity_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hilspace::app {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(QuantityText, HasTheUnitsThatAPersonWrites) {
  EXPECT_EQ(quantity_text(5e-6, "m", 7), "5 um");
  EXPECT_EQ(quantity_text(0.004, "s", 7), "4 ms");
  EXPECT_EQ(quantity_text(1e-4, "s", 7), "0.1 ms");
  EXPECT_EQ(quantity_text(0.03, "m s-1", 7), "30 mm/s");
  EXPECT_EQ(quantity_text(-0.1308109, "m s-1", 4), "-0.1308 m/s");
  EXPECT_EQ(quantity_text(250.0, "N m-1", 7), "250 N/m");
  EXPECT_EQ(quantity_text(2e6, "N m-1", 7), "2 N/um");
  EXPECT_EQ(quantity_text(0.25, "m", 7), "250 mm");
  EXPECT_EQ(quantity_text(320350.3, "percent", 7), "320350.3 %");
  EXPECT_EQ(quantity_text(0.8, "1", 7), "0.8");
  EXPECT_EQ(quantity_text(5.04e-14, "J", 3), "5.04e-08 uJ");
  EXPECT_EQ(quantity_text(0.05235987755982988, "rad", 7), "3 deg");
}

TEST(QuantityText, UnitsWithoutAFamilyAreSpelledAsFractions) {
  EXPECT_EQ(quantity_text(2.0, "m s-2", 7), "2 m/s^2");
  EXPECT_EQ(quantity_text(2.0, "rad s-1", 7), "2 rad/s");
  EXPECT_EQ(quantity_text(2.0, "kg m2", 7), "2 kg m^2");
  EXPECT_EQ(quantity_text(2.0, "W m-2 K-1", 7), "2 W/(m^2 K)");
  EXPECT_EQ(quantity_text(2.0, "s-1", 7), "2 1/s");
}

TEST(QuantityText, UndefinedIsAWordWithoutAUnit) {
  EXPECT_EQ(quantity_text(kNan, "percent", 7), "undefined");
}

TEST(QuantityText, ZeroIsInSiWithoutASign) { EXPECT_EQ(quantity_text(-0.0, "m", 7), "0 m"); }

// A row of a table has one unit, that of its largest number, and decimal scaling leaves no stray digits.
TEST(QuantityText, OneUnitServesARow) {
  const PrintedUnit unit = printed_unit("s", 1.4e-3);
  EXPECT_EQ(unit.name, "ms");
  EXPECT_EQ(number_in(unit, 0.0003, 17), "0.29999999999999999");
  EXPECT_EQ(number_in(unit, 0.0003, 12), "0.3");
  EXPECT_EQ(number_in(unit, kNan, 4), "undefined");
  EXPECT_EQ(number_in(unit, std::numeric_limits<double>::infinity(), 4), "unbounded");
}

TEST(QuantityText, ARangeOfFactorsHasTheUnitOfItsMiddle) {
  EXPECT_EQ(unit_of_range("N m-1", 1e4, 1e6).name, "kN/m");
  EXPECT_EQ(unit_of_range("s", 5e-5, 1.4e-3).name, "ms");
  EXPECT_EQ(unit_of_range("m", 0.0, 0.1).name, "mm");
  EXPECT_EQ(unit_of_range("m", -0.1, 0.1).name, "mm");
}

TEST(QuantityText, NoNumberToGoByGivesSi) {
  EXPECT_EQ(printed_unit("m", kNan).name, "m");
  EXPECT_EQ(printed_unit("N", std::numeric_limits<double>::infinity()).name, "N");
  EXPECT_EQ(printed_unit("rad", 0.0).name, "deg");
}

}  // namespace
}  // namespace hilspace::app
