#pragma once
// The contract of a contact law, which is a template on the scalar with these members. Whether the bodies
// touch, and whether the contact pushes, is decided at the start of each step and holds until its end:
//
//   begin_step(a, constant, horizon)  decides it, and latches what holds for a contact or a phase of it
//   edge(a, constant, horizon)  -> time   to where one of these decisions changes, or kNever
//   force(a) -> N, force_rate(a, moving) -> N/s   `moving` is how fast the penetration really changes: 0
//                                     while a quantizer holds it
//   jumps()                           whether the force jumps where a contact begins
//   slope(a) -> N/m                   how the force changes with the penetration alone
//   elastic(a) -> N                   its elastic part
//   potential(a) -> J                 energy that the elastic part would give back
//   margins(a, constant, visit)       visits numbers that stay >= 0 within a step and cross 0 at an edge
//   touching                          whether the bodies touch in this step
//   zip(self, other, visit)           visits its coefficients pairwise, to load or unload a lane
//
// margins() serves the solvers that locate edges, zip() the lanes; a law has what its users need.
//
// The concept below says the same to the compiler; the models hold their law to it.

#include <concepts>

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

}  // namespace hilspace::contact
