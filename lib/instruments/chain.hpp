#pragma once
// Chain: instruments in series, in the order of its template arguments, composed at compile time: the fast
// chains. any_chain.hpp is composed at run time and has the same members. The empty chain is the identity, so
// a model with empty chains is the model without instruments.

#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S, class... Stages>
struct Chain;

template <class S>
struct Chain<S> : Stateless<S> {
  static constexpr bool kRemembers = false;

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const { return in; }
  HILSPACE_INLINE Passed<S> freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) const {
    return {in, Outlook<S>::smooth(horizon, constant)};
  }
  HILSPACE_INLINE Passed<S> pass(const S*, Signal<S> in, Outlook<S> before, Horizon<S>) const {
    return {in, before};
  }
  HILSPACE_INLINE Mask<S> holds_positive() const { return Mask<S>(false); }
  template <class Visit>
  void margins(const S*, Signal<S>, Mask<S>, Horizon<S>, Visit&&) const {}

  template <class Self, class Other, class Visit>
  static void zip(Self&, Other&, Visit&&) {}
};

template <class S, class First, class... Rest>
struct Chain<S, First, Rest...> {
  static_assert(Stage<First, S>, "a stage of a chain needs the members that instruments/stage.hpp lists");
  using Tail = Chain<S, Rest...>;
  static constexpr std::size_t kStates = First::kStates + Tail::kStates;
  static constexpr bool kRemembers = false;
  First first;
  Tail rest;

  HILSPACE_INLINE Mask<S> holds_positive() const { return Mask<S>(false); }
  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    return rest.output(x + First::kStates, first.output(x, in));
  }
  HILSPACE_INLINE void derivative(const S* x, Signal<S> in, S* rate) const {
    first.derivative(x, in, rate);
    rest.derivative(x + First::kStates, first.output(x, in), rate + First::kStates);
  }
  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) const {
    first.follow_ramp(in, x);
    rest.follow_ramp(first.output(x, in), x + First::kStates);
  }
  HILSPACE_INLINE Passed<S> freeze(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    first.freeze(x, in, constant, horizon);
    const Outlook<S> between = first.look_ahead(x, in, Outlook<S>::smooth(horizon, constant), horizon);
    const Signal<S> behind = first.output(x, in);
    rest.freeze(x + First::kStates, behind, between.constant, horizon);
    return rest.pass(x + First::kStates, behind, between, horizon);
  }
  HILSPACE_INLINE Passed<S> pass(const S* x, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    const Outlook<S> between = first.look_ahead(x, in, before, horizon);
    return rest.pass(x + First::kStates, first.output(x, in), between, horizon);
  }
  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> before,
                                        Horizon<S> horizon) const {
    const Outlook<S> between = first.look_ahead(x, in, before, horizon);
    return rest.look_ahead(x + First::kStates, first.output(x, in), between, horizon);
  }
  HILSPACE_INLINE Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    return first.settled(x, in, threshold) &&
           rest.settled(x + First::kStates, first.output(x, in), threshold);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    First::zip(self.first, other.first, visit);
    Tail::zip(self.rest, other.rest, visit);
  }
};

/// A low-pass followed by a quantizer, with named access.
template <class S, class LowPass, class Quantizer>
struct LowPassQuantizer : Chain<S, LowPass, Quantizer> {
  LowPass& low_pass() { return this->first; }
  const LowPass& low_pass() const { return this->first; }
  Quantizer& quantizer() { return this->rest.first; }
  const Quantizer& quantizer() const { return this->rest.first; }
  S edge_chance() const { return quantizer().turns > S(0.0) ? quantizer().chance() : S(1.0); }
};

}  // namespace hilspace::instruments
