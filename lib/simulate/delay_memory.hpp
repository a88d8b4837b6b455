#pragma once
// The memory of a pair's transport delays. Kernels do not allocate; this does, between steps. For equal
// steps it is enough from the start.

#include <algorithm>
#include <deque>
#include <vector>

#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

class DelayMemory {
 public:
  /// Room for `steps` more steps in every delay of the pair.
  void make_room(AnyPair& pair, std::size_t steps) {
    for (auto* chain : {&pair.hil.model.actuator, &pair.hil.model.sensor})
      if (chain->has_memory())
        chain->for_each_delay(
            [&](instruments::TransportDelay& delay) { make_room(delay, steps, pair.step); });
  }

 private:
  void make_room(instruments::TransportDelay& delay, std::size_t steps, double step) {
    if (delay.has_room(steps)) return;
    const auto equal_steps = static_cast<std::size_t>(std::min(delay.delay / step, 1e6)) + 16;
    auto& larger = rings_.emplace_back(std::max(2 * (delay.ring.size() + steps), equal_steps));
    delay.move_to(larger);
  }

  std::deque<std::vector<instruments::PastStep>> rings_;  // the outgrown ones too: together as much again
};

}  // namespace hilspace::simulate
