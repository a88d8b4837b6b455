#include "rig/control/damping_constants.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "models/published_rig.hpp"
#include "rig/control/linear_system.hpp"

namespace hilspace::rig {
namespace {

double ratio(double decibels) { return std::pow(10.0, decibels / 20.0); }

const std::array kPeaks{Extreme{10700.0, ratio(-33.0)}, Extreme{21700.0, ratio(-44.0)},
                        Extreme{26960.0, ratio(-45.0)}};
const std::array kDips{Extreme{19750.0, ratio(-60.0)}, Extreme{28990.0, ratio(-60.0)}};

void expect(const DampingConstants& found, std::array<double, 3> poles, std::array<double, 2> zeros) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found.poles[i], poles[i], 1e-2 * poles[i]);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(found.zeros[i], zeros[i], 1e-2 * zeros[i]);
}

TEST(DampingConstants, LinearSystemOfAppendixB) {
  expect(linear_damping_constants(ratio(-50.0), kPeaks, kDips), {0.004647, 0.0006658, 0.0004306},
         {0.003478, 0.012388});
}

TEST(DampingConstants, ExactSolution) {
  expect(damping_constants(ratio(-50.0), kPeaks, kDips), {0.004637, 0.000663, 0.000426},
         {0.003227, 0.012135});
}

TEST(DampingConstants, FiftyDecibelsAsPrintedGiveNoResonances) {
  for (const double d2 : linear_damping_constants(ratio(50.0), kPeaks, kDips).poles) EXPECT_GT(d2, 1e6);
  EXPECT_THROW(damping_constants(ratio(50.0), kPeaks, kDips), RunError);
}

TEST(DampingConstants, OfAKnownSystemAreItsOwn) {
  const auto plant = series(models::kAmplifier, models::kPiezo);
  const auto extremes = [&](const std::vector<Complex>& roots) {
    std::vector<Extreme> found;
    for (const Complex root : roots)
      if (root.imag() > 0.0) found.push_back({std::abs(root), std::abs(response(plant, std::abs(root)))});
    return found;
  };
  const auto found = damping_constants(316.3e-6, extremes(poles(plant)), extremes(zeros(plant)));
  EXPECT_NEAR(std::sqrt(found.poles[0]), 0.28118, 1e-6);
  EXPECT_NEAR(std::sqrt(found.poles[1]), 0.06625, 1e-6);
  EXPECT_NEAR(std::sqrt(found.poles[2]), 0.02007, 1e-6);
  EXPECT_NEAR(std::sqrt(found.zeros[0]), 0.03152, 1e-6);
}

TEST(DampingConstants, SayWhatIsWrong) {
  const std::array same{kPeaks[0], kPeaks[0]};
  EXPECT_THROW(linear_damping_constants(1.0, same, {}), InputError);
  const std::array silent{Extreme{1e4, 0.0}};
  EXPECT_THROW(damping_constants(1.0, silent, {}), InputError);
  EXPECT_THROW(damping_constants(0.0, kPeaks, kDips), InputError);
}

}  // namespace
}  // namespace hilspace::rig
