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
    if constexpr (requires { model.compensator.past; }) {
      if (model.virtual_part.measurement.has_memory())
        make_room(model.virtual_part.measurement.delay(), 5, pair.step, steps);
      if (model.compensator.extrapolates())
        for (int j = 0; auto& delay : model.compensator.past) make_room(delay, 2 + j++, pair.step, steps);
      if (!model.compensator.models()) return;
      auto& testbed = model.compensator.testbed;
      if (testbed.actuator.has_memory()) make_room(testbed.actuator.delay(), 6, pair.step, steps);
      if (testbed.sensor.has_memory()) make_room(testbed.sensor.delay(), 7, pair.step, steps);
    }
  }
  /// For one more step in every delay of the model.
  void make_room(models::FourMassHil& model, double step) {
    if (model.actuator.has_memory()) make_room(model.actuator.delay(), 0, step, 1);
    if (model.sensor.has_memory()) make_room(model.sensor.delay(), 1, step, 1);
  }
  /// In one delay, given by its number, below kDelays.
  void make_room(instruments::TransportDelay<double>& delay, std::size_t which, double step,
                 std::size_t steps) {
    make_room(delay, static_cast<int>(which), step, steps);
  }

  /// Of actuator, sensor, compensator, virtual part and the model of the testbed, or of three times six components
  /// and three past values of each.
  static constexpr int kDelays = 36;

 private:
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
