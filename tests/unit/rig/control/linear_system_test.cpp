#include "rig/control/linear_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/published_rig.hpp"

namespace hilspace::rig {
namespace {

using Polynomial = std::vector<double>;

// A.10 and A.12 as published, starting with the constant term.
const Polynomial kPrintedNumerator{3.587e35, 1.145e30, 9.195e26};
const Polynomial kPrintedDenominator{1.134e38, 0.0, 1.093e30, 4.51e24, 1.888e21};
const Polynomial kPrintedAmplifier{1.758e13, 3.802e8, 2600.0};

Polynomial mended(Polynomial polynomial, std::size_t power, double coefficient) {
  polynomial[power] = coefficient;
  return polynomial;
}

Polynomial multiplied(Sections sections, std::array<double, 3> instruments::Section::*part) {
  Polynomial found{1.0};
  for (const instruments::Section& section : sections) found = product(found, section.*part);
  return found;
}

TEST(Roots, OfAProductOfFactorsAreTheFactors) {
  // (s + 3)(s^2 + 2 s + 10)(s - 1e3): -3, -1 +- 3 i, 1e3
  const Polynomial p =
      product(product(Polynomial{3.0, 1.0}, Polynomial{10.0, 2.0, 1.0}), Polynomial{-1e3, 1.0});
  const auto found = roots(p);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_NEAR(std::abs(found[0] - Complex(-3.0, 0.0)), 0.0, 1e-9);
  EXPECT_NEAR(std::abs(found[1].real() + 1.0), 0.0, 1e-9);
  EXPECT_NEAR(std::abs(found[1].imag()), 3.0, 1e-9);
  EXPECT_NEAR(std::abs(found[3] - Complex(1e3, 0.0)), 0.0, 1e-6);
}

TEST(Roots, AtZeroAndMissingLeadingTerms) {
  const auto found = roots(Polynomial{0.0, 0.0, 4.0, 2.0, 0.0});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], Complex(0.0));
  EXPECT_EQ(found[1], Complex(0.0));
  EXPECT_NEAR(found[2].real(), -2.0, 1e-12);
  EXPECT_TRUE(roots(Polynomial{5.0}).empty());
}

TEST(Roots, KeepTheirDigitsBesideHugeCoefficients) {
  const double w = 2e4, d = 1e-3;
  const auto pair = models::second_order(d, w, 1e38);
  for (const Complex root : roots(product(pair, models::second_order(0.7, 1e3)))) {
    if (natural_frequency(root) < 5e3) continue;
    EXPECT_NEAR(natural_frequency(root), w, 1e-8 * w);
    EXPECT_NEAR(damping(root), d, 1e-6 * d);
  }
}

TEST(Response, IsTheProductOfItsSections) {
  const double w = 3e3, d = 0.8;
  const std::array low_pass{instruments::Section{models::constant(2.0), models::second_order(d, w)}};
  EXPECT_NEAR(std::abs(response(low_pass, 0.0)), 2.0, 1e-15);
  const Complex at = response(low_pass, w);  // 2/(2 d i)
  EXPECT_NEAR(std::abs(at), 2.0 / (2.0 * d), 1e-12);
  EXPECT_NEAR(std::arg(at), -0.5 * M_PI, 1e-12);
  const auto twice = series(low_pass, low_pass);
  EXPECT_NEAR(std::abs(response(twice, w) - at * at), 0.0, 1e-12);
}

TEST(PublishedRig, SectionsAreTheFactorsOfTheMendedPolynomials) {
  const auto expect_same = [](const Polynomial& a, const Polynomial& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i] / a[0], b[i] / b[0], 2e-3 * std::abs(b[i] / b[0]));
  };
  Polynomial numerator = multiplied(models::kPiezo, &instruments::Section::numerator);
  numerator.resize(3);
  expect_same(numerator, kPrintedNumerator);
  expect_same(multiplied(models::kPiezo, &instruments::Section::denominator),
              mended(kPrintedDenominator, 1, 1.505e33));
  expect_same(multiplied(models::kAmplifier, &instruments::Section::denominator),
              mended(kPrintedAmplifier, 2, 26000.0));
  // 0.3163 mm of full scale.
  EXPECT_NEAR(response(models::kAmplifier, 0.0).real() * response(models::kPiezo, 0.0).real(), 0.3163e-3,
              1e-7);
}

TEST(PublishedRig, PolesAreThoseOfTheModel) {
  const auto found = poles(models::kPiezo);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_NEAR(natural_frequency(found[0]), 11662.0, 0.01 * 11662.0);
  EXPECT_NEAR(damping(found[0]), 0.066, 0.01 * 0.066);
  EXPECT_NEAR(natural_frequency(found[2]), 21014.0, 0.01 * 21014.0);
  EXPECT_NEAR(damping(found[2]), 0.020, 0.01 * 0.020);
  const auto zero = zeros(models::kPiezo);
  ASSERT_EQ(zero.size(), 2u);
  EXPECT_NEAR(natural_frequency(zero[0]), 19751.0, 0.01 * 19751.0);
  EXPECT_NEAR(damping(zero[0]), 0.0315, 0.01 * 0.0315);
  // Figure A.5's peak.
  EXPECT_NEAR(20.0 * std::log10(std::abs(response(models::kPiezo, 11662.0)) * 1e3), -33.0, 0.1);
}

// The text states a resonance of 26000 rad/s and a stable plant; the published polynomials have neither.
TEST(PublishedRig, PrintedPolynomialsContradictTheText) {
  const auto amplifier = roots(kPrintedAmplifier);
  EXPECT_GT(natural_frequency(amplifier[0]), 3.0 * 26000.0);
  EXPECT_GT(damping(amplifier[0]), std::sqrt(0.5));  // no resonance above this damping
  const auto right = [](Complex pole) { return pole.real() > 100.0; };
  EXPECT_EQ(std::ranges::count_if(roots(kPrintedDenominator), right), 2);
  EXPECT_EQ(std::ranges::count_if(roots(mended(kPrintedDenominator, 1, 1.505e33)), right), 0);
  EXPECT_NEAR(natural_frequency(roots(mended(kPrintedAmplifier, 2, 26000.0))[0]), 26003.0, 1.0);
}

}  // namespace
}  // namespace hilspace::rig
