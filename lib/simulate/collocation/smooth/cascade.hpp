#pragma once
// Second-order sections in cascade over one piece of collocation, for any linear stage of a chain.
//
//   z" = u - c0 z - c1 z',   y = n0 z + n1 z' + n2 z"          one section: instruments/transfer_function.hpp
//
// At a rate s of a piece (integrate/collocation.hpp), with the states z0 and z0' at its start:
//
//   (s^2 + c1 s + c0) z^ = u^ + s^2 z0 + s (z0' + c1 z0),   z'^ = s (z^ - z0),   z"^ = u^ - c0 z^ - c1 z'^

#include <array>
#include <cstddef>

#include "core/scalar.hpp"
#include "instruments/setup.hpp"
#include "integrate/collocation.hpp"

namespace hilspace::simulate {

template <class S>
struct CascadeSection {
  S present = S(0.0);  // 1: it is there; 0: the identity
  S c0 = S(0.0), c1 = S(0.0), n0 = S(0.0), n1 = S(0.0), n2 = S(1.0);

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.present, other.present);
    visit(self.c0, other.c0);
    visit(self.c1, other.c1);
    visit(self.n0, other.n0);
    visit(self.n1, other.n1);
    visit(self.n2, other.n2);
  }
};

/// Those of a transfer function, and a low-pass.
inline constexpr std::size_t kMostInCascade = instruments::kMostSections + 1;

/// State of a section at the start of a piece.
template <class S>
struct SectionState {
  S z = S(0.0), rate = S(0.0);
};
template <class S>
using CascadeState = std::array<SectionState<S>, kMostInCascade>;

template <class S>
struct Cascade {
  using Complex = integrate::Complex<S>;
  std::array<CascadeSection<S>, kMostInCascade> sections;

  /// Visits the sections that any lane has.
  template <class Visit>
  HILSPACE_INLINE void for_each(Visit&& visit) const {
    for (std::size_t k = 0; k < kMostInCascade; ++k) {
      const Mask<S> present = sections[k].present > S(0.0);
      if (!any(present)) return;
      visit(sections[k], present, k);
    }
  }

  /// What it shows at an instant.
  HILSPACE_INLINE S output(const CascadeState<S>& states, S in) const {
    for_each([&](const CascadeSection<S>& its, Mask<S> present, std::size_t k) HILSPACE_INLINE_LAMBDA {
      const auto& [z, rate] = states[k];
      const S second = in - its.c0 * z - its.c1 * rate;
      in = select(present, its.n0 * z + its.n1 * rate + its.n2 * second, in);
    });
    return in;
  }

  /// The same and its rate, of an input and its rate.
  struct Moving {
    S value, rate;
  };
  HILSPACE_INLINE Moving moving(const CascadeState<S>& states, Moving in) const {
    for_each([&](const CascadeSection<S>& its, Mask<S> present, std::size_t k) HILSPACE_INLINE_LAMBDA {
      const auto& [z, rate] = states[k];
      const S second = in.value - its.c0 * z - its.c1 * rate,
              third = in.rate - its.c0 * rate - its.c1 * second;
      in.value = select(present, its.n0 * z + its.n1 * rate + its.n2 * second, in.value);
      in.rate = select(present, its.n0 * rate + its.n1 * second + its.n2 * third, in.rate);
    });
    return in;
  }

  /// One section at a rate s.
  struct Passed {
    Complex z, rate, out;
  };
  static HILSPACE_INLINE Passed pass(const CascadeSection<S>& its, Mask<S> present, Complex s,
                                     const SectionState<S>& from, Complex in) {
    const Complex square = s * s;
    const Complex slow = inverse(its.c0 + (square + its.c1 * s));
    const Complex z = slow * (in + from.z * square + (from.rate + its.c1 * from.z) * s);
    const Complex rate = s * (z - from.z);
    const Complex second = in - its.c0 * z - its.c1 * rate;
    const Complex out = its.n0 * z + its.n1 * rate + its.n2 * second;
    return {z, rate, {select(present, out.re, in.re), select(present, out.im, in.im)}};
  }
  HILSPACE_INLINE Complex pass(const CascadeState<S>& states, Complex s, Complex in) const {
    for_each([&](const CascadeSection<S>& its, Mask<S> present, std::size_t k)
                 HILSPACE_INLINE_LAMBDA { in = pass(its, present, s, states[k], in).out; });
    return in;
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    for (std::size_t k = 0; k < kMostInCascade; ++k)
      CascadeSection<S>::zip(self.sections[k], other.sections[k], visit);
  }
};

}  // namespace hilspace::simulate
