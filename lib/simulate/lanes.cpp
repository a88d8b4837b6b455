// Pair simulation in SIMD lanes. Compiled once per instruction set, with HILSPACE_KERNELS and HILSPACE_LANES
// defined by CMakeLists.txt; all other code is compiled for the baseline only.

#include "simulate/lanes.hpp"

#include "core/lanes.hpp"
#include "simulate/delay_memory.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

// Internal linkage keeps every instantiation on this pack private to this object file.
struct Target {};
using Pack = Lanes<HILSPACE_LANES, Target>;

template <class Pairs, class Pair>
void load(Pairs& pack, int place, const Pair& run) {
  Pairs::zip(pack, run, [place](auto& lanes, const auto& one) { set_lane(lanes, place, one); });
}

template <class Pairs, class Pair>
void unload(const Pairs& pack, int place, Pair& run) {
  Pairs::zip(pack, run, [place](const auto& lanes, auto& one) { one = lane(lanes, place); });
}

/// `Pairs` is a pack of `Pair`.
template <class Pairs, class Pair>
bool advance_all(Pair* runs, std::size_t count, const std::atomic<bool>& stop) {
  // Pairs given up before their first step are never loaded: their clock may stand still, and with it a noise
  // stage that draws samples up to the present time.
  std::size_t next = 0;
  const auto skip = [&] {
    while (next < count && runs[next].over()) ++next;
  };
  skip();
  if (next == count) return true;
  Pairs pack;
  DelayMemory memory(HILSPACE_LANES);
  Mask<Pack> busy(false);
  std::size_t who[HILSPACE_LANES] = {};
  const auto fill = [&](int place) {
    skip();
    set_lane(busy, place, next < count);
    if (next < count) load(pack, place, runs[who[place] = next++]);
  };
  const std::size_t first = next;
  for (int place = 0; place < HILSPACE_LANES; ++place) {
    load(pack, place, runs[first]);  // an unused lane holds an idle copy
    fill(place);
  }

  for (unsigned steps = 1; any(busy); ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
    if constexpr (requires { memory.make_room(pack, 1); }) memory.make_room(pack, 1);
    const Pack h = pack.begin_step();
    const Mask<Pack> over = pack.over() && busy;
    if (!any(over)) {
      pack.take_step(select(busy, h, Pack(0.0)), NoWatcher{});
      continue;
    }
    // Finished lanes take the next pairs at once; all lanes then restart their step.
    for (int place = 0; place < HILSPACE_LANES; ++place) {
      if (!lane(over, place)) continue;
      unload(pack, place, runs[who[place]]);
      fill(place);
    }
  }
  return true;
}

/// Pack by pack: all take the same pieces. `Solved` is a pack of `Pair`.
template <class Solved, class Pair>
void solve_all(Pair* pairs, std::size_t count) {
  for (std::size_t first = 0; first < count; first += HILSPACE_LANES) {
    Solved pack;
    if constexpr (requires { pack.plan; }) pack.plan = pairs[first].plan;
    // Unused lanes hold copies of the last pair.
    const auto at = [&](int place) { return std::min(first + static_cast<std::size_t>(place), count - 1); };
    for (int place = 0; place < HILSPACE_LANES; ++place)
      decltype(pack.given)::zip(pack.given, pairs[at(place)].given,
                                [place](auto& lanes, double one) { set_lane(lanes, place, one); });
    pack.run();
    for (int place = 0; place < HILSPACE_LANES; ++place)
      Solved::zip_results(pack, pairs[at(place)],
                          [place](const auto& lanes, double& one) { one = lane(lanes, place); });
  }
}

}  // namespace

const LaneKernels HILSPACE_KERNELS{advance_all<PlainPair<Pack>>,       advance_all<LinearPair<Pack>>,
                                   advance_all<AnyPair<Pack, 0>>,      advance_all<AnyPair<Pack>>,
                                   advance_all<CompensatedPair<Pack>>, solve_all<CollocationPair<Pack>>,
                                   solve_all<CollocationCheck<Pack>>,  solve_all<SmoothPair<Pack>>,
                                   solve_all<ChainedPair<Pack>>,       solve_all<ChainedCheck<Pack>>};

}  // namespace hilspace::simulate
