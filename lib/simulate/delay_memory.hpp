#pragma once
// Delay memory: storage for the transport delays of a pair, or of a pack of pairs. Kernels do not allocate;
// this does, between steps. Except for very long delays, the initial size suffices for equal steps. A pair
// that replaces another one in its lane takes over the memory.

#include <cstddef>
#include <vector>

#include "instruments/past.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

class DelayMemory {
 public:
  explicit DelayMemory(int lanes = 1);
  ~DelayMemory();
  DelayMemory(const DelayMemory&) = delete;
  DelayMemory& operator=(const DelayMemory&) = delete;

  /// Ensures capacity for `steps` more steps in every delay of the pair.
  template <class Pair>
  HILSPACE_INLINE void make_room(Pair& pair,
                                 std::size_t steps) requires(decltype(pair.hil.model.actuator)::kRemembers) {
    auto& model = pair.hil.model;
    if (model.actuator.has_memory()) make_room(model.actuator.delay(), 0, pair.step, steps);
    if (model.sensor.has_memory()) make_room(model.sensor.delay(), 1, pair.step, steps);
    if constexpr (requires { model.compensator.past; })
      if (model.compensator.extrapolates())
        for (int j = 0; auto& delay : model.compensator.past) make_room(delay, 2 + j++, pair.step, steps);
  }
  /// For one more step in every delay of the model.
  void make_room(models::FourMassHil& model, double step) {
    if (model.actuator.has_memory()) make_room(model.actuator.delay(), 0, step, 1);
    if (model.sensor.has_memory()) make_room(model.sensor.delay(), 1, step, 1);
  }

 private:
  static constexpr int kDelays = 5;  // of actuator, sensor, compensator

  template <class S>
  HILSPACE_INLINE void make_room(instruments::TransportDelay<S>& delay, int which, S step,
                                 std::size_t steps) {
    for (int i = 0; i < kLanes<S>; ++i)
      if (lane(delay.delay, i) > 0.0 && !delay.past.of[i].has_room(steps))
        enlarge(delay.past.of[i], which * kLanes<S> + i, steps, lane(delay.delay, i) / lane(step, i));
  }

  /// `in_delay`: number of equal steps within a delay.
  void enlarge(instruments::Past& past, int place, std::size_t steps, double in_delay);

  std::vector<std::vector<instruments::PastStep>> rings_;  // of each delay in turn, one per lane
};

}  // namespace hilspace::simulate
