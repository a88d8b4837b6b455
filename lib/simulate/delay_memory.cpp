// Separate from its users, which are compiled per instruction set, so that the containers are not.

#include "simulate/delay_memory.hpp"

#include <algorithm>
#include <bit>

namespace hilspace::simulate {
namespace {

/// Upper bound of the initial allocation: a megabyte per lane.
constexpr double kSteps = 16000.0;

}  // namespace

DelayMemory::DelayMemory(int lanes) : rings_(kDelays * static_cast<std::size_t>(lanes)) {}
DelayMemory::~DelayMemory() = default;

void DelayMemory::enlarge(instruments::Past& past, int place, std::size_t steps, double in_delay) {
  auto& ring = rings_[static_cast<std::size_t>(place)];
  if (past.ring == nullptr) past.move_to(ring);
  if (past.has_room(steps)) return;
  const auto equal_steps = static_cast<std::size_t>(std::min(in_delay, kSteps)) + 16;
  std::vector<instruments::PastStep> larger(std::bit_ceil(std::max(2 * (ring.size() + steps), equal_steps)));
  past.move_to(larger);
  ring.swap(larger);
}

}  // namespace hilspace::simulate
