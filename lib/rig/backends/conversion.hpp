#pragma once
// Conversion: between a converter's codes and the volts at its terminals.
//
//   p(x) = sum c_i (x - x0)^i, i = 0 ... 3
//
//   input:  V = p(code)                    output:  code = p(V), to the nearest of 0 ... code_max
//
// The coefficients are those of the nominal range, or of a calibration of the card. No heap, no exceptions:
// for the real-time loop.

#include <algorithm>
#include <array>
#include <cmath>

namespace hilspace::rig {

struct Conversion {
  std::array<double, 4> coefficients{};  // c
  double origin = 0.0;                   // x0
  unsigned code_max = 0;

  double polynomial(double x) const noexcept {
    const auto& [c0, c1, c2, c3] = coefficients;
    x -= origin;
    return c0 + x * (c1 + x * (c2 + x * c3));
  }

  double volts(unsigned code) const noexcept { return polynomial(code); }

  /// For a finite voltage; one beyond the range gives the code at its end.
  unsigned code(double volts) const noexcept {
    return static_cast<unsigned>(
        std::lrint(std::clamp(polynomial(volts), 0.0, static_cast<double>(code_max))));
  }
};

}  // namespace hilspace::rig
