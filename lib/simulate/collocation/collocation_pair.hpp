#pragma once
// A (docking, HIL) pair by collocation behind a low-pass each: solved (contact_pieces.hpp) and read (pair_reading.hpp).

#include "simulate/collocation/pair_reading.hpp"

namespace hilspace::simulate {

template <class S, Effort kEffort>
struct SolvedPair : PairReading<S, kEffort> {
  using PairReading<S, kEffort>::given;

  void run() {
    const auto& linear = given.linear;
    const S approach = given.approach;
    this->read([&](const PieceLaw<S>& law, S docking_end, auto& motion) {
      motion.lag = linear.actuator_drag / linear.actuator_square;
      solve_contact<true>(linear, law, {motion.lag * approach, approach, S(0.0), approach, S(0.0), S(0.0)},
                          motion.lag, select(given.known > S(0.0), given.known, docking_end),
                          {given.quantum, given.sensor_quantum, S(SolvedPair::kUnknownTurn)}, motion.hil);
      const LoopState<S>& last = motion.hil.last;
      motion.bend = linear.actuator_square * (last.d - last.x) - linear.actuator_drag * last.x_rate;
      // Five time constants.
      solve_rest(linear, last, motion.hil.end, S(10.0) / linear.sensor_drag, motion.rest);
    });
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    CollocationSetup<S>::zip(self.given, other.given, visit);
    SolvedPair::zip_results(self, other, visit);
  }
};

template <class S>
using CollocationPair = SolvedPair<S, kUsual>;
template <class S>
using CollocationCheck = SolvedPair<S, kCheck>;

}  // namespace hilspace::simulate
