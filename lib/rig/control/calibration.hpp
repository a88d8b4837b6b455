#pragma once
// Calibration of the position sensor: a staircase of commands, with the sensor's volts at each step compared
// with a laser or a table.
//
//   command     min, min + height, ... max, ... min + height, min; each held for a dwell
//   step        V, x = means of the sensor's volts and of the reference over the last settled_share of a
//   dwell;
//               drift = mean of x over the second half of that window less its first half
//   reference   x = displacement of laser or table, less its value at the first step                   (A.1)
//   curve       V -> x, piecewise linear with evenly spaced points, least squares through all steps
//   residual    x of a step less the curve's
//   hysteresis  of the actuator: x on the way down less x on the way up, at the same command
//               of the sensor:   residual on the way down less that on the way up
//
// Volts are those at the terminals; the laser's displacement: rig/scaling.hpp. Source: Bondoky A.1.

#include <span>
#include <string>
#include <vector>

#include "instruments/setup.hpp"
#include "rig/scaling.hpp"

namespace hilspace::rig {

struct StaircaseSetup {
  double min = 0.0, max = 1.0;  // of full scale
  double height = 0.05;
  double dwell = 5.0;          // s
  double settled_share = 0.5;  // of the dwell, at its end
};

/// The commands of all steps, up and down; the highest one occurs once.
std::vector<double> staircase(const StaircaseSetup& setup);
/// The staircase's command at a time since its start, s; after its end the last one. For the real-time loop.
double command_at(std::span<const double> commands, double dwell, double time) noexcept;

/// Averages of one step.
struct CalibrationStep {
  double command;    // of full scale
  double volts;      // V of the position sensor
  double reference;  // m
  double drift;      // m
};

/// Averages a record of the whole staircase, sampled at `rate`; `volts` of the sensor, `reference` in m.
/// InputError: a record that is too short, or values that are not finite.
std::vector<CalibrationStep> average_steps(const StaircaseSetup& setup, double rate,
                                           std::span<const double> volts, std::span<const double> reference);

struct CalibratedSensor {
  std::vector<instruments::CurvePoint> curve;   // V -> m, volts rising
  std::vector<CalibrationStep> steps;           // the reference relative to the first step's
  std::vector<double> residuals;                // m, of each step
  double residual = 0.0, worst_residual = 0.0;  // m, root mean square; largest
  double actuator_hysteresis = 0.0;             // m, largest
  double sensor_hysteresis = 0.0;               // m, largest
  double drift = 0.0;                           // m, largest
};

/// `points` of the curve, >= 2. InputError: fewer steps than points, points that no step determines, or a
/// curve that is not monotonic, since such a sensor has no inverse.
CalibratedSensor calibrate(std::vector<CalibrationStep> steps, std::size_t points);

/// Piecewise linear along the curve, extrapolated beyond its ends.
double value_at(std::span<const instruments::CurvePoint> curve, double input);
/// Inverse x -> V of a monotonic curve.
std::vector<instruments::CurvePoint> inverse(std::span<const instruments::CurvePoint> curve);

std::string text(const CalibratedSensor& sensor);

}  // namespace hilspace::rig
