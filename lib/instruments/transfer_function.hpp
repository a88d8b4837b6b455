#pragma once
// Transfer function: second-order sections in cascade, acting on value and rate alike.
//
//   G(s) = product of (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2)
//
// Each section is in controllable canonical form; its states are the response of 1/denominator to the input
// u:
//
//   z'' = u - c0 z - c1 z',   y = n0 z + n1 z' + n2 z''
//
//   second order (a2 != 0)   c = (a0, a1)/a2,   n = (b0, b1, b2)/a2
//   first order  (a2 = 0)    c = (0, a0/a1),    n = (0, b0, b1)/a1      z' is the state, z unused
//   gain         (a1 = 0)    c = (0, 0),        n = (0, 0, b0)/a0       both unused
//
// s in rad/s. A section follows a ramp of rate r with an offset of (a1/a0 - b1/b0) r times its gain b0/a0.
// The prediction of jumps assumes that the input's rate is the derivative of its value.

#include <array>

#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

/// One section; the identity by default.
template <class S>
struct NormalSection {
  Mask<S> present = Mask<S>(false);
  Mask<S> oscillates = Mask<S>(false);  // z is a state
  Mask<S> lags = Mask<S>(false);        // z' is a state
  S c0 = S(0.0), c1 = S(0.0);
  S n0 = S(0.0), n1 = S(0.0), n2 = S(1.0);
  S z_held = S(0.0), rate_held = S(0.0);  // steady-state z and z' for an input of 1; z' for first order only
  S rate_share = S(0.0);                  // weight of z' relative to z in the amplitude of the free motion
  S left = S(0.0);                        // bound of the output per unit amplitude of the free motion
  S held = S(1.0);                        // |b0/a0|
  S most = S(1.0);                        // bound of the output for an input within 1

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.present, other.present);
    visit(self.oscillates, other.oscillates);
    visit(self.lags, other.lags);
    visit(self.c0, other.c0);
    visit(self.c1, other.c1);
    visit(self.n0, other.n0);
    visit(self.n1, other.n1);
    visit(self.n2, other.n2);
    visit(self.z_held, other.z_held);
    visit(self.rate_held, other.rate_held);
    visit(self.rate_share, other.rate_share);
    visit(self.left, other.left);
    visit(self.held, other.held);
    visit(self.most, other.most);
  }
};
NormalSection<double> normal(const Section& section);

/// Capacity for that many sections; 0 where no study of the kind has any.
template <class S, std::size_t kSections = kMostSections>
struct TransferFunction {
  static constexpr std::size_t kStates = 2 * kSections;  // z, z' of each section
  std::array<NormalSection<S>, kSections> sections;
  Mask<S> lags = Mask<S>(false);  // whether any section lags

  TransferFunction() = default;
  explicit TransferFunction(const TransferFunctionSetup& setup) {
    for (std::size_t i = 0; i < setup.sections.size(); ++i) {
      sections[i] = normal(setup.sections[i]);
      lags = lags || sections[i].lags;
    }
  }

  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    for_each([&](const NormalSection<S>& section) HILSPACE_INLINE_LAMBDA {
      in = shown(section, x, in);
      x += 2;
    });
    in.spread = select(lags, S(0.0), in.spread);
    return in;
  }

  HILSPACE_INLINE void derivative(const S* x, Signal<S> in, S* rate) const {
    for (std::size_t i = 0; i < kStates; ++i) rate[i] = S(0.0);
    for_each([&](const NormalSection<S>& section) HILSPACE_INLINE_LAMBDA {
      rate[0] = select(section.oscillates, x[1], S(0.0));
      rate[1] = select(section.lags, highest(section, x, in), S(0.0));
      in = shown(section, x, in);
      x += 2;
      rate += 2;
    });
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) const {
    for_each([&](const NormalSection<S>& section) HILSPACE_INLINE_LAMBDA {
      x[0] = section.z_held * (in.value - section.c1 * section.z_held * in.rate);
      x[1] = section.z_held * in.rate + section.rate_held * (in.value - section.rate_held * in.rate);
      in = shown(section, x, in);
      x += 2;
    });
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S>, Mask<S>, Horizon<S>) const {}

  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> before,
                                        Horizon<S> horizon) const {
    Outlook<S> rough = before;
    rough.jumps = before.jumps || before.jumped;
    return {select(lags, until_resolved(rough, in.value, output(x, in).value, horizon), before.until),
            before.constant && !lags, before.jumps, before.jumped};
  }

  /// Bounds all future output, section by section: its steady state for the present input, the deviation of
  /// its state from that, and the largest future change of its input.
  HILSPACE_INLINE Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    S bound = magnitude(in.value);
    for_each([&](const NormalSection<S>& section) HILSPACE_INLINE_LAMBDA {
      const S changes = larger(bound - magnitude(in.value), S(0.0));
      const S away = x[0] - section.z_held * in.value;
      const S rate_away = section.rate_share * (x[1] - section.rate_held * in.value);
      const S amplitude = square_root(away * away + rate_away * rate_away);  // decreases monotonically
      const S now = section.most * changes + section.held * magnitude(in.value) + section.left * amplitude;
      bound = select(section.present, now, bound);
      in = shown(section, x, in);
      x += 2;
    });
    return bound <= threshold;
  }

  template <class Visit>
  void margins(const S*, Signal<S>, Mask<S>, Visit&&) const {}

  S residual(S bound) const {
    for (const NormalSection<S>& section : sections) bound = section.most * bound;
    return bound;
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    for (std::size_t i = 0; i < kSections; ++i)
      NormalSection<S>::zip(self.sections[i], other.sections[i], visit);
    visit(self.lags, other.lags);
  }

 private:
  /// Visits the sections that are present in any lane.
  template <class Visit>
  HILSPACE_INLINE void for_each(Visit&& visit) const {
    for (const NormalSection<S>& section : sections) {
      if (!any(section.present)) return;
      visit(section);
    }
  }

  /// z''
  static HILSPACE_INLINE S highest(const NormalSection<S>& section, const S* x, Signal<S> in) {
    return in.value - section.c0 * x[0] - section.c1 * x[1];
  }

  static HILSPACE_INLINE Signal<S> shown(const NormalSection<S>& section, const S* x, Signal<S> in) {
    const S c0 = section.c0, c1 = section.c1, n0 = section.n0, n1 = section.n1, n2 = section.n2;
    const Mask<S> present = section.present;
    // Derivatives of z'' from those of the input.
    const S second = highest(section, x, in);
    const S third = in.rate - c0 * x[1] - c1 * second;
    const S fourth = in.acceleration - c0 * second - c1 * third;
    in.value = select(present, n0 * x[0] + n1 * x[1] + n2 * second, in.value);
    in.rate = select(present, n0 * x[1] + n1 * second + n2 * third, in.rate);
    in.acceleration = select(present, n0 * second + n1 * third + n2 * fourth, in.acceleration);
    return in;
  }
};

}  // namespace hilspace::instruments
