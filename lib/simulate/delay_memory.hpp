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
  template <class S, std::size_t kSections>
  HILSPACE_INLINE void make_room(AnyPair<S, kSections>& pair, std::size_t steps) {
    make_room(pair.hil.model.actuator, 0, pair.step, steps);
    make_room(pair.hil.model.sensor, kLanes<S>, pair.step, steps);
  }
  /// For one more step in every delay of the model.
  void make_room(models::FourMassHil& model, double step) {
    make_room(model.actuator, 0, step, 1);
    make_room(model.sensor, 1, step, 1);
  }

 private:
  template <class S, std::size_t kSections>
  HILSPACE_INLINE void make_room(instruments::AnyChain<S, kSections>& chain, int place, S step,
                                 std::size_t steps) {
    if (!chain.has_memory()) return;
    auto& delay = chain.delay();
    for (int i = 0; i < kLanes<S>; ++i)
      if (lane(delay.delay, i) > 0.0 && !delay.past.of[i].has_room(steps))
        enlarge(delay.past.of[i], place + i, steps, lane(delay.delay, i) / lane(step, i));
  }

  /// `in_delay`: number of equal steps within a delay.
  void enlarge(instruments::Past& past, int place, std::size_t steps, double in_delay);

  std::vector<std::vector<instruments::PastStep>> rings_;  // of each lane's actuator, of each lane's sensor
};

}  // namespace hilspace::simulate
