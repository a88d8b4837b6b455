// Fixed steps, for any law and any instruments.

#include <algorithm>
#include <cmath>

#include "simulate/delay_memory.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

template <class State>
void widen(State& scale, const State& y) {
  for (std::size_t i = 0; i < y.size(); ++i) scale[i] = std::max(scale[i], std::abs(y[i]));
}

template <class Pair, class Each>
bool run(Pair& pair, const std::atomic<bool>& stop, Each&& each) {
  DelayMemory memory;
  for (unsigned steps = 1;; ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
    memory.make_room(pair, 1);
    const double h = pair.begin_step();
    if (pair.over()) return true;
    each(h);
  }
}

}  // namespace

template <class Pair>
Scales<Pair> scales(Pair pair, const std::atomic<bool>& stop) {
  Scales<Pair> largest{pair.docking.state, pair.hil.state};
  run(pair, stop, [&](double h) {
    pair.take_step(h, NoWatcher{});
    widen(largest.docking, pair.docking.state);
    widen(largest.hil, pair.hil.state);
  });
  return largest;
}

template <class Pair>
bool run_rk4(Pair& pair, const Watcher& watch, const std::atomic<bool>& stop) {
  if (watch) return run(pair, stop, [&](double h) { pair.take_step(h, watch); });
  return run(pair, stop, [&](double h) { pair.take_step(h, NoWatcher{}); });
}

template Scales<AnyPair<double>> scales(AnyPair<double>, const std::atomic<bool>&);
template Scales<CompensatedPair<double>> scales(CompensatedPair<double>, const std::atomic<bool>&);
template bool run_rk4(AnyPair<double>&, const Watcher&, const std::atomic<bool>&);
template bool run_rk4(CompensatedPair<double>&, const Watcher&, const std::atomic<bool>&);

}  // namespace hilspace::simulate
