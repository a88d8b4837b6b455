#pragma once
// Steady response of the sensor to the sawtooth that a quantum leaves where its cells are passed fast.
//
//   u = -F_a q p,   p = x/q - k in -1/2 ... 1/2            F(Q(x), x') - F(x, x')
//   r = -F_a q e^2 (I2 - c e I3 + (c^2 - 1) e^2 I4 - (c^3 - 2 c) e^3 I5),    e = w q/x',  c = 2 zeta
//
//   I1 = p^2/2 - 1/24,                   I2 = p^3/6 - p/24,
//   I3 = p^4/24 - p^2/48 + 7/5760,       I4 = p^5/120 - p^3/144 + 7 p/5760,
//   I5 = p^6/720 - p^4/576 + 7 p^2/11520 - 31/967680           integrals of p, of mean 0
//
//   r'' + 2 zeta w r' + w^2 r = w^2 u
//
// Limits: e up to 2, where the next term is up to 6 % of r; slower cells are taken for such. A rate x' and a slope F_a that hardly
// change over a cell, and what came before gone. Source: series of the low-pass in powers of 1/s.

#include <numbers>

#include "core/elementary.hpp"
#include "core/scalar.hpp"

namespace hilspace::simulate {

template <class S>
class Sawtooth {
 public:
  /// `square`, `drag`: of the sensor, w^2 and 2 zeta w.
  Sawtooth(S square, S drag)
      : square_(square), drag_(drag), slowest_(S(1.0 / std::numbers::pi) * square_root(square)) {}

  struct Response {
    S value, rate;  // r over -F_a q, and its derivative to time, 1/s
  };
  /// At the phase p, for so many cells per second: negative where the interface retreats.
  HILSPACE_INLINE Response at(S p, S cells) const {
    const S size = larger(magnitude(cells), slowest_), per_second = select(cells < S(0.0), -size, size);
    const S per_cell = S(1.0) / per_second;
    const S e2 = square_ * (per_cell * per_cell), ce = drag_ * per_cell;
    const S third = ce * ce - e2, fourth = ce * (third - e2);
    const S p2 = p * p, i1 = S(0.5) * p2 - S(1.0 / 24.0), i2 = p * (S(1.0 / 6.0) * p2 - S(1.0 / 24.0));
    const S i3 = p2 * (S(1.0 / 24.0) * p2 - S(1.0 / 48.0)) + S(7.0 / 5760.0);
    const S i4 = p * (p2 * (S(1.0 / 120.0) * p2 - S(1.0 / 144.0)) + S(7.0 / 5760.0));
    const S i5 = p2 * (p2 * (S(1.0 / 720.0) * p2 - S(1.0 / 576.0)) + S(7.0 / 11520.0)) - S(31.0 / 967680.0);
    return {e2 * (i2 - ce * i3 + third * i4 - fourth * i5),
            per_second * (e2 * (i1 - ce * i2 + third * i3 - fourth * i4))};
  }

 private:
  S square_, drag_, slowest_;
};

}  // namespace hilspace::simulate
