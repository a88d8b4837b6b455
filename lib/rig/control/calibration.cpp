#include "rig/control/calibration.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "numerics/least_squares.hpp"

namespace hilspace::rig {
namespace {

using instruments::CurvePoint;

/// Index of the curve segment that contains an input; beyond the ends, of the first or last one.
std::size_t piece(std::span<const CurvePoint> curve, double input) {
  const auto after = std::ranges::upper_bound(curve, input, {}, &CurvePoint::input) - curve.begin();
  return std::clamp<std::size_t>(static_cast<std::size_t>(after), 1, curve.size() - 1) - 1;
}
double share(std::span<const CurvePoint> curve, std::size_t at, double input) {
  return (input - curve[at].input) / (curve[at + 1].input - curve[at].input);
}

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Least-squares ordinates of the curve's points at given volts.
void fit(std::vector<CurvePoint>& curve, std::span<const CalibrationStep> steps) {
  numerics::Matrix a(steps.size(), curve.size());
  std::vector<double> b(steps.size());
  for (std::size_t row = 0; row < steps.size(); ++row) {
    const CalibrationStep& step = steps[row];
    const std::size_t at = piece(curve, step.volts);
    const double right = share(curve, at, step.volts);
    a(row, at) = 1.0 - right;
    a(row, at + 1) = right;
    b[row] = step.reference;
  }
  const auto [heights, rank] = numerics::least_squares(a, b);
  if (rank < curve.size())
    throw InputError(
        fmt::format("{} steps do not determine all {} points of the curve; take fewer points, or lower "
                    "steps",
                    steps.size(), curve.size()));
  for (std::size_t i = 0; i < curve.size(); ++i) curve[i].output = heights[i];
}

void check_monotone(std::span<const CurvePoint> curve) {
  const double whole = curve.back().output - curve.front().output;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i)
    if (!((curve[i + 1].output - curve[i].output) * whole > 0.0))
      throw InputError(fmt::format(
          "between {:.4f} and {:.4f} V the curve is not monotonic, so the volts do not determine the "
          "position; check the sensor's range and the laser, dwell longer, or use "
          "fewer points",
          curve[i].input, curve[i + 1].input));
}

/// Largest absolute difference(up, down) over the pairs of upward and downward steps with the same command.
template <class Difference>
double largest_difference(std::size_t count, Difference difference) {
  double found = 0.0;
  for (std::size_t up = 0; up < count / 2; ++up)
    found = std::max(found, std::abs(difference(up, count - 1 - up)));
  return found;
}

}  // namespace

std::vector<double> staircase(const StaircaseSetup& setup) {
  const auto& [min, max, height, dwell, settled] = setup;
  if (!(min < max) || !(height > 0.0) || !(dwell > 0.0) || !(settled > 0.0 && settled <= 1.0))
    throw InputError(
        "a staircase needs min below max, a height and a dwell above 0, and a settled share in (0, 1]");
  const auto count = static_cast<std::size_t>(std::ceil((max - min) / height - 1e-9));
  std::vector<double> commands;
  for (std::size_t i = 0; i < count; ++i) commands.push_back(min + height * static_cast<double>(i));
  commands.push_back(max);
  for (std::size_t i = count; i-- > 0;) commands.push_back(commands[i]);
  return commands;
}

double command_at(std::span<const double> commands, double dwell, double time) noexcept {
  const double at = std::floor(time / dwell);
  return commands[static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(commands.size() - 1)))];
}

std::vector<CalibrationStep> average_steps(const StaircaseSetup& setup, double rate,
                                           std::span<const double> volts, std::span<const double> reference) {
  const auto commands = staircase(setup);
  const auto sample = [&](double time) { return static_cast<std::size_t>(std::llround(time * rate)); };
  const std::size_t needed = sample(setup.dwell * static_cast<double>(commands.size()));
  if (volts.size() < needed || reference.size() < needed)
    throw InputError(
        fmt::format("the staircase has {} samples, but only {} of the sensor and {} of the reference were "
                    "recorded; record all of it",
                    needed, volts.size(), reference.size()));
  const std::size_t settled = sample(setup.settled_share * setup.dwell);
  if (settled < 2)
    throw InputError("less than two samples of each step have settled; dwell longer, or take a larger share");
  std::vector<CalibrationStep> steps;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::size_t end = sample(setup.dwell * static_cast<double>(i + 1)), begin = end - settled;
    const auto part = [&](std::span<const double> all) { return all.subspan(begin, settled); };
    const CalibrationStep step{
        commands[i], mean(part(volts)), mean(part(reference)),
        mean(part(reference).last(settled / 2)) - mean(part(reference).first(settled / 2))};
    if (!std::isfinite(step.volts) || !std::isfinite(step.reference))
      throw InputError(
          fmt::format("step {} of the staircase holds values that are not finite; record again", i));
    steps.push_back(step);
  }
  return steps;
}

CalibratedSensor calibrate(std::vector<CalibrationStep> steps, std::size_t points) {
  if (points < 2 || steps.size() < points)
    throw InputError(
        fmt::format("{} steps for a curve of {} points; a curve has at least 2 points, and at least as "
                    "many steps",
                    steps.size(), points));
  CalibratedSensor found;
  found.steps = std::move(steps);
  const double start = found.steps.front().reference;
  for (CalibrationStep& step : found.steps) step.reference -= start;
  const auto [low, high] = std::ranges::minmax(found.steps, {}, &CalibrationStep::volts);
  if (!(high.volts > low.volts))
    throw InputError("the position sensor shows the same volts at every step; check it");
  for (std::size_t i = 0; i < points; ++i)
    found.curve.push_back(
        {low.volts + (high.volts - low.volts) * static_cast<double>(i) / static_cast<double>(points - 1),
         0.0});
  fit(found.curve, found.steps);
  check_monotone(found.curve);

  double squares = 0.0;
  for (const CalibrationStep& step : found.steps) {
    const double residual = step.reference - value_at(found.curve, step.volts);
    found.residuals.push_back(residual);
    squares += residual * residual;
    found.worst_residual = std::max(found.worst_residual, std::abs(residual));
    found.drift = std::max(found.drift, std::abs(step.drift));
  }
  found.residual = std::sqrt(squares / static_cast<double>(found.steps.size()));
  found.actuator_hysteresis = largest_difference(found.steps.size(), [&](std::size_t up, std::size_t down) {
    return found.steps[down].reference - found.steps[up].reference;
  });
  found.sensor_hysteresis = largest_difference(found.steps.size(), [&](std::size_t up, std::size_t down) {
    return found.residuals[down] - found.residuals[up];
  });
  return found;
}

double value_at(std::span<const CurvePoint> curve, double input) {
  const std::size_t at = piece(curve, input);
  return std::lerp(curve[at].output, curve[at + 1].output, share(curve, at, input));
}

std::vector<CurvePoint> inverse(std::span<const CurvePoint> curve) {
  check_monotone(curve);
  std::vector<CurvePoint> found;
  for (const auto& [input, output] : curve) found.push_back({output, input});
  if (found.front().input > found.back().input) std::ranges::reverse(found);
  return found;
}

std::string text(const CalibratedSensor& sensor) {
  constexpr double kMicro = 1e6;
  std::string found = fmt::format(
      "{} steps, {} points: {:.4f} ... {:.4f} V is {:.2f} ... {:.2f} um\n"
      "residuals {:.3f} um root mean square, {:.3f} um at most\n"
      "hysteresis up/down: actuator {:.3f} um, sensor {:.3f} um; drift within a step {:.3f} um\n",
      sensor.steps.size(), sensor.curve.size(), sensor.curve.front().input, sensor.curve.back().input,
      kMicro * sensor.curve.front().output, kMicro * sensor.curve.back().output, kMicro * sensor.residual,
      kMicro * sensor.worst_residual, kMicro * sensor.actuator_hysteresis, kMicro * sensor.sensor_hysteresis,
      kMicro * sensor.drift);
  for (const auto& [volts, position] : sensor.curve)
    found += fmt::format("  {:9.5f} V  {:9.3f} um\n", volts, kMicro * position);
  return found;
}

}  // namespace hilspace::rig
