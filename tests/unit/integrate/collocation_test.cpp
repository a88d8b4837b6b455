// Collocation over a piece: its modes, what it solves exactly, its order.

#include "integrate/collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::integrate {
namespace {

template <Course kCourse>
AtNodes<double> sampled(auto f) {
  AtNodes<double> values;
  for (std::size_t i = 0; i < kNodes; ++i) values[i] = f(time_share(kCourse, kNodeTaus[i]));
  return values;
}

template <Course kCourse>
void expect_the_way_back() {
  const AtNodes<double> f{0.3, -1.7, 2.2, 0.1, 5.0, -3.0};
  const auto back = to_nodes<kCourse, double>(to_modes<kCourse, double>(f));
  for (std::size_t i = 0; i < kNodes; ++i) EXPECT_NEAR(back[i], f[i], 1e-12);
}
TEST(Collocation, ModesGiveBackTheValuesAtTheNodes) {
  expect_the_way_back<Course::onset>();
  expect_the_way_back<Course::even>();
  expect_the_way_back<Course::ending>();
}

/// z' = -rate z + f at the nodes of a piece of length h.
template <Course kCourse>
AtNodes<double> solved(double rate, double z0, double h, auto f) {
  const auto s = rates<kCourse, double>(h);
  const auto driven = to_modes<kCourse, double>(sampled<kCourse>([&](double u) { return f(u * h); }));
  InModes<double> z{};
  for (std::size_t j = 0; j < kModes<kCourse>.size(); ++j) {
    const Complex<double> slow = rate + s[j];
    z[j] = inverse(slow) * (z0 * s[j] + driven[j]);
  }
  return to_nodes<kCourse, double>(z);
}

template <Course kCourse>
void expect_polynomials(int degree) {
  const auto z = solved<kCourse>(0.0, 0.5, 2.0, [&](double t) { return std::pow(t, degree); });
  const auto exact =
      sampled<kCourse>([&](double u) { return 0.5 + std::pow(2.0 * u, degree + 1) / (degree + 1); });
  for (std::size_t i = 0; i < kNodes; ++i) EXPECT_NEAR(z[i], exact[i], 1e-11) << degree;
}
TEST(Collocation, IntegratesPolynomialsExactly) {
  for (int degree = 0; degree <= 5; ++degree) expect_polynomials<Course::even>(degree);
  for (int degree = 0; degree <= 2; ++degree) {  // of degree 5 in tau
    expect_polynomials<Course::onset>(degree);
    expect_polynomials<Course::ending>(degree);
  }
}

/// A force that sets in with the power 1.5 is smooth in the onset's own time, and not in time.
TEST(Collocation, TakesAnOnsetOfThePowerThreeHalves) {
  const auto f = [](double t) { return t * std::sqrt(t); };
  EXPECT_NEAR((solved<Course::onset>(0.0, 0.0, 1.0, f).back()), 0.4, 1e-13);
  EXPECT_GT(std::abs(solved<Course::even>(0.0, 0.0, 1.0, f).back() - 0.4), 1e-6);
}
TEST(Collocation, TakesAnEndingOfThePowerThreeHalves) {
  const auto f = [](double t) { return (1.0 - t) * std::sqrt(1.0 - t); };
  EXPECT_NEAR((solved<Course::ending>(0.0, 0.0, 1.0, f).back()), 0.4, 1e-13);
}

/// Half the length, some 2^-12 of the error in one piece; 1e-12 is left in one of a time constant.
TEST(Collocation, IsOfOrderElevenAtTheEndOfAPiece) {
  const auto error = [](double h) {
    return std::abs(solved<Course::even>(1.0, 1.0, h, [](double) { return 0.0; }).back() - std::exp(-h));
  };
  EXPECT_GT(std::log2(error(2.0) / error(1.0)), 10.0);
  EXPECT_LT(error(1.0), 2e-12);
}

TEST(Collocation, DampsWhatIsMuchFasterThanAPiece) {
  EXPECT_LT(std::abs(solved<Course::even>(1e9, 1.0, 1.0, [](double) { return 0.0; }).back()), 1e-8);
}

TEST(Collocation, ReadsAPieceAnywhere) {
  OverPiece<double> values;
  const auto f = [](double tau) { return 1.0 + tau * (2.0 - tau * tau * (3.0 - tau)); };
  for (std::size_t i = 0; i <= kNodes; ++i) values[i] = f(i == 0 ? 0.0 : kNodeTaus[i - 1]);
  const auto powers = powers_of(values);
  for (const double tau : {0.0, 0.123, 0.5, 0.987, 1.0}) EXPECT_NEAR(at(powers, tau), f(tau), 1e-12);
  const auto& weights = look_weights<8>()[static_cast<std::size_t>(Course::ending)];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = static_cast<double>(i) / 16.0;
    double sum = 0.0;
    for (std::size_t k = 0; k <= kNodes; ++k) sum += weights[i][k] * values[k];
    EXPECT_NEAR(sum, f(1.0 - std::sqrt(1.0 - share)), 1e-12);
  }
}

}  // namespace
}  // namespace hilspace::integrate
