#pragma once
// Contract of a stage of an instrument: a template on the scalar with these members:
//
//   kStates                          number of continuous states
//   output(state, in)   -> Signal    its output, given its state and its input
//   derivative(state, in, out)       rates of its states
//   follow_ramp(in, state)           steady state for a ramp input
//   freeze(state, in, constant, horizon)   at the start of each step: holds jumping values until the step's
//                                          end.
//                                    Idempotent. `constant`: prediction for the input
//   look_ahead(state, in, before, horizon) -> Outlook   extends the prediction from its input to its output
//   settled(state, in, threshold) -> Mask   whether it has settled permanently to 0 within threshold
//
//   zip(self, other, visit)          visits its numbers pairwise, to load or unload a lane
//
// and, for chains put together at run time (any_chain.hpp),
//
//   margins(state, in, constant, visit)   visits numbers that stay >= 0 within a step and cross 0 where it
//                                    jumps; jumps at predetermined times are in look_ahead() only
//   residual(bound) -> bound         limit of |output| while the input stays within the bound
//
// which are called for doubles only, lane by lane.
//
// The concepts Stage and AnyStage below state the same for the compiler; the chains require them of their
// stages.

#include <cmath>
#include <concepts>
#include <cstddef>
#include <numbers>

#include "core/signal.hpp"

namespace hilspace::instruments {

/// What a chain passes on at the start of a step: its output, and the prediction of it.
template <class S>
struct Passed {
  Signal<S> signal;
  Outlook<S> outlook;
};

/// Placeholder visitor for the concepts.
struct AnyVisitor {
  template <class... Numbers>
  void operator()(Numbers&&...) const {}
};

template <class T, class S>
concept Stage = requires(T stage, const T constant_stage, const S* state, S* rates, Signal<S> in,
                         Outlook<S> outlook, Horizon<S> horizon, Mask<S> constant, S threshold,
                         AnyVisitor visit) {
  { T::kStates } -> std::convertible_to<std::size_t>;
  { constant_stage.output(state, in) } -> std::same_as<Signal<S>>;
  constant_stage.derivative(state, in, rates);
  stage.follow_ramp(in, rates);
  stage.freeze(state, in, constant, horizon);
  { constant_stage.look_ahead(state, in, outlook, horizon) } -> std::same_as<Outlook<S>>;
  { constant_stage.settled(state, in, threshold) } -> std::same_as<Mask<S>>;
  T::zip(stage, stage, visit);
};

/// A stage for chains that are composed at run time.
template <class T>
concept AnyStage = Stage<T, double> &&
    requires(const T stage, const double* state, Signal<double> in, AnyVisitor visit) {
  stage.margins(state, in, false, visit);
  { stage.residual(1.0) } -> std::same_as<double>;
};

/// A stage without states, whose output is at rest when its input is. Base of most stages; each overrides
/// what differs.
template <class S>
struct Stateless {
  static constexpr std::size_t kStates = 0;

  HILSPACE_INLINE void derivative(const S*, Signal<S>, S*) const {}
  HILSPACE_INLINE void follow_ramp(Signal<S>, S*) const {}
  HILSPACE_INLINE void freeze(const S*, Signal<S>, Mask<S>, Horizon<S>) const {}
  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S>, Outlook<S> before, Horizon<S>) const {
    return before;
  }
  HILSPACE_INLINE Mask<S> settled(const S*, Signal<S> in, S threshold) const {
    return magnitude(in.value) <= threshold;
  }
  template <class Visit>
  HILSPACE_INLINE void margins(const S*, Signal<S>, Mask<S>, Visit&&) const {}
};

/// Maximum step of a filter with output y. With smooth input it merely follows; after jumps it rings at its
/// own frequency, which takes shorter fixed steps, the shorter the further it is from its input. The
/// remainder before the next jump is halved.
template <class S>
HILSPACE_INLINE S until_resolved(Outlook<S> before, S input, S y, Horizon<S> horizon) {
  if (horizon.located) return before.until;
  const S off = magnitude(input - y), size = magnitude(y);
  const S share = select(off > S(0.05) * size, S(0.15), select(off > S(0.02) * size, S(0.4), S(0.6)));
  const S longest = share * horizon.longest;
  const Mask<S> rings = before.jumps && before.until > longest;
  return select(rings, smaller(S(0.5) * before.until, longest), before.until);
}

/// Maximum response of an oscillator 1/(1 + 2 zeta s + s^2) to an input within 1: int |impulse response|.
inline double overshoot(double damping) {
  if (damping >= 1.0) return 1.0;
  return 1.0 / std::tanh(0.5 * std::numbers::pi * damping / std::sqrt(1.0 - damping * damping));
}

}  // namespace hilspace::instruments
