#pragma once
// Followed: where the searches of a pair ended at one pose. At poses nearby they go on from there, in the place of a
// search all around.
//
//   minima    directions on the circle in which the pair has a local minimum, and the slope's rise there (by the angle)
//   borders   parameter of the common normal of each border with the circle; infinite: there was none
//
// It is noted where a step begins and holds for that step, so that what is found within one depends on its pose and on
// the step's start alone. A minimum that comes up in between is found where the next step begins; one that is lost makes
// the pair search all around again.
//
// What was apart there by more than the pair has moved since cannot touch, and is left out where nothing else is asked for.

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "mechanism/circle_minima.hpp"
#include "mechanism/pose.hpp"

namespace hilspace::mechanism {

struct Followed {
  static constexpr std::size_t kMost = 6;
  bool known = false;  // whether these are all
  std::size_t size = 0;
  std::array<circle::Minimum, kMost> minima{};  // one chain of a revolution after the other
  std::array<std::size_t, kMost> chain{};       // of each
  std::array<double, 2> borders{HUGE_VAL, HUGE_VAL};
  bool touching_alone = false;  // what is asked for
  Pose at;                      // of the pair, where all this was noted; with the next two, of petals alone
  std::array<double, kMost> depths{};     // of the minima, m
  std::array<double, 2> border_depths{};  // of the borders that there are, m

  void note(const circle::Minimum& its, std::size_t of_chain, double depth = 0.0) {
    if (size == kMost) {
      known = false;
      return;
    }
    minima[size] = its;
    depths[size] = depth;
    chain[size++] = of_chain;
  }
  std::span<const circle::Minimum> of(std::size_t of_chain) const {
    std::size_t first = 0;
    while (first < size && chain[first] != of_chain) ++first;
    std::size_t end = first;
    while (end < size && chain[end] == of_chain) ++end;
    return {minima.data() + first, end - first};
  }
};

}  // namespace hilspace::mechanism
