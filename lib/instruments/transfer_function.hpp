#pragma once
// Transfer function: second-order sections in cascade, acting on value and rate alike.
//
//   G(s) = product of (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2)
//
// Each section in the controllable form, whose states are what the denominator makes of the input u:
//   second order (a2 != 0)   z'' = (u - a0 z - a1 z')/a2,   y = b0 z + b1 z' + b2 z''
//   first order  (a2 = 0)    z' = (u - a0 z)/a1,            y = b0 z + b1 z'          (proper: b2 = 0)
//   none         (a1 = 0)    y = b0/a0 u                                              (proper: b1 = 0)
// s in rad/s. Behind a ramp of rate r a section lags by (a1/a0 - b1/b0) r, times its gain b0/a0.
// The prediction of jumps takes the input's rate for the derivative of its value.

#include <algorithm>
#include <cmath>

#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct TransferFunction {
  static constexpr std::size_t kStates = 2 * kMostSections;  // z, z' of each section
  std::span<const Section> sections;

  explicit TransferFunction(const TransferFunctionSetup& setup) : sections(setup.sections) {}

  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    for (const Section& section : sections) {
      in = shown(section, x, in);
      x += 2;
    }
    return in;
  }

  HILSPACE_INLINE void derivative(const S* x, Signal<S> in, S* rate) const {
    std::size_t i = 0;
    for (const Section& section : sections) {
      const auto [z, first, second] = inner(section, x + i, in);
      rate[i] = first;
      rate[i + 1] = section.denominator[2] != 0.0 ? second : S(0.0);
      in = shown(section, x + i, in);
      i += 2;
    }
    for (; i < kStates; ++i) rate[i] = S(0.0);
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) const {
    for (const Section& section : sections) {
      const auto& [a0, a1, a2] = section.denominator;
      x[0] = (in.value - a1 / a0 * in.rate) / a0;
      x[1] = in.rate / a0;
      if (a2 == 0.0) x[1] = S(0.0);
      if (a2 == 0.0 && a1 == 0.0) x[0] = S(0.0);
      in = shown(section, x, in);
      x += 2;
    }
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S>, Mask<S>, Horizon<S>) const {}

  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> before,
                                        Horizon<S> horizon) const {
    if (std::ranges::all_of(sections, is_gain)) return before;
    return {until_resolved(before, in.value, output(x, in).value, horizon), Mask<S>(false), before.jumps};
  }

  /// Bounds what will be shown from now on: of each section what it makes of its input as it stands, what its
  /// state is away from that, and what its input can still change.
  HILSPACE_INLINE Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    S bound = magnitude(in.value);
    for (const Section& section : sections) {
      const S changes = larger(bound - magnitude(in.value), S(0.0));
      bound = gain(section) * changes +
              magnitude(S(section.numerator[0] / section.denominator[0]) * in.value) +
              left(section, x, in.value);
      in = shown(section, x, in);
      x += 2;
    }
    return bound <= threshold;
  }

  template <class Visit>
  void margins(const S*, Signal<S>, Mask<S>, Visit&&) const {}

  S residual(S bound) const {
    for (const Section& section : sections) bound = gain(section) * bound;
    return bound;
  }

 private:
  static bool is_gain(const Section& section) {
    return section.denominator[1] == 0.0 && section.denominator[2] == 0.0;
  }

  /// How much an input within 1 can make of z, z' and z'', and of that the output: an upper bound.
  static double gain(const Section& section) {
    const auto& [a0, a1, a2] = section.denominator;
    const auto& [b0, b1, b2] = section.numerator;
    if (is_gain(section)) return std::abs(b0 / a0);
    if (a2 == 0.0) return std::abs(b0 / a0) + 2.0 * std::abs(b1 / a1);
    const double w = std::sqrt(std::abs(a0 / a2));
    const double z = overshoot(0.5 * std::abs(a1) * w / std::abs(a0)) / std::abs(a0);
    const double first = 2.0 * w * z;
    const double second = (1.0 + std::abs(a0) * z + std::abs(a1) * first) / std::abs(a2);
    // Without zeros the plain bound of the oscillator is exact.
    return std::abs(b0) * z + std::abs(b1) * first + (b2 != 0.0 ? std::abs(b2) * second : 0.0);
  }

  /// How much its state, away from where the input would hold it, can still show: its energy only falls.
  static S left(const Section& section, const S* x, S input) {
    const auto& [a0, a1, a2] = section.denominator;
    const auto& [b0, b1, b2] = section.numerator;
    if (is_gain(section)) return S(0.0);
    const S away = x[0] - input / a0;
    if (a2 == 0.0) return std::abs(b0 - a0 * b1 / a1) * magnitude(away);
    const double w = std::sqrt(std::abs(a0 / a2));
    const S amplitude = square_root(away * away + x[1] * x[1] / (w * w));
    // y = (b0 - b2 a0/a2) z + (b1 - b2 a1/a2) z', z and z'/w on a circle that shrinks.
    const double of_z = b0 - b2 * a0 / a2, of_rate = (b1 - b2 * a1 / a2) * w;
    return std::sqrt(of_z * of_z + of_rate * of_rate) * amplitude;
  }

  struct Inner {
    S value, first, second;  // z, z', z''
  };
  static HILSPACE_INLINE Inner inner(const Section& section, const S* x, Signal<S> u) {
    const auto& [a0, a1, a2] = section.denominator;
    if (a2 != 0.0) return {x[0], x[1], (u.value - a0 * x[0] - a1 * x[1]) / a2};
    if (a1 != 0.0) {
      const S first = (u.value - a0 * x[0]) / a1;
      return {x[0], first, (u.rate - a0 * first) / a1};
    }
    return {u.value / a0, u.rate / a0, u.acceleration / a0};
  }

  static HILSPACE_INLINE Signal<S> shown(const Section& section, const S* x, Signal<S> u) {
    const auto& [a0, a1, a2] = section.denominator;
    const auto& [b0, b1, b2] = section.numerator;
    const auto [z, first, second] = inner(section, x, u);
    // The derivatives of the highest one from those of the input.
    S third(0.0), fourth(0.0);
    if (a2 != 0.0) {
      third = (u.rate - a0 * first - a1 * second) / a2;
      fourth = (u.acceleration - a0 * second - a1 * third) / a2;
    } else if (a1 != 0.0) {
      third = (u.acceleration - a0 * second) / a1;
    }
    return {b0 * z + b1 * first + b2 * second, b0 * first + b1 * second + b2 * third,
            b0 * second + b1 * third + b2 * fourth};
  }
};

}  // namespace hilspace::instruments
