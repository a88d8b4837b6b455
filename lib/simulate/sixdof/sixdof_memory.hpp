#pragma once
// Memory of a run whose chains remember: tells them of every step, in parts short enough for the parabolas that they keep
// (instruments/past.hpp). Of other models it is empty.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "simulate/delay_memory.hpp"
#include "simulate/sixdof/sixdof_limits.hpp"

namespace hilspace::simulate {

template <class Model, bool = Model::kRemembers>
class StepMemory {};

template <class Model>
class StepMemory<Model, true> {
 public:
  using State = typename Model::State;

  /// A step of h from `begin` to `end`; `at` gives the state after a share of it.
  template <class At>
  void remember(Model& model, const State& begin, const State& end, double h, const SixDofLimits& limits,
                At&& at) {
    const double parts = std::fmax(std::ceil(h / (kPart * limits.step) - 1e-9), 1.0);
    const auto count = static_cast<std::size_t>(parts);
    make_room(model, limits.fine, count);
    State from = begin;
    for (std::size_t i = 0; i < count; ++i) {
      const double here = static_cast<double>(i);
      const State middle = at((here + 0.5) / parts);
      const State to = i + 1 == count ? end : at((here + 1.0) / parts);
      model.record({&from, &middle, &to});
      from = to;
    }
  }

 private:
  static constexpr double kPart = 0.25;  // of the largest step

  void make_room(Model& model, double step, std::size_t steps) {
    std::size_t which = 0;
    for (auto* its : {&model.robot, &model.sensor, &model.target_sensor})
      for (auto& chain : its->chains) {
        if (chain.has_memory()) memory_.make_room(chain.delay(), which, step, steps);
        ++which;
      }
    for (auto& each : model.computer.compensator.each)
      for (auto& delay : each.past) memory_.make_room(delay, which++, step, steps);
    if constexpr (Model::Computer::kAdds)
      for (which = 0; auto& chain : model.computer.virtual_part.measurement.chains) {
        if (chain.has_memory()) measured_.make_room(chain.delay(), which, step, steps);
        ++which;
      }
  }

  DelayMemory memory_, measured_;
};

}  // namespace hilspace::simulate
