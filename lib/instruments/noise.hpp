#pragma once
// Noise: adds a Gaussian random signal of given standard deviation, white or coloured. The rate passes
// through.
//
//   y = x + n_k   for k T <= t - t0 < (k + 1) T          T  sample time, s      t0  start of the simulation
//
//   white     n_k = s w_k                                w_k  independent standard normal numbers
//   coloured  n_k = n(k T), where n is white noise through the low-pass 1/(1 + 2 zeta p/w + p^2/w^2), with
//             standard deviation s. It is a Gaussian process that two states describe,
//               z = (n/s, n'/(s w)),   z_(k+1) = A z_k + L w_k,   A = exp(F w T),  L L' = 1 - A A',
//               F = [0 1; -1 -2 zeta],
//             stationary with covariance 1 and therefore exact for any T, started in that distribution.
//
// The numbers w_k depend on the study's seed, the scenario and the instrument alone (core/random.hpp), so
// they are the same at every step size. A density S_n (two-sided) of the white train gives
// s^2 = S_n w/(4 zeta). Source: Bondoky 8.2.4; the process: docs/theory.md.

#include "core/random.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

struct Noise : Stateless<double> {
  /// How many standard deviations count as "can happen".
  static constexpr double kReach = 6.0;

  double std;          // s; 0: none
  double sample_time;  // T
  RandomStream stream;
  double a00, a01, a10, a11;  // A; 0 for white noise
  double l00, l10, l11;       // L, lower triangular
  double z0 = 0.0, z1 = 0.0;  // the process at the last sample
  std::uint64_t count = 0;    // samples so far
  double begin = 0.0;         // t0

  /// `stream` is this instrument's own.
  Noise(const NoiseSetup& setup, RandomStream stream);

  bool present() const { return std > 0.0; }

  Signal<double> output(const double*, Signal<double> in) const {
    return {in.value + std * z0, in.rate, in.acceleration};
  }

  void freeze(const double*, Signal<double>, bool, Horizon<double> horizon) {
    if (!present()) return;
    if (count == 0) begin = horizon.now;
    while (horizon.now + horizon.shortest >= due()) draw();
  }

  Outlook<double> look_ahead(const double*, Signal<double>, Outlook<double> before,
                             Horizon<double> horizon) const {
    if (!present()) return before;
    return {smaller(before.until, larger(due() - horizon.now, horizon.shortest)), before.constant};
  }

  double residual(double bound) const { return bound + kReach * std; }

 private:
  double due() const { return begin + static_cast<double>(count) * sample_time; }
  void draw();
};

}  // namespace hilspace::instruments
