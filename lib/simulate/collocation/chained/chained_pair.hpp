#pragma once
// A (docking, HIL) pair by collocation behind an actuator of any linear chain and fine quanta: solved (chained_contact.hpp) and
// read (pair_reading.hpp).

#include "simulate/collocation/chained/chained_contact.hpp"
#include "simulate/collocation/pair_reading.hpp"

namespace hilspace::simulate {

/// Of the actuator `linear` knows nothing.
template <class S>
struct ChainedSetup : CollocationSetup<S> {
  static constexpr double kUnknownEnd = 0.5;
  Cascade<S> actuator;  // without its delay
  S lag;                // of the interface behind the bodies on the ramp, s, > 0
  S delay;              // s
  S settling;           // s, in which the actuator comes to rest, or as long as a contact

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    CollocationSetup<S>::zip(self, other, visit);
    Cascade<S>::zip(self.actuator, other.actuator, visit);
    visit(self.lag, other.lag);
    visit(self.delay, other.delay);
    visit(self.settling, other.settling);
  }
};

/// Of the solve, and of the one that judges it.
inline constexpr Effort kChained{8, 5}, kChainedCheck{9, 8, true};

template <class S, Effort kEffort>
struct SolvedChain : PairReading<S, kEffort, ChainedSetup<S>> {
  using PairReading<S, kEffort, ChainedSetup<S>>::given;

  void run() {
    const Linear<S>& linear = given.linear;
    this->read([&](const PieceLaw<S>& law, S docking_end, auto& motion) {
      Cascade<S> sensor{};
      sensor.sections[0] = {S(1.0), linear.sensor_square, linear.sensor_drag, linear.sensor_square, S(0.0),
                            S(0.0)};
      const SmoothLoop<S> loop{linear.inverse_mass, given.actuator, sensor};
      ChainedContact<S, kEffort.pieces> contact(
          linear, loop, law, given.approach, given.delay, given.lag,
          {given.quantum, given.sensor_quantum, S(SolvedChain::kUnknownTurn)});
      motion.lag = given.lag;
      contact.solve(select(given.known > S(0.0), given.known, docking_end + S(0.5) * given.delay),
                    motion.hil);
      motion.bend = contact.bend();
      // Five time constants.
      const Mask<S> apart = contact.rest(S(10.0) / linear.sensor_drag, given.settling, motion.rest);
      motion.hil.holds = motion.hil.holds && apart;
    });
  }
};

template <class S>
using ChainedPair = SolvedChain<S, kChained>;
template <class S>
using ChainedCheck = SolvedChain<S, kChainedCheck>;

}  // namespace hilspace::simulate
