#pragma once
// Control loop of the actuator: a controller H and a prefilter F around a plant G.
//
//   r -> F -> w -> (w - y) -> H -> u -> G -> y
//
//   L = H G                       open loop                                                          (A.13)
//   T = L/(1 + L)                 from w to y                                                (A.14, A.15)
//   F T                           from r to y                                                        (A.16)
//
//   bandwidth      lowest w at which |y/r| has fallen to 1/sqrt 2 (-3 dB) of its value at 0
//   gain margin    least factor > 1 on L that makes the loop unstable: 1/|L| where L crosses the
//                  negative axis
//   phase margin   least pi + arg L where |L| = 1
//   sensitivity    maximum of |1/(1 + L)|; its inverse is the least distance of L from -1. Above 2: little
//                  robustness
//   overshoot      of the unit step response over its end value, relative
//   rise time      from 10 to 90 % of the end value
//   settling time  after which the response stays within 2 % of the end value
//
// In a computer H and F are bilinear (instruments/digital_filter.hpp), and u is delayed by `delay` samples.
// The plant is then either behind a zero-order hold, like the hardware, or bilinear as well, as published.
// `lag` is for the frequency domain: a dead time in L, s, of half a sample for the hold plus the delay.
// Sources: Bondoky A.3; margins and sensitivity: Astrom, Murray, Feedback Systems, chapter 10.

#include <optional>
#include <span>
#include <vector>

#include "rig/control/linear_system.hpp"

namespace hilspace::rig {

struct ControlLoop {
  Sections plant;       // G, command -> m
  Sections controller;  // H, 1/m
  Sections prefilter;   // F; empty: 1
  double lag = 0.0;     // s
};

Complex open_loop(const ControlLoop& loop, double frequency);
Complex closed_loop(const ControlLoop& loop, double frequency);     // T
Complex from_reference(const ControlLoop& loop, double frequency);  // F T

/// Poles of T, without the lag; the prefilter adds its own.
std::vector<Complex> closed_loop_poles(const ControlLoop& loop);

/// Bandwidth of |y/r|, rad/s, searched up to 1e6 rad/s; empty if it is higher.
std::optional<double> bandwidth(const ControlLoop& loop);

/// Infinite where there is no crossing.
struct Margins {
  double gain, gain_frequency;    // 1, rad/s
  double phase, phase_frequency;  // rad, rad/s
  double sensitivity, sensitivity_frequency;
};
Margins margins(const ControlLoop& loop);

enum class HeldPlant { zero_order_hold, bilinear };
struct Sampling {
  double rate = 75e3;  // Hz
  int delay = 0;       // samples
  HeldPlant plant = HeldPlant::zero_order_hold;
};
/// Poles in z of the loop without the prefilter. Stable: all |z| < 1.
std::vector<Complex> sampled_poles(const ControlLoop& loop, const Sampling& sampling);

struct StepResponse {
  double interval;             // s between values
  std::vector<double> values;  // of y for a unit step of r at time 0
  double end;                  // F T at 0
  double overshoot, rise_time, settling_time;
};
/// Over `duration`, s; in continuous time, or in a computer with the plant behind its hold.
StepResponse step_response(const ControlLoop& loop, double duration);
StepResponse step_response(const ControlLoop& loop, double duration, const Sampling& sampling);

}  // namespace hilspace::rig
