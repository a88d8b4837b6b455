#pragma once
// Envelope of a testbed: which virtual stiffness and damping it emulates stably beside its real spring.
//
//   m s^2 + (k_r + b_r s) R(s) + (k_v + b_v s) V(s) = 0
//
//   boundary, s = jw:  k_v + j w b_v = (m w^2 - (k_r + j w b_r) R(jw))/V(jw),   and k_v = -k_r (s = 0)
//
//   m         reduced mass, kg                     R  from the command through actuator and force sensor
//   k_r, b_r  real spring, N/m, N s/m              V  from the command to the source and through its measurement
//   k_v, b_v  virtual part, N/m, N s/m
//
// With pure delays R = e^(-s h1) and V = e^(-s H); then, for h2 = H - h1 and b_r = 0,
//
//   k_v = m w^2 cos(w H) - k_r cos(w h2),   b_v = m w sin(w H) - (k_r/w) sin(w h2)
//
// For a given k_v the stable b_v lie between two branches of that curve, or above one; beyond a largest k_v there
// is none. Which side of it is stable is decided by the argument of the characteristic function along s = jw
// (Mikhailov): it turns by pi from w = 0 to infinity exactly if no root is right of the axis. From one b_v to the next
// two roots change sides at each border between them: to the left where Re of the boundary rises through k_v. Sample-and-holds count
// with their frequency response (1 - e^(-s T))/(s T); other stages than delays, holds, low-passes and transfer
// functions are left out, and so are compensators.
//
// It is that of a permanent contact. Source: derived in docs/theory-hybrid.md.

#include <complex>
#include <optional>

#include "hybrid/setup.hpp"
#include "instruments/linear_path.hpp"
#include "instruments/setup.hpp"

namespace hilspace::hybrid {

struct HybridLoop {
  double mass = 0.0;                 // m
  double real_stiffness = 0.0;       // k_r
  double real_damping = 0.0;         // b_r
  double virtual_stiffness = 0.0;    // k_v
  double virtual_damping = 0.0;      // b_v
  instruments::LinearPath real;      // R
  instruments::LinearPath computed;  // V
  bool is_whole = true;              // whether all active stages are linear
};
HybridLoop loop_of(double mass, const HybridSetup& setup, const instruments::ChainSetup& actuator,
                   const instruments::ChainSetup& force_sensor);

/// Whether the questions below have an answer: the paths are late by no more than 10 rad of the loop's own frequency.
bool is_answerable(const HybridLoop& loop);

/// Whether no root is right of the imaginary axis, or on it. Of an answerable loop.
bool is_stable(const HybridLoop& loop);

/// The root that Newton's method finds from there, rad/s; NaN if none. Of paths of delays alone.
std::complex<double> root_near(const HybridLoop& loop, std::complex<double> start);

struct DampingRange {
  double least;  // N s/m; may be negative
  double most;   // infinite: no upper limit
};
/// Of virtual damping, at the loop's virtual stiffness; empty: none, or no answer.
std::optional<DampingRange> stable_damping(HybridLoop loop);

/// The largest virtual stiffness for which there is any; infinite: none; NaN: no answer.
double largest_stiffness(HybridLoop loop);

}  // namespace hilspace::hybrid
