#include "rig/backends/conversion.hpp"

#include <gtest/gtest.h>

namespace hilspace::rig {
namespace {

constexpr unsigned kMax = 65535;
constexpr double kVoltsPerCode = 20.0 / kMax;

// A 16-bit converter of +-10 V.
const Conversion kInput{.coefficients = {-10.0, kVoltsPerCode, 0.0, 0.0}, .origin = 0.0, .code_max = kMax};
const Conversion kOutput{
    .coefficients = {0.0, 1 / kVoltsPerCode, 0.0, 0.0}, .origin = -10.0, .code_max = kMax};

TEST(Conversion, EndsAndMiddleOfTheRange) {
  EXPECT_DOUBLE_EQ(kInput.volts(0), -10.0);
  EXPECT_DOUBLE_EQ(kInput.volts(kMax), 10.0);
  EXPECT_EQ(kOutput.code(-10.0), 0U);
  EXPECT_EQ(kOutput.code(10.0), kMax);
  EXPECT_NEAR(kInput.volts(kOutput.code(0.0)), 0.0, kVoltsPerCode / 2 * 1.001);
}

TEST(Conversion, EveryCodeComesBack) {
  for (unsigned code = 0; code <= kMax; ++code) ASSERT_EQ(kOutput.code(kInput.volts(code)), code);
}

TEST(Conversion, TheNearestCodeIsTaken) {
  for (const double volts : {-9.99987, -3.21, 0.0001, 1.0 / 3, 9.87654})
    EXPECT_LE(std::abs(kInput.volts(kOutput.code(volts)) - volts), kVoltsPerCode / 2 * 1.000001);
}

// Casting a negative number to an unsigned one would turn -11 V into nearly +10 V.
TEST(Conversion, BeyondTheRangeIsItsEnd) {
  for (const double volts : {-10.0001, -11.0, -1e9, -1e300}) EXPECT_EQ(kOutput.code(volts), 0U);
  for (const double volts : {10.0001, 11.0, 1e9, 1e300}) EXPECT_EQ(kOutput.code(volts), kMax);
}

TEST(Conversion, TheCalibrationIsAPolynomialAboutItsOrigin) {
  const Conversion bent{.coefficients = {1.0, 0.5, 0.25, 0.125}, .origin = 2.0, .code_max = kMax};
  EXPECT_DOUBLE_EQ(bent.volts(5), 1.0 + 0.5 * 3 + 0.25 * 9 + 0.125 * 27);
}

}  // namespace
}  // namespace hilspace::rig
