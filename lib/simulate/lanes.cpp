// The pair simulation in SIMD lanes. Compiled once per instruction set, with HILSPACE_ADVANCE_ALL and
// HILSPACE_LANES given by CMakeLists.txt; everything else in the house is compiled for the baseline only.

#include "simulate/lanes.hpp"

#include "core/lanes.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

// Internal linkage keeps every instantiation on this pack private to this object file.
struct Target {};
using Pack = Lanes<HILSPACE_LANES, Target>;

void load(PlainPair<Pack>& pack, int lane, const PlainPair<double>& run) {
  PlainPair<Pack>::zip(pack, run, [lane](auto& lanes, const auto& one) { set_lane(lanes, lane, one); });
}

void unload(const PlainPair<Pack>& pack, int lane, PlainPair<double>& run) {
  PlainPair<Pack>::zip(pack, run,
                       [lane](const auto& lanes, auto& one) { one = hilspace::lane(lanes, lane); });
}

}  // namespace

bool HILSPACE_ADVANCE_ALL(PlainPair<double>* runs, std::size_t count, const std::atomic<bool>& stop) {
  if (count == 0) return true;
  PlainPair<Pack> pack;
  Mask<Pack> busy(false);
  std::size_t next = 0;
  std::size_t who[HILSPACE_LANES] = {};
  const auto fill = [&](int lane) {
    const bool work = next < count;
    set_lane(busy, lane, work);
    // A lane without work goes on with something that nobody reads.
    who[lane] = work ? next++ : who[0];
    load(pack, lane, runs[who[lane]]);
  };
  for (int lane = 0; lane < HILSPACE_LANES; ++lane) fill(lane);

  for (unsigned steps = 1; any(busy); ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
    const Pack h = pack.begin_step();
    const Mask<Pack> over = pack.over() && busy;
    if (!any(over)) {
      pack.take_step(h, NoWatcher{});
      continue;
    }
    // Finished lanes take the next pairs at once, and all begin their step again.
    for (int lane = 0; lane < HILSPACE_LANES; ++lane) {
      if (!hilspace::lane(over, lane)) continue;
      unload(pack, lane, runs[who[lane]]);
      fill(lane);
    }
  }
  return true;
}

}  // namespace hilspace::simulate
