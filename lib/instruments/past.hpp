#pragma once
// Past: history of one signal, step by step, as long as a transport delay needs it. It is divided into blocks
// within which the signal is continuous. Lanes look it up one by one, in code of every instruction set: hence
// plain arrays, which bring in no functions that these could share.

#include <cstddef>
#include <span>

#include "core/scalar.hpp"

namespace hilspace::instruments {

/// One step of a signal's history.
struct PastStep {
  double begin, end;         // s
  double value[3], rate[3];  // at its start, middle and end
  double spread[3];          // amplitude of unresolved jumps around the value
  bool jump;                 // whether it is discontinuous with the previous step
};

struct Past {
  PastStep* ring = nullptr;          // owned by the caller
  std::size_t size = 0;              // of the ring: 0 or a power of 2
  std::size_t first = 0, count = 0;  // indices of the oldest step kept, and of the next one
  std::size_t block_end = 0;         // in the present step: index of the first past step after the next jump

  HILSPACE_INLINE const PastStep& operator[](std::size_t i) const { return ring[i & (size - 1)]; }

  /// Prepares a step whose first instant outputs the signal at `then`, and discards older history.
  HILSPACE_INLINE void begin_step(double then) {
    if (then > 0.0) {
      while (first < count && (*this)[first].end <= then) ++first;
      // A parabola that begins with a jump lies after that jump.
      if (block_end <= first && first < count) block_end = first + 1;
    }
    while (block_end < count && !(*this)[block_end].jump) ++block_end;
  }

  /// The step at t, or the nearest one of the present block; null if the block is empty.
  HILSPACE_INLINE const PastStep* at(double t) const {
    std::size_t i = first;
    while (i + 1 < block_end && (*this)[i].end < t) ++i;
    return i < block_end ? &(*this)[i] : nullptr;
  }

  /// Whether the value was held (by a quantizer or a hold) throughout.
  HILSPACE_INLINE bool is_constant(double from, double to) const {
    if (from < 0.0 || first >= block_end) return false;
    const double value = (*this)[first].value[0];
    for (std::size_t i = first; i < block_end && (*this)[i].begin < to; ++i)
      for (const double its : (*this)[i].value)
        if (its != value) return false;
    return true;
  }

  HILSPACE_INLINE bool is_within(double threshold) const {
    for (std::size_t i = first; i < count; ++i)
      for (const double value : (*this)[i].value)
        if (!(magnitude(value) <= threshold)) return false;
    return true;
  }

  HILSPACE_INLINE bool is_positive() const {
    for (std::size_t i = first; i < count; ++i)
      for (const double value : (*this)[i].value)
        if (value > 0.0) return true;
    return false;
  }

  /// Appends a step; the first one follows a ramp that ended with this value and rate.
  HILSPACE_INLINE void keep(PastStep step, double ramp_value, double ramp_rate) {
    const double value = count > 0 ? (*this)[count - 1].value[2] : ramp_value;
    const double rate = count > 0 ? (*this)[count - 1].rate[2] : ramp_rate;
    step.jump = step.value[0] != value || step.rate[0] != rate;
    ring[count & (size - 1)] = step;
    ++count;
  }

  /// Whether that many more steps fit.
  HILSPACE_INLINE bool has_room(std::size_t steps) const { return count - first + steps <= size; }
  /// Moves the history to larger memory, whose size is a power of 2 of steps.
  void move_to(std::span<PastStep> larger) {
    for (std::size_t i = first; i < count; ++i) larger[i & (larger.size() - 1)] = (*this)[i];
    ring = larger.data();
    size = larger.size();
  }
};

}  // namespace hilspace::instruments
