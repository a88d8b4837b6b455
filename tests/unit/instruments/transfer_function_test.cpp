#include "instruments/transfer_function.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <span>

#include "support/times.hpp"
#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

using Sections = std::vector<Section>;
constexpr double kW = 900.0, kZeta = 0.4;
const Section kLowPass{{1.0, 0.0, 0.0}, {1.0, 2.0 * kZeta / kW, 1.0 / (kW * kW)}};
const Section kSlowLag{{2.0, 0.0, 0.0}, {4.0, 4.0 * 2e-3, 0.0}};  // 0.5/(1 + 2e-3 s)
const Section kStrongLead{{1.0, 3e-3, 0.0}, {1.0, 1e-3, 0.0}};    // feedthrough 3
const Section kNotch{{1.0, 1e-4, 2e-6}, {1.0, 3e-3, 2e-6}};       // feedthrough 1
const Section kGain{{3.0, 0.0, 0.0}, {-2.0, 0.0, 0.0}};           // -1.5
const Section kZero{{1.0, 5e-4, 0.0}, {2.0, 2e-3, 1e-6}};

AnyChain<double> chain(const Sections& sections) { return chain_of({TransferFunctionSetup{sections}}); }

// The same filter in another form: the same states, but for rounding.
TEST(TransferFunction, OfALowPassIsTheLowPass) {
  const Sections sections{kLowPass};
  Driven<> section(chain(sections), sine(1.0, 500.0), 1e-5),
      filter(chain_of({LowPassSetup{kW, kZeta}}), sine(1.0, 500.0), 1e-5);
  section.run(0.03, [&](double h, const Outlook<double>&) {
    filter.begin();
    EXPECT_NEAR(section.out(0.5 * h).value, filter.out(0.5 * h).value, 1e-11);
    EXPECT_NEAR(section.out(0.5 * h).rate, filter.out(0.5 * h).rate, 1e-11 * kW);
    EXPECT_NEAR(section.out(0.5 * h).acceleration, filter.out(0.5 * h).acceleration, 1e-10 * kW * kW);
    filter.end(h);
  });
}

/// After `t` of a step of height 1, from rest.
double step_response(const Sections& sections, double t) {
  double height = 0.0;
  Driven<> run(
      chain(sections),
      [&height](double) {
        return Signal<double>{height, 0.0, 0.0};
      },
      1e-5);
  height = 1.0;
  run.run(t);
  run.begin();
  return run.out().value;
}

// Runge and Kutta: (h/T)^4/120 of the response.
TEST(TransferFunction, OfFirstOrderAnswersAStepExponentially) {
  const Sections sections{kSlowLag};
  for (const double t : {1e-3, 2e-3, 7e-3})
    EXPECT_NEAR(step_response(sections, t), 0.5 * (1.0 - std::exp(-t / 2e-3)), 1e-11);
}

TEST(TransferFunction, LetsAStepThroughWhereItHasFeedthrough) {
  const Sections sections{kStrongLead};
  for (const double t : {0.0, 1e-3, 5e-3})
    EXPECT_NEAR(step_response(sections, t), 1.0 + (3.0 - 1.0) * std::exp(-t / 1e-3), 1e-9);
  const Sections notch{kNotch};
  EXPECT_NEAR(step_response(notch, 0.0), 1.0, 1e-14);
}

TEST(TransferFunction, WithoutADenominatorIsAGain) {
  const Sections sections{kGain};
  Driven<> run(chain(sections), sine(1.0, 500.0), 1e-4);
  run.run(0.01, [&](double h, const Outlook<double>&) {
    EXPECT_DOUBLE_EQ(run.out(0.5 * h).value, -1.5 * run.in(0.5 * h).value);
    EXPECT_DOUBLE_EQ(run.out(0.5 * h).rate, -1.5 * run.in(0.5 * h).rate);
    EXPECT_DOUBLE_EQ(run.out(0.5 * h).acceleration, -1.5 * run.in(0.5 * h).acceleration);
  });
}

/// Gain and lag behind a ramp.
struct Steady {
  double gain = 1.0, lag = 0.0;
};
Steady steady(const Sections& sections) {
  Steady all;
  for (const auto& [b, a] : sections) {
    all.gain *= b[0] / a[0];
    all.lag += a[1] / a[0] - b[1] / b[0];
  }
  return all;
}

TEST(TransferFunction, FollowsARampInItsSteadyState) {
  const Sections cascades[] = {{kLowPass},
                               {kSlowLag},
                               {kStrongLead},
                               {kNotch},
                               {kGain},
                               {kZero},
                               {kLowPass, kStrongLead, kGain, kNotch, kSlowLag, kZero}};
  for (const Sections& sections : cascades) {
    Driven<> run(chain(sections), ramp(-0.3, 20.0), 1e-5);
    const Steady expected = steady(sections);
    run.run(0.01, [&](double h, const Outlook<double>&) {
      const auto out = run.out(0.5 * h);
      EXPECT_NEAR(out.value, expected.gain * (run.in(0.5 * h).value - expected.lag * 20.0), 1e-12);
      EXPECT_NEAR(out.rate, expected.gain * 20.0, 1e-9);
      EXPECT_NEAR(out.acceleration, 0.0, 1e-4);  // of a state that moves at 1e6/s^2
    });
  }
}

/// A rational function at i w, by hand.
std::complex<double> response(const Sections& sections, double w) {
  const std::complex<double> p(0.0, w);
  std::complex<double> all = 1.0;
  for (const auto& [b, a] : sections) all *= (b[0] + p * (b[1] + p * b[2])) / (a[0] + p * (a[1] + p * a[2]));
  return all;
}

// Long after the start, a sine comes out as a sine; the slowest pole has decayed by e^-50.
TEST(TransferFunction, AnswersASineAsItsNumbersSay) {
  const Sections cascades[] = {{kLowPass},
                               {kSlowLag},
                               {kStrongLead},
                               {kNotch},
                               {kZero},
                               {kStrongLead, kNotch},
                               {kLowPass, kStrongLead, kGain, kNotch, kSlowLag, kZero}};
  const double w = 700.0;
  for (const Sections& sections : cascades) {
    Driven<> run(chain(sections), sine(1.0, w), 2e-5);
    run.run(0.15);
    const auto at_w = response(sections, w);
    const double re = at_w.real(), im = at_w.imag();
    run.run(0.16, [&](double h, const Outlook<double>&) {
      const double s = std::sin(w * (run.time() + h)), c = std::cos(w * (run.time() + h));
      EXPECT_NEAR(run.out(h).value, re * s + im * c, 1e-7);
      EXPECT_NEAR(run.out(h).rate, w * (re * c - im * s), 1e-7 * w);
      EXPECT_NEAR(run.out(h).acceleration, -w * w * (re * s + im * c), 1e-6 * w * w);
    });
  }
}

TEST(TransferFunction, IsTheProductOfItsSectionsInAnyOrder) {
  const Sections one{kStrongLead, kZero}, other{kZero, kStrongLead};
  Driven<> a(chain(one), sine(1.0, 500.0), 1e-5), b(chain(other), sine(1.0, 500.0), 1e-5);
  a.run(0.2);
  b.run(0.2);
  a.begin();
  b.begin();
  EXPECT_NEAR(a.out().value, b.out().value, 1e-9);
}

/// Unforced motion: once settled, what is shown stays within the threshold for good.
void expect_to_stay_settled(const Sections& sections, double threshold) {
  bool driven = true;
  Driven<> run(
      chain(sections),
      [&driven](double t) {
        return driven ? sine(1.0, 700.0)(t) : Signal<double>{0.0, 0.0, 0.0};
      },
      1e-5);
  run.run(0.05);
  driven = false;
  bool was_settled = false;
  run.run(0.6, [&](double, const Outlook<double>&) {
    const bool settled = run.chain.settled(run.state(), run.in(), threshold);
    was_settled = was_settled || settled;
    if (was_settled) {
      EXPECT_LE(std::abs(run.out().value), threshold) << run.time();
    }
  });
  EXPECT_TRUE(was_settled);
}

std::span<const double> thresholds() {
  static constexpr std::array kAll{0.03, 0.3, 0.1, 1e-3};
  return std::span(kAll).first(test::fewer(kAll.size()));
}

TEST(TransferFunction, OnceSettledStaysSettled) {
  for (const double threshold : thresholds()) {
    SCOPED_TRACE(threshold);
    expect_to_stay_settled({kLowPass}, threshold);
    expect_to_stay_settled({{{1.0, 0.0, 0.0}, {1.0, 0.1 / kW, 1.0 / (kW * kW)}}}, threshold);  // damping 0.05
    expect_to_stay_settled({kSlowLag}, threshold);
  }
}

// What has zeros can show more than its states would say.
TEST(TransferFunction, OnceSettledStaysSettledWithZeros) {
  for (const double threshold : thresholds()) {
    SCOPED_TRACE(threshold);
    expect_to_stay_settled({{{1.0, 1e-2, 0.0}, {1.0, 2.0 * kZeta / kW, 1.0 / (kW * kW)}}}, threshold);
    expect_to_stay_settled({kLowPass, kStrongLead}, threshold);
  }
}

}  // namespace
}  // namespace hilspace::instruments
