#pragma once
// Scaling: conversion between the volts at the terminals and SI.
//
//   command   V = V0 + u (V1 - V0)        u  command, of full scale (0 ... 1)
//   position  x = curve(V), m             piecewise linear between the points of the calibration,
//   extrapolated
//                                         beyond its ends
//   force     F = k (V - Vz), N           k  N/V, Vz  V without force
//   laser     d = (V - V_min)(L_max - L_min)/(V_max - V_min), m     from where it shows V_min           (A.1)
//
// The factor of 10 in the source's A.1 is left out: its V are those shown by a dSPACE converter, a tenth of
// those at the terminals. L_min and L_max are swapped where the laser measures the extension from the other
// side.
//
// Pure, no heap, no exceptions: for the real-time loop, and for emulated rigs, which need the inverse.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "instruments/setup.hpp"

namespace hilspace::rig {

/// A curve of at least 2 points with rising inputs and, for the inverse, monotonic outputs.
inline double look_up(std::span<const instruments::CurvePoint> curve, double input) noexcept {
  std::size_t low = 0, high = curve.size() - 1;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (input < curve[middle].input ? high : low) = middle;
  }
  const auto [x0, y0] = curve[low];
  const auto [x1, y1] = curve[high];
  return y0 + (input - x0) * ((y1 - y0) / (x1 - x0));
}

/// Inverse: the input at which the curve gives `output`.
inline double look_up_inverse(std::span<const instruments::CurvePoint> curve, double output) noexcept {
  const bool rises = curve.back().output > curve.front().output;
  std::size_t low = 0, high = curve.size() - 1;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    ((output < curve[middle].output) == rises ? high : low) = middle;
  }
  const auto [x0, y0] = curve[low];
  const auto [x1, y1] = curve[high];
  return x0 + (output - y0) * ((x1 - x0) / (y1 - y0));
}

/// Until calibrated: 0 ... 10 V is 0 ... 300 um.
inline constexpr std::array kStraightPosition{instruments::CurvePoint{0.0, 0.0},
                                              instruments::CurvePoint{10.0, 300e-6}};

/// Range of the laser reference: distances and the volts that represent them.
struct LaserRange {
  double volts_min = -10.0, volts_max = 10.0;           // V
  double distance_min = 22.5e-3, distance_max = 23e-3;  // m
};
inline double displacement(const LaserRange& laser, double volts) noexcept {
  return (volts - laser.volts_min) * (laser.distance_max - laser.distance_min) /
         (laser.volts_max - laser.volts_min);
}
/// The voltage that an emulated laser gives at that extension, m.
inline double laser_volts(const LaserRange& laser, double extension) noexcept {
  constexpr double kRest = 0.1;  // share of its range at which the resting actuator is seen
  const double volts = laser.volts_max - laser.volts_min;
  return laser.volts_min + volts * (kRest + extension / (laser.distance_max - laser.distance_min));
}

struct Scaling {
  double command_zero = 0.0;                                              // V0, V at command 0
  double command_full = 10.0;                                             // V1, V at command 1
  std::span<const instruments::CurvePoint> position = kStraightPosition;  // V -> m; not owned
  double newton_per_volt = 1000.0;                                        // k
  double force_zero = 0.0;                                                // Vz, V
  LaserRange laser;

  double command_volts(double command) const noexcept {
    return command_zero + command * (command_full - command_zero);
  }
  double command(double volts) const noexcept {
    return (volts - command_zero) / (command_full - command_zero);
  }
  double extension(double volts) const noexcept { return look_up(position, volts); }
  double position_volts(double extension) const noexcept { return look_up_inverse(position, extension); }
  double force(double volts) const noexcept { return newton_per_volt * (volts - force_zero); }
  double force_volts(double force) const noexcept { return force_zero + force / newton_per_volt; }
};

/// Quantized by a converter of that resolution over that range; 0 bits: not quantized.
inline double converted(double volts, double low, double high, int bits) noexcept {
  if (bits > 0) {
    const double quantum = (high - low) / std::ldexp(1.0, bits);
    volts = quantum * std::nearbyint(volts / quantum);
  }
  return std::clamp(volts, low, high);
}

/// Converter code for a voltage; 0 bits: 0.
inline std::uint32_t code_of(double volts, double low, double high, int bits) noexcept {
  if (bits <= 0) return 0;
  const double top = std::ldexp(1.0, bits) - 1.0;
  const double code = std::nearbyint((volts - low) / ((high - low) / std::ldexp(1.0, bits)));
  return static_cast<std::uint32_t>(std::fmin(std::fmax(code, 0.0), top));  // 0 for NaN
}

}  // namespace hilspace::rig
