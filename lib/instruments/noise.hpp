#pragma once
// Noise: adds a Gaussian random signal of given standard deviation, white or coloured. The rate passes
// through.
//
//   y = x + n_k   for k T <= t - t0 < (k + 1) T          T  sample time, s      t0  start of the simulation
//
//   white     n_k = s w_k                                w_k  independent standard normal numbers
//   coloured  n_k = n(k T), where n is white noise through the low-pass 1/(1 + 2 zeta p/w + p^2/w^2), with
//             standard deviation s. It is a Gaussian process with two states,
//               z = (n/s, n'/(s w)),   z_(k+1) = A z_k + L w_k,   A = exp(F w T),  L L' = 1 - A A',
//               F = [0 1; -1 -2 zeta],
//             stationary with covariance 1, started in that distribution, and therefore exact for any T.
//
// The numbers w_k depend only on the study's seed, the scenario and the instrument (core/random.hpp), not on
// the step size. A two-sided density S_n of the white noise gives s^2 = S_n w/(4 zeta). Source: Bondoky
// 8.2.4; the process: docs/theory.md.

#include "core/per_lane.hpp"
#include "core/random.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

/// Number of standard deviations taken as the bound of noise.
inline constexpr double kNoiseReach = 6.0;

template <class S>
struct Noise : Stateless<S> {
  S std = S(0.0);                                            // s; 0: none
  S sample_time = S(0.0);                                    // T
  S a00 = S(0.0), a01 = S(0.0), a10 = S(0.0), a11 = S(0.0);  // A; 0 for white noise
  S l00 = S(0.0), l10 = S(0.0), l11 = S(0.0);                // L, lower triangular
  PerLane<S, RandomStream> stream;
  S z0 = S(0.0), z1 = S(0.0);  // the process at the last sample
  S count = S(0.0);            // samples so far
  S begin = S(0.0);            // t0

  Noise() = default;
  /// `its_stream` belongs to this instrument alone. For doubles only.
  Noise(const NoiseSetup& setup, RandomStream its_stream);

  HILSPACE_INLINE Mask<S> present() const { return std > S(0.0); }

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    in.value = in.value + std * z0;
    return in;
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S>, Mask<S>, Horizon<S> horizon) {
    begin = select(count == S(0.0), horizon.now, begin);
    const S soon = horizon.now + horizon.shortest;
    for (Mask<S> now = is_due(soon); any(now); now = is_due(soon)) draw(now);
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S>, Outlook<S> before, Horizon<S> horizon) const {
    const S until = smaller(before.until, larger(due() - horizon.now, horizon.shortest));
    return {select(present(), until, before.until), before.constant, present() || before.jumps,
            before.jumped};
  }

  S residual(S bound) const { return bound + S(kNoiseReach) * std; }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.std, other.std);
    visit(self.sample_time, other.sample_time);
    visit(self.a00, other.a00);
    visit(self.a01, other.a01);
    visit(self.a10, other.a10);
    visit(self.a11, other.a11);
    visit(self.l00, other.l00);
    visit(self.l10, other.l10);
    visit(self.l11, other.l11);
    visit(self.stream, other.stream);
    visit(self.z0, other.z0);
    visit(self.z1, other.z1);
    visit(self.count, other.count);
    visit(self.begin, other.begin);
  }

 private:
  HILSPACE_INLINE S due() const { return begin + count * sample_time; }
  HILSPACE_INLINE Mask<S> is_due(S soon) const { return present() && soon >= due(); }

  /// Draws the next sample, where masked.
  HILSPACE_INLINE void draw(Mask<S> where) {
    S w0(0.0), w1(0.0);
    for (int i = 0; i < kLanes<S>; ++i) {
      if (!lane(where, i)) continue;
      const auto [first, second] = stream.of[i].normal_pair(static_cast<std::uint64_t>(lane(count, i)));
      set_lane(w0, i, first);
      set_lane(w1, i, second);
    }
    const Mask<S> is_first = count == S(0.0);
    const S next0 = select(is_first, w0, a00 * z0 + a01 * z1 + l00 * w0);
    const S next1 = select(is_first, w1, a10 * z0 + a11 * z1 + l10 * w0 + l11 * w1);
    z0 = select(where, next0, z0);
    z1 = select(where, next1, z1);
    count = select(where, count + S(1.0), count);
  }
};

template <>
Noise<double>::Noise(const NoiseSetup& setup, RandomStream its_stream);

}  // namespace hilspace::instruments
