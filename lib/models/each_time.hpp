#pragma once
// EachTime: when something happened for the first time to each element of a mechanism: latches, one by one, in the
// order of the study, copy after copy. As many as a row of metrics has places for: those of twelve, the hook pairs of
// the docking standard; of what is beyond only sums are known.

#include <array>
#include <cstddef>
#include <limits>

namespace hilspace::models {

inline constexpr std::size_t kTimedElements = 12;
using EachTime = std::array<double, kTimedElements>;  // s; infinite: not yet

inline EachTime never_yet() {
  EachTime times;
  times.fill(std::numeric_limits<double>::infinity());
  return times;
}

inline void note_time(EachTime& times, std::size_t element, double now) {
  if (element < kTimedElements && now < times[element]) times[element] = now;
}

}  // namespace hilspace::models
