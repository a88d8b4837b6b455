#pragma once
// Bias: adds a constant. The rate passes through.
//
//   y = x + B      B  bias, unit of the signal
//
// Source: Bondoky 8.2.4 (the rig's force sensor).

#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct Bias : Stateless<S> {
  S value = S(0.0);  // B

  Bias() = default;
  explicit Bias(const BiasSetup& setup) : value(setup.value) {}

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    in.value = in.value + value;
    return in;
  }
  S residual(S bound) const { return bound + magnitude(value); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.value, other.value);
  }
};

}  // namespace hilspace::instruments
