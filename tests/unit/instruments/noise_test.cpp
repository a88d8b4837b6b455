#include "instruments/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr double kStd = 0.3, kSampleTime = 1e-4;

/// The first samples, looked at in the middle of each sample time.
std::vector<double> samples(const NoiseSetup& setup, int count, std::uint64_t stream = 0) {
  Noise<double> noise(setup, RandomStream(1, 2, stream));
  std::vector<double> list;
  for (int i = 0; i < count; ++i) {
    noise.freeze(nullptr, {}, false, {setup.sample_time, setup.sample_time / 64, i * setup.sample_time});
    list.push_back(noise.output(nullptr, {}).value);
  }
  return list;
}

double covariance(const std::vector<double>& x, std::size_t lag) {
  double sum = 0.0;
  for (std::size_t i = 0; i + lag < x.size(); ++i) sum += x[i] * x[i + lag];
  return sum / static_cast<double>(x.size() - lag);
}

TEST(WhiteNoise, HasItsStandardDeviationAndNoMemory) {
  constexpr int count = 200000;
  const auto x = samples({kStd, 0.0, 0.7, kSampleTime}, count);
  double mean = 0.0;
  for (const double value : x) mean += value / count;
  EXPECT_LT(std::abs(mean), 4.0 * kStd / std::sqrt(count));
  EXPECT_NEAR(covariance(x, 0), kStd * kStd, 4.0 * kStd * kStd * std::sqrt(2.0 / count));
  for (std::size_t lag = 1; lag <= 8; ++lag)
    EXPECT_LT(std::abs(covariance(x, lag)), 4.0 * kStd * kStd / std::sqrt(count)) << lag;
}

/// Correlation of white noise behind a low-pass of natural frequency 1: what its free motion from 1 at rest
/// is.
double correlation(double zeta, double x) {
  if (zeta == 1.0) return std::exp(-x) * (1.0 + x);
  if (zeta < 1.0) {
    const double w = std::sqrt(1.0 - zeta * zeta);
    return std::exp(-zeta * x) * (std::cos(w * x) + zeta / w * std::sin(w * x));
  }
  const double w = std::sqrt(zeta * zeta - 1.0);
  return 0.5 * ((1.0 + zeta / w) * std::exp(-(zeta - w) * x) + (1.0 - zeta / w) * std::exp(-(zeta + w) * x));
}

// Variance of an estimated covariance (Bartlett): at most 2/N times the sum of the squares of all of them.
TEST(ColouredNoise, IsCorrelatedAsItsLowPassSays) {
  constexpr int count = 200000;
  for (const double zeta : {0.2, 0.7, 1.0, 3.0}) {
    const double x = 0.3;  // radians of the low-pass per sample
    const auto n = samples({kStd, x / (2.0 * std::numbers::pi * kSampleTime), zeta, kSampleTime}, count);
    double squares = 0.0;
    for (int lag = -2000; lag <= 2000; ++lag) squares += std::pow(correlation(zeta, std::abs(lag) * x), 2);
    const double tolerance = 4.0 * std::sqrt(2.0 * squares / count);
    for (const std::size_t lag : {0u, 1u, 2u, 5u, 10u, 20u, 40u})
      EXPECT_NEAR(covariance(n, lag) / (kStd * kStd), correlation(zeta, static_cast<double>(lag) * x),
                  tolerance)
          << "zeta " << zeta << " lag " << lag;
  }
}

struct Matrix {
  double a00, a01, a10, a11;
};
Matrix operator*(const Matrix& p, const Matrix& q) {
  return {p.a00 * q.a00 + p.a01 * q.a10, p.a00 * q.a01 + p.a01 * q.a11, p.a10 * q.a00 + p.a11 * q.a10,
          p.a10 * q.a01 + p.a11 * q.a11};
}
Matrix operator+(const Matrix& p, const Matrix& q) {
  return {p.a00 + q.a00, p.a01 + q.a01, p.a10 + q.a10, p.a11 + q.a11};
}
Matrix turned(const Matrix& p) { return {p.a00, p.a10, p.a01, p.a11}; }

/// Covariance that z' = A z + L w keeps up: the sum of A^k L L' A'^k, by doubling.
Matrix stationary(const Noise<double>& noise) {
  Matrix a{noise.a00, noise.a01, noise.a10, noise.a11};
  const Matrix l{noise.l00, 0.0, noise.l10, noise.l11};
  Matrix sum = l * turned(l);
  for (int doublings = 0; doublings < 64; ++doublings) {
    sum = sum + a * sum * turned(a);
    a = a * a;
  }
  return sum;
}

TEST(ColouredNoise, KeepsItsStandardDeviationWhateverItsSampleTime) {
  for (const double zeta : {0.05, 0.7, 1.0, 5.0})
    for (const double x : {1e-2, 0.1, 1.0, 10.0, 1e3, 1e5}) {
      const Noise<double> noise({1.0, 1.0 / (2.0 * std::numbers::pi), zeta, x}, RandomStream(1, 2, 3));
      const Matrix p = stationary(noise);
      EXPECT_NEAR(p.a00, 1.0, 1e-6) << "zeta " << zeta << " x " << x;
      EXPECT_NEAR(p.a01, 0.0, 1e-6) << "zeta " << zeta << " x " << x;
      EXPECT_NEAR(p.a11, 1.0, 1e-6) << "zeta " << zeta << " x " << x;
      // And from sample to sample it moves as the filter does.
      EXPECT_NEAR(noise.a00, correlation(zeta, x), 1e-12) << "zeta " << zeta << " x " << x;
    }
}

// Samples that come much more often than the filter moves: what is new in each, of the order of x^3, is then
// lost in rounding.
TEST(ColouredNoise, KeepsItsStandardDeviationWhenSampledVeryOften) {
  double worst = 0.0;
  for (const double zeta : {0.05, 0.7, 5.0})
    for (double x = 1e-3; x > 1e-7; x *= 0.98) {
      const Matrix p =
          stationary(Noise<double>({1.0, 1.0 / (2.0 * std::numbers::pi), zeta, x}, RandomStream(1, 2, 3)));
      worst = std::max({worst, std::abs(p.a00 - 1.0), std::abs(p.a11 - 1.0)});
    }
  EXPECT_LT(worst, 1e-2);
}

TEST(ColouredNoise, SampledSeldomIsWhite) {
  const NoiseSetup seldom{kStd, 1e9, 0.7, kSampleTime}, white{kStd, 0.0, 0.7, kSampleTime};
  EXPECT_EQ(samples(seldom, 100), samples(white, 100));
}

// A step ends where a sample is due, and the number shown depends on the sample alone.
TEST(Noise, ShowsTheSameNumbersWhateverTheSteps) {
  for (const double begin : {0.0, -3.7e-4}) {
    const NoiseSetup setup{kStd, 800.0, 0.7, kSampleTime};
    const auto expected = samples(setup, 40);
    for (const double step : {1e-3, 1e-4, 0.37e-4, 1e-6}) {
      Driven<> run(chain_of({setup}), held(0.0), step, begin);
      run.run(begin + 30 * kSampleTime, [&](double h, const Outlook<double>&) {
        const double in = (run.time() - begin) / kSampleTime, out = (run.time() + h - begin) / kSampleTime;
        const auto k = static_cast<std::size_t>(in + 1e-6);
        EXPECT_LE(out, static_cast<double>(k) + 1.0 + 1e-6);
        EXPECT_EQ(run.out().value, expected[k]) << "step " << step << " t " << run.time();
        EXPECT_EQ(run.out(0.9 * h).value, expected[k]);
      });
    }
  }
}

// Samples due within one and the same shortest step are all drawn.
TEST(Noise, SkipsNoNumberThatComesTooOften) {
  const NoiseSetup setup{kStd, 800.0, 0.7, kSampleTime};
  const auto expected = samples(setup, 40);
  Noise<double> noise(setup, RandomStream(1, 2, 0));
  for (int i = 0; i < 8; ++i) {
    noise.freeze(nullptr, {}, false, {1.0, 1e-9, 5 * i * kSampleTime});
    EXPECT_EQ(noise.output(nullptr, {}).value, expected[static_cast<std::size_t>(5 * i)]);
  }
}

TEST(Noise, BeginningAStepTwiceDrawsOnce) {
  Noise<double> noise({kStd, 0.0, 0.7, kSampleTime}, RandomStream(1, 2, 0));
  const Horizon<double> horizon{1e-5, 1e-7, 0.0};
  noise.freeze(nullptr, {}, false, horizon);
  const double first = noise.output(nullptr, {}).value;
  noise.freeze(nullptr, {}, false, horizon);
  EXPECT_EQ(noise.output(nullptr, {}).value, first);
}

TEST(Noise, LetsTheRatePass) {
  Driven<> run(chain_of({NoiseSetup{kStd, 0.0, 0.7, kSampleTime}}), sine(1.0, 50.0), 1e-5);
  run.run(1e-2, [&](double h, const Outlook<double>& outlook) {
    EXPECT_EQ(run.out(0.5 * h).rate, run.in(0.5 * h).rate);
    EXPECT_DOUBLE_EQ(run.out(0.5 * h).acceleration, run.in(0.5 * h).acceleration);
    EXPECT_FALSE(outlook.constant);
  });
}

TEST(Noise, OfOneInstrumentIsNotThatOfAnother) {
  const NoiseSetup setup{kStd, 0.0, 0.7, kSampleTime};
  EXPECT_NE(samples(setup, 10, 0), samples(setup, 10, 1));
}

}  // namespace
}  // namespace hilspace::instruments
