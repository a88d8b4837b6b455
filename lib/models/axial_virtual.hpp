#pragma once
// The virtual part of a hybrid contact within the axial model, at the start of a step: whether it pushes, and for how long that
// holds. `model` is an AxialModel with a virtual part, `in` the command, `a` the interface, `constant` whether that is held.

#include "core/event.hpp"
#include "core/signal.hpp"

namespace hilspace::models {

/// What the sensor and the force side of the compensator give, with the rate at which it changes.
template <class Model, class State, class S>
Signal<S> measured(const Model& model, const State& y, const Signal<S>& in, const Signal<S>& a,
                   Mask<S> constant, Horizon<S> horizon) {
  const auto [shown, outlook] = model.sensor.pass(
      y.data() + Model::kSensorAt, model.contact_signal(a, constant), Outlook<S>::smooth(horizon), horizon);
  Signal<S> its = model.compensator.force(y.data() + Model::kCompensatorAt, shown, {y[0], y[1], S(0.0)}, a,
                                          in, model.law.touching);
  its.rate = select(outlook.constant, S(0.0), its.rate);
  return its;
}

template <class Model, class State, class S>
void begin_virtual_part(Model& model, const State& y, const Signal<S>& in, const Signal<S>& a,
                        Mask<S> constant, Horizon<S> horizon) {
  auto& its = model.virtual_part;
  const Signal<S> from = its.source(in, a);
  const S* x = y.data() + Model::kVirtualAt;
  const Mask<S> held = its.source_is_constant(constant);
  its.begin_step(x, from, held, horizon);
  its.decide(measured(model, y, in, a, constant, horizon), its.shown(x, from),
             its.look_ahead(x, from, held, horizon).constant, horizon);
}

/// s until what was decided there changes.
template <class Model, class State, class S>
S virtual_edge(const Model& model, const State& y, const Signal<S>& in, const Signal<S>& a, Mask<S> constant,
               Horizon<S> horizon) {
  const auto& its = model.virtual_part;
  const Signal<S> from = model.source(y, in);
  const S* x = y.data() + Model::kVirtualAt;
  const auto outlook = its.look_ahead(x, from, its.source_is_constant(constant), horizon);
  const S edge =
      its.edge(measured(model, y, in, a, constant, horizon), its.shown(x, from), outlook.constant, horizon);
  return smaller(edge, outlook.until);
}

}  // namespace hilspace::models
