#pragma once
// Per-scenario data that a kernel carries without arithmetic on it, such as a history or a random stream: one
// T for a double, one per lane for a pack. Kernels process it lane by lane.

#include "core/scalar.hpp"

namespace hilspace {

template <class S, class T>
struct PerLane {
  T of[kLanes<S>]{};
};

template <class S, class T>
HILSPACE_INLINE PerLane<double, T> lane(const PerLane<S, T>& all, int i) {
  return {{all.of[i]}};
}
template <class S, class T>
HILSPACE_INLINE void set_lane(PerLane<S, T>& all, int i, const PerLane<double, T>& one) {
  all.of[i] = one.of[0];
}

}  // namespace hilspace
