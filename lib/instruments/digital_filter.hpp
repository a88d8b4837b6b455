#pragma once
// Digital filter: second-order sections in cascade, as run by a computer once per sample.
//
//   G(s) = product of (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2),   s -> 2 f (z - 1)/(z + 1)
//
// The bilinear transform at the sample rate f, without prewarping: stability and the gain at 0 Hz are
// preserved, w maps to 2 f atan(w/2f). Unlike in transfer_function.hpp, a0 may be 0 (an integrator). Improper
// sections (b2 with a2 = 0, with infinite gain at half the rate) are not allowed: the denominator's order
// must be at least the numerator's. Sections run in the transposed direct form II. No heap, no exception, no
// data-dependent branch: for the real-time loop. Source: Bondoky A.17 to A.19, 8.3.1.

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "instruments/setup.hpp"

namespace hilspace::instruments {

/// One section, z-domain: (n0 + n1/z + n2/z^2)/(1 + m1/z + m2/z^2).
struct DigitalSection {
  double n0 = 1.0, n1 = 0.0, n2 = 0.0;
  double m1 = 0.0, m2 = 0.0;
};

/// `rate` in Hz.
inline DigitalSection bilinear(const Section& section, double rate) {
  const auto& [b, a] = section;
  const double k = 2.0 * rate;
  // Powers of s times (1 + 1/z)^2, in powers of 1/z.
  const double scale = 1.0 / (a[0] + a[1] * k + a[2] * k * k);
  return {scale * (b[0] + b[1] * k + b[2] * k * k), scale * 2.0 * (b[0] - b[2] * k * k),
          scale * (b[0] - b[1] * k + b[2] * k * k), scale * 2.0 * (a[0] - a[2] * k * k),
          scale * (a[0] - a[1] * k + a[2] * k * k)};
}

class DigitalFilter {
 public:
  static constexpr std::size_t kMostSections = 8;

  DigitalFilter() = default;
  /// At most kMostSections; none: the identity.
  DigitalFilter(std::span<const Section> sections, double rate) : count_(sections.size()) {
    for (std::size_t i = 0; i < count_; ++i) sections_[i] = bilinear(sections[i], rate);
  }

  /// Processes one sample.
  double operator()(double in) noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const DigitalSection& section = sections_[i];
      auto& [s1, s2] = states_[i];
      const double out = section.n0 * in + s1;
      s1 = section.n1 * in - section.m1 * out + s2;
      s2 = section.n2 * in - section.m2 * out;
      in = out;
    }
    return in;
  }

  /// Sets the steady state for the input `in`. For filters without an integrator.
  void settle(double in) noexcept { settle_from(0, in); }

  /// Sets the steady state with output `out` and zero input, which requires an integrator; without one: rest
  /// at 0.
  void rest_at(double out) noexcept {
    settle(0.0);
    std::size_t at = count_;
    while (at-- > 0)
      if (const DigitalSection& section = sections_[at]; integrates(section)) {
        states_[at] = {out, -section.m2 * out};
        return settle_from(at + 1, out);
      } else {
        out *= held(section) / (section.n0 + section.n1 + section.n2);
      }
  }

  std::span<const DigitalSection> sections() const { return {sections_.data(), count_}; }

 private:
  /// Denominator at 0 Hz: 0 for an integrator.
  static double held(const DigitalSection& section) { return 1.0 + section.m1 + section.m2; }
  static bool integrates(const DigitalSection& section) { return std::abs(held(section)) < 1e-12; }

  void settle_from(std::size_t first, double in) noexcept {
    for (std::size_t i = first; i < count_; ++i) {
      const DigitalSection& section = sections_[i];
      const double out =
          integrates(section) ? 0.0 : in * (section.n0 + section.n1 + section.n2) / held(section);
      states_[i] = {out - section.n0 * in, section.n2 * in - section.m2 * out};
      if (integrates(section)) states_[i] = {};
      in = out;
    }
  }

  struct State {
    double s1 = 0.0, s2 = 0.0;
  };
  std::array<DigitalSection, kMostSections> sections_{};
  std::array<State, kMostSections> states_{};
  std::size_t count_ = 0;
};

}  // namespace hilspace::instruments
