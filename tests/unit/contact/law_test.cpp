#include "contact/law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace hilspace::contact {
namespace {

TEST(Laws, AreListedInTheOrderOfTheirEnumerators) {
  for (std::size_t i = 0; i < kLaws.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kLaws[i].law), i);
}

struct Formula {
  Law law;
  std::array<double, 5> at;  // restitution 0.5, 0.7, 0.8, 0.9, 1
};

// Worked out from the formulas by hand; no digit comes from the program.
TEST(DampingNumber, FollowsItsFormula) {
  const Formula formulas[] = {
      {Law::hertz, {0.0, 0.0, 0.0, 0.0, 0.0}},
      {Law::hunt_crossley, {0.75, 0.45, 0.3, 0.15, 0.0}},
      {Law::herbert_mcwhannell, {1.0, 1.8 / 3.16, 1.2 / 3.36, 0.6 / 3.64, 0.0}},
      {Law::lee_wang, {0.375, 0.225, 0.15, 0.075, 0.0}},
      {Law::lankarani_nikravesh, {0.5625, 0.3825, 0.27, 0.1425, 0.0}},
      {Law::gonthier, {1.5, 0.51 / 0.7, 0.45, 0.19 / 0.9, 0.0}},
      {Law::zhiying_qishao,
       {0.5625 * std::numbers::e, 0.3825 * std::exp(0.6), 0.27 * std::exp(0.4), 0.1425 * std::exp(0.2), 0.0}},
      {Law::flores, {1.6, 4.8 / 7.0, 0.4, 1.6 / 9.0, 0.0}},
  };
  constexpr std::array restitutions{0.5, 0.7, 0.8, 0.9, 1.0};
  for (const auto& [law, expected] : formulas)
    for (std::size_t i = 0; i < restitutions.size(); ++i)
      EXPECT_NEAR(damping_number(law, restitutions[i]), expected[i], 1e-15)
          << kLaws[static_cast<std::size_t>(law)].name << " at " << restitutions[i];
}

// e = lambda^(-1/2n) without damping; the restitutions of the exact law; critical damping; none that pulls.
TEST(Restitution, HasItsClosedForms) {
  for (const double n : {1.0, 1.5})
    for (const double lambda : {1.5, 2.0, 4.0})
      EXPECT_NEAR(
          restitution(
              {.law = Law::viscoplastic, .stiffness = 8e4, .exponent = n, .permanent_deformation = lambda},
              1.0, 3.132),
          std::pow(lambda, -0.5 / n), 1e-12);
  for (const double c : {0.1, 0.5, 0.9, 1.0})
    EXPECT_NEAR(restitution({.law = Law::gonthier_exact,
                             .stiffness = 1e6,
                             .damping_number = damping_number(Law::gonthier_exact, c)},
                            3.0, 0.1),
                c, 1e-9);
  LawSetup linear{.law = Law::kelvin_voigt, .stiffness = 4.0, .exponent = 1.0, .viscosity = 4.0};
  EXPECT_NEAR(restitution(linear, 1.0, 1.0), std::exp(-2.0), 1e-12);
  linear.viscosity = 4.0 * (1.0 + 1e-6);
  EXPECT_NEAR(restitution(linear, 1.0, 1.0), std::exp(-2.0), 1e-5);
  linear.law = Law::kelvin_voigt_tensile;
  EXPECT_EQ(restitution(linear, 1.0, 1.0), 0.0);
  linear.viscosity = 0.0;
  EXPECT_EQ(restitution(linear, 1.0, 1.0), 1.0);
}

// Figure 3-12 of the impact chapters: 2 m/s, and what they print no number for.
TEST(Restitution, IsThatOfThePublishedBall) {
  LawSetup ball{.law = Law::viscoplastic, .stiffness = 8e4, .damping_per_stiffness = 62922.0 / 8e4};
  for (const auto& [n, lambda] : {std::pair{1.0, 6.408}, {1.5, 16.944}}) {
    ball.exponent = n;
    ball.permanent_deformation = 1.0;
    EXPECT_NEAR(restitution(ball, 1.0, 2.0), 0.475, 1e-5);
    ball.permanent_deformation = lambda;
    EXPECT_NEAR(restitution(ball, 1.0, 2.0), 0.275, 1e-5);
  }
}

TEST(DampingNumber, IsNoneOfALawWithoutRestitution) {
  for (const auto& named : kLaws)
    if (named.damping != Damping::restitution) {
      EXPECT_EQ(damping_number(named.law, 0.5), 0.0) << named.name;
    }
}

/// What the exact law leaves of its equation, against the slope of that: the error of chi.
double error_of_exact(double c) {
  const long double exact = c, chi = damping_number(Law::gonthier_exact, c), x = chi * exact;
  const long double excess = std::log1p(chi) - std::log1p(-x) - x * (1.0L + 1.0L / exact);
  const long double slope = 1.0L / (1.0L + chi) + exact / (1.0L - x) - (exact + 1.0L);
  return static_cast<double>(excess / slope / chi);
}

TEST(GonthierExact, SatisfiesItsEquation) {
  for (const double c : {0.05, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.996})
    EXPECT_LT(std::abs(error_of_exact(c)), 1e-11) << c;
  // The series: nearer to 1 than this, even these digits cannot tell how good it is.
  for (const double c : {0.9971, 0.998, 0.999}) EXPECT_LT(std::abs(error_of_exact(c)), 2e-12) << c;
}

// chi ~ 1.5 (1 - c)/c there; what is left is 0.1 (1 - c)^2 of it.
TEST(GonthierExact, IsAsymptoticNearOne) {
  for (const double c : {1.0 - 1e-3, 1.0 - 1e-6, 1.0 - 1e-9, 1.0 - 1e-12}) {
    const double e = 1.0 - c;
    EXPECT_NEAR(damping_number(Law::gonthier_exact, c) / (1.5 * e / c), 1.0, 0.11 * e * e + 1e-15) << e;
  }
  EXPECT_EQ(damping_number(Law::gonthier_exact, 1.0), 0.0);
}

TEST(GonthierExact, FallsWithRestitutionWithoutAJump) {
  // The switch between series and search is at 0.997.
  double before = damping_number(Law::gonthier_exact, 0.99695);
  for (int i = 1; i <= 1000; ++i) {
    const double now = damping_number(Law::gonthier_exact, 0.99695 + 1e-7 * i);
    // The slope is -1.5 (1 + 2e): over 1e-7 the number falls by 1.509e-7.
    EXPECT_NEAR(before - now, 1.509e-7, 1e-10);
    before = now;
  }
}

/// Restitution that comes out of a damping number: ln((1 + chi)/(1 - chi c)) = chi (1 + c), by bisection.
double realised(double chi) {
  if (chi == 0.0) return 1.0;
  // The left side runs off to infinity at chi c = 1; c = -1 is a root as well.
  double low = 0.0, high = std::min(1.0, 1.0 / chi);
  for (int i = 0; i < 200; ++i) {
    const double c = 0.5 * (low + high);
    (std::log1p(chi) - std::log1p(-chi * c) < chi * (1.0 + c) ? low : high) = c;
  }
  return low;
}

// MODELS, section 1: recomputed from the equations of the sources, independently of this program.
TEST(Laws, RealiseTheRestitutionOfTheTable) {
  struct Published {
    Law law;
    std::array<double, 4> restitution;  // projected 0.5, 0.7, 0.8, 0.9
  };
  const Published table[] = {
      {Law::hertz, {1.0, 1.0, 1.0, 1.0}},
      {Law::hunt_crossley, {0.6630, 0.7680, 0.8329, 0.9090}},
      {Law::herbert_mcwhannell, {0.5936, 0.7227, 0.8070, 0.9009}},
      {Law::lee_wang, {0.7992, 0.8693, 0.9090, 0.9524}},
      {Law::lankarani_nikravesh, {0.7252, 0.7960, 0.8471, 0.9132}},
      {Law::gonthier, {0.4877, 0.6696, 0.7680, 0.8764}},
      {Law::gonthier_exact, {0.5, 0.7, 0.8, 0.9}},
      {Law::zhiying_qishao, {0.4826, 0.6796, 0.7874, 0.8959}},
      {Law::flores, {0.4704, 0.6832, 0.7885, 0.8939}},
  };
  constexpr std::array projected{0.5, 0.7, 0.8, 0.9};
  for (const auto& [law, expected] : table)
    for (std::size_t i = 0; i < projected.size(); ++i)
      EXPECT_NEAR(realised(damping_number(law, projected[i])), expected[i], 2e-4)
          << kLaws[static_cast<std::size_t>(law)].name << " at " << projected[i];
}

LawSetup spring(double stiffness, double exponent) {
  LawSetup setup;
  setup.stiffness = stiffness;
  setup.exponent = exponent;
  return setup;
}

TEST(ElasticContact, OfALinearSpringIsHalfAnOscillation) {
  const auto law = spring(3e6, 1.0);
  EXPECT_DOUBLE_EQ(elastic_depth(law, 12.0, 0.3), 0.3 * std::sqrt(12.0 / 3e6));
  EXPECT_DOUBLE_EQ(elastic_duration(law, 12.0, 0.3), std::numbers::pi * std::sqrt(12.0 / 3e6));
}

// Hertz: d = (5/4 m v^2/k)^(2/5), T = 2.9433 d/v (2.94327 to one digit more).
TEST(ElasticContact, OfSpheresIsHertz) {
  const auto law = spring(2e9, 1.5);
  const double depth = elastic_depth(law, 17.5, 0.05);
  EXPECT_DOUBLE_EQ(depth, std::pow(1.25 * 17.5 * 0.05 * 0.05 / 2e9, 0.4));
  EXPECT_NEAR(elastic_duration(law, 17.5, 0.05) * 0.05 / depth, 2.9433, 5e-5);
}

// m v^2/2 = k d^(n+1)/(n+1)
TEST(ElasticContact, StoresTheEnergyOfTheApproach) {
  for (const double n : {1.0, 1.5, 2.3}) {
    const double depth = elastic_depth(spring(1e8, n), 20.0, 0.2);
    EXPECT_NEAR(1e8 * std::pow(depth, n + 1.0) / (n + 1.0), 0.4, 1e-14) << n;
  }
}

// The whole way back and forth, integrated step by step; near the turn by what the mean force makes of it.
TEST(ElasticContact, LastsAsLongAsItsMotion) {
  for (const double n : {1.0, 1.5, 2.3}) {
    const auto law = spring(1e8, n);
    const double m = 20.0, h = elastic_duration(law, m, 0.2) / 20000.0;
    double d = 0.0, v = 0.2, t = 0.0;
    while (d >= 0.0) {  // Stoermer and Verlet: error O(h^2)
      v -= 0.5 * h * law.stiffness * std::pow(d, n) / m;
      d += h * v;
      v -= 0.5 * h * law.stiffness * std::pow(std::max(d, 0.0), n) / m;
      t += h;
    }
    EXPECT_NEAR(t + d / 0.2, elastic_duration(law, m, 0.2), 1e-5 * t) << n;
  }
}

}  // namespace
}  // namespace hilspace::contact
