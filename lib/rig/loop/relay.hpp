#pragma once
// Relay: the test of the heartbeat's relay before a rig is armed, at the safe command. It has to open when the
// heartbeat pauses, and to close when it resumes; on real hardware also to stay closed while the heartbeat toggles,
// and to open not before the guard has made the rig safe.
//
// A machine that stalls meanwhile neither beats nor looks. It is told by the program's own clock, so that the relay
// is not blamed for it: the opening lies between two looks, and what can be decided between them is.

#include "rig/loop/loop.hpp"

namespace hilspace::rig {

/// The relay behind the heartbeat's last edge.
struct RelayTime {
  double closed = 0.0;  // s for which it is still closed, at least
  double open = 0.0;    // s after which it has opened, at most
  double write = 0.0;   // s that a write takes, as a guard on its way feels it: 1 in 10 of 1 ms is 1 ms
  double cycle = 0.0;   // s from one look to the next, as a rule
};

/// Pauses and resumes the heartbeat at the safe command and checks the relay's report. Throws RunError when
/// the relay does not open, or does not close again, within that many s.
void confirm_relay(Daq& daq, const LoopSetup& setup, double patience);

/// Pauses the heartbeat of a closed relay at the safe command, and resumes it. Throws RunError like confirm_relay(),
/// and where the relay does not stay closed, or the machine stalls whenever it is held so. Again, some times, where a stall
/// leaves open whether the relay opens before a guard of that silence, s, and rate, 1/s, has made the rig safe.
RelayTime time_relay(Daq& daq, const LoopSetup& setup, double patience, double silence, double rate);

/// s from the loop's last beat until a guard of that silence, s, and rate, 1/s, has made the rig safe, at most, where
/// a write takes that many s: from the command that is farthest from the safe one.
double guard_takes(const Limits& limits, double silence, double rate, double write);
/// Throws RunError when the relay may open before that: it would cut the amplifier off at a driven output.
void require_guard_first(const RelayTime& relay, const Limits& limits, double silence, double rate);

}  // namespace hilspace::rig
