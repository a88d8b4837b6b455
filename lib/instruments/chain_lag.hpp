#pragma once
// Lag of a chain to second order: its inverse for slow signals, 1/G(s) = 1 + A1 s + A2 s^2 + ...
//
//   stage                A1           A2
//   low-pass (w, zeta)   2 zeta/w     1/w^2, its exact inverse
//   transport delay D    D            D^2/2
//   hold of period T     T/2          T^2/12
//   section n/d          e1 - g1      e2 - g2 - g1 (e1 - g1),   e = d/d0, g = n/n0; g = 0 where n0 is 0
//   a, b in series       a1 + b1      a2 + b2 + a1 b1
//
// All other stages have none. A1 is also how late the chain follows a ramp.

#include "instruments/setup.hpp"

namespace hilspace::instruments {

struct ChainLag {
  double first = 0.0;   // A1, s
  double second = 0.0;  // A2, s^2
  friend bool operator==(const ChainLag&, const ChainLag&) = default;
};

ChainLag in_series(const ChainLag& a, const ChainLag& b);
ChainLag lag_of(const StageSetup& stage);
ChainLag lag_of(const ChainSetup& chain);

/// By how many orders the chain's output is smoother than its input: the excess of poles over zeros. Infinite
/// with a delay or a hold. 0: part of the input passes at once.
double smoothing_of(const ChainSetup& chain);

}  // namespace hilspace::instruments
