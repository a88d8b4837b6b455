#include "instruments/digital_filter.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

namespace hilspace::instruments {
namespace {

using Complex = std::complex<double>;
constexpr double kRate = 75e3;
const std::array kPid{
    Section{{2700.0, 2700.0 * 0.2 / 6500.0, 2700.0 / (6500.0 * 6500.0)}, {0.0, 1.0, 1.0 / 35000.0}}};
const std::array kNotches{Section{{1.0, 1.0 / 1200.0, 0.0}, {1.0, 1.0 / 4500.0, 0.0}},
                          Section{{1.0, 0.1 / 10700.0, 1.0 / (10700.0 * 10700.0)},
                                  {1.0, 2.0 / 10700.0, 1.0 / (10700.0 * 10700.0)}}};

Complex at(const Section& section, Complex s) {
  const auto& [b, a] = section;
  return (b[0] + b[1] * s + b[2] * s * s) / (a[0] + a[1] * s + a[2] * s * s);
}

// The bilinear transform maps 2 f j tan(w/2f) to w: the sections' responses there are the same.
TEST(DigitalFilter, HasTheResponseOfItsSectionsAtTheWarpedFrequency) {
  for (const double w : {100.0, 5000.0, 30000.0, 200000.0}) {
    const Complex z = std::exp(Complex(0.0, w / kRate));
    const Complex s(0.0, 2.0 * kRate * std::tan(w / (2.0 * kRate)));
    for (const Section& section : {kPid[0], kNotches[0], kNotches[1]}) {
      const DigitalSection d = bilinear(section, kRate);
      const Complex found = (d.n0 + d.n1 / z + d.n2 / (z * z)) / (1.0 + d.m1 / z + d.m2 / (z * z));
      EXPECT_LT(std::abs(found - at(section, s)), 1e-9 * std::abs(found)) << w;
    }
  }
}

// What it makes of a sine, sample by sample, is the cascade's response to it.
TEST(DigitalFilter, AnswersASineWithTheCascadesResponse) {
  DigitalFilter filter(kNotches, kRate);
  const double w = 2.0 * std::numbers::pi * 1000.0;
  const Complex s(0.0, 2.0 * kRate * std::tan(w / (2.0 * kRate)));
  const Complex response = at(kNotches[0], s) * at(kNotches[1], s);
  for (int k = 0; k < 20000; ++k) {
    const double shown = filter(std::sin(w * k / kRate));
    if (k < 10000) continue;
    ASSERT_NEAR(shown, std::imag(response * std::exp(Complex(0.0, w * k / kRate))), 1e-9);
  }
}

// A constant error of 1 is integrated: 2700 per second, once the other parts have settled.
TEST(DigitalFilter, Integrates) {
  DigitalFilter filter(kPid, kRate);
  double before = 0.0, now = 0.0;
  for (int k = 0; k < 10000; ++k) now = filter(1.0);
  for (int k = 0; k < 75000; ++k) before = now, now = filter(1.0);
  EXPECT_NEAR((now - before) * kRate, 2700.0, 1e-6);
}

TEST(DigitalFilter, SettledItShowsItsGainAtOnce) {
  DigitalFilter filter(kNotches, kRate);
  filter.settle(0.3);
  for (int k = 0; k < 10; ++k) EXPECT_NEAR(filter(0.3), 0.3, 1e-14);
}

TEST(DigitalFilter, RestsAtAnyOutputWithAnIntegrator) {
  const std::array chain{kNotches[1], kPid[0], kNotches[0]};
  DigitalFilter filter(chain, kRate);
  filter.rest_at(0.7);
  for (int k = 0; k < 1000; ++k) EXPECT_NEAR(filter(0.0), 0.7, 1e-12);
}

TEST(DigitalFilter, WithoutSectionsIsTheIdentity) {
  DigitalFilter filter;
  EXPECT_EQ(filter(0.123), 0.123);
}

}  // namespace
}  // namespace hilspace::instruments
