#pragma once
// Contract of a contact law: a template on the scalar with these members. Whether the bodies touch, and
// whether the contact pushes, is decided at the start of each step and holds until its end:
//
//   begin_step(a, constant, horizon)  makes that decision, and latches the state of a contact or of a phase
//                                     of it
//   edge(a, constant, horizon)  -> time   until one of these decisions changes, or kNever
//   force(a) -> N, force_rate(a, moving) -> N/s   `moving` is the true rate of the penetration: 0 while a
//                                     quantizer holds it
//   jumps()                           whether the force is discontinuous at the onset of a contact
//   slope(a) -> N/m                   derivative of the force with respect to the penetration alone
//   elastic(a) -> N                   its elastic part
//   potential(a) -> J                 energy recoverable from the elastic part
//   margins(a, constant, visit)       visits numbers that stay >= 0 within a step and cross 0 at an edge
//   touching                          whether the bodies touch in this step
//   zip(self, other, visit)           visits its coefficients pairwise, to load or unload a lane
//
//   kCostly                           only where a force costs more to work out than to keep
//   signal(a, moving)                 only there: force_signal() below, at the cost of one force
//
// margins() is for the solvers that locate edges, zip() for the lanes; a law implements only those its users
// need.
//
// The concept below states the same for the compiler; the models require it of their law.

#include <concepts>

#include "core/event.hpp"
#include "core/signal.hpp"

namespace hilspace::contact {

template <class T, class S>
concept ContactLaw = requires(T law, const T constant_law, Signal<S> a, Mask<S> constant, Horizon<S> horizon,
                              S moving) {
  law.begin_step(a, constant, horizon);
  { constant_law.edge(a, constant, horizon) } -> std::same_as<S>;
  { constant_law.force(a) } -> std::same_as<S>;
  { constant_law.force_rate(a, moving) } -> std::same_as<S>;
  { constant_law.jumps() } -> std::same_as<Mask<S>>;
  { constant_law.slope(a) } -> std::same_as<S>;
  { constant_law.elastic(a) } -> std::same_as<S>;
  { constant_law.potential(a) } -> std::same_as<S>;
  { law.touching } -> std::same_as<Mask<S>&>;
};

/// Whether a force of that law costs more to work out than to keep.
template <class Law>
concept CostlyLaw = requires {
  Law::kCostly;
};

/// The force with its rate and its spread, as a chain's outlook asks for.
template <class Law, class S>
HILSPACE_INLINE Signal<S> force_signal(const Law& law, const Signal<S>& a, S moving) {
  if constexpr (CostlyLaw<Law>)
    return law.signal(a, moving);
  else
    return {law.force(a), law.force_rate(a, moving), S(0.0), law.slope(a) * a.spread};
}

/// s until the surfaces touch or part, where `depth`, m, passes 0; kNever where not within the step.
template <class S>
HILSPACE_INLINE S until_surface(S depth, const Signal<S>& a, Mask<S> touching, Mask<S> constant,
                                const Horizon<S>& horizon) {
  const S never(kNever);
  if (!any(!constant && may_reach(depth, a.rate, a.acceleration, horizon.longest))) return never;
  const S side = select(touching, S(1.0), S(-1.0));
  return select(constant, never, time_to_reach(side * depth, -(side * a.rate), -(side * a.acceleration)));
}

}  // namespace hilspace::contact
