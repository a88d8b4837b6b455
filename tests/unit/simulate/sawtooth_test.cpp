#include "simulate/collocation/sawtooth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate/collocation/sensor_response.hpp"

namespace hilspace::simulate {
namespace {

constexpr double kOfSensor = 2e4;  // w

/// The largest difference from the exact response to a sawtooth, after many cells, over its amplitude.
double off(double cells, double damping) {
  const double square = kOfSensor * kOfSensor, drag = 2.0 * damping * kOfSensor;
  const Sawtooth<double> sawtooth(square, drag);
  SensorResponse<double> exact(square, drag);
  constexpr int kParts = 16;  // of a cell
  const double h = 1.0 / (std::abs(cells) * kParts), direction = cells > 0.0 ? 1.0 : -1.0;
  double largest = 0.0, amplitude = 0.0;
  for (int cell = 0; cell < 40; ++cell)
    for (int part = 0; part < kParts; ++part) {
      const auto phase = [&](double at) { return direction * ((part + at) / kParts - 0.5); };
      const auto r = exact.advance<6>({-phase(0.0), -phase(0.5), -phase(1.0)}, h, true);
      if (cell < 30) continue;
      largest = std::max(largest, std::abs(r[2] + sawtooth.at(phase(1.0), cells).value));
      amplitude = std::max(amplitude, std::abs(r[2]));
    }
  return largest / amplitude;
}

TEST(Sawtooth, HasItsSteadyResponseInBothDirections) {
  for (const double direction : {1.0, -1.0})
    for (const double damping : {0.55, 0.7, 1.0})
      for (const auto& [fast, within] : {std::pair{3.0, 0.07}, {6.0, 0.01}, {12.0, 0.003}}) {
        const double cells = direction * fast * kOfSensor / (2.0 * std::numbers::pi);
        EXPECT_LT(off(cells, damping), within) << damping << ' ' << direction * fast;
      }
}

TEST(Sawtooth, KnowsTheRateOfItsResponse) {
  const Sawtooth<double> sawtooth(kOfSensor * kOfSensor, 1.4 * kOfSensor);
  const double cells = 1.3e4, step = 1e-5;
  for (const double p : {-0.4, -0.1, 0.0, 0.3}) {
    const double slope =
        (sawtooth.at(p + step, cells).value - sawtooth.at(p - step, cells).value) / (2 * step);
    EXPECT_NEAR(sawtooth.at(p, cells).rate, cells * slope, 1e-8 * cells);
  }
}

/// Of slower cells the series says nothing: it is not followed there.
TEST(Sawtooth, StaysBoundedWhereCellsAreSlow) {
  const Sawtooth<double> sawtooth(kOfSensor * kOfSensor, 1.4 * kOfSensor);
  for (const double cells : {0.0, 1.0, -1.0, 1e3})
    for (double p = -0.5; p <= 0.5; p += 0.1) EXPECT_LT(std::abs(sawtooth.at(p, cells).value), 1.0);
}

}  // namespace
}  // namespace hilspace::simulate
