#pragma once
// Safety: the stage between controller and converter that no command bypasses. Each cycle it receives the
// measurements and the controller's command, and returns the command to write.
//
//   within all limits   the controller's command, rate-limited
//   limit violated      from the command last written in a straight line to the safe value, at the rate of
//                       the retreat (retreat.hpp); latched
//
// The rate holds for what the converter holds, not for what was commanded: while writes fail the command
// waits there. A write that failed may have changed the output or not; the command is near enough to both.
//
// The result is always within [command_min, command_max], also for NaN inputs. Pure: no heap, no exception,
// no clock. It holds the state (times, filters, the observer of command and plant, observer.hpp); judge.hpp
// makes the decisions. The limits: limits.hpp.

#include <cstdint>

#include "rig/daq.hpp"
#include "rig/loop/expectation.hpp"
#include "rig/loop/judge.hpp"
#include "rig/loop/limits.hpp"
#include "rig/loop/observer.hpp"

namespace hilspace::rig {

/// Inputs of a cycle.
struct Sighting {
  double command = 0.0;         // of the controller, of full scale
  double position_volts = 0.0;  // at the terminals
  double force_volts = 0.0;
  double extension = 0.0;      // m
  double force = 0.0;          // N, measured
  double body_force = 0.0;     // N, on the bodies until the next cycle
  double body_velocity = 0.0;  // d', m/s
  double elapsed = 1.0;        // periods since the previous cycle
  bool read = true;            // the read succeeded
  bool written = true;         // the previous cycle's write succeeded
  bool stop = false;           // by signal, key or digital input
  bool relay_closed = true;
  bool guard_fired = false;    // the guard has fired and is ramping to the safe value,
  double guard_command = 0.0;  // currently at this command, of full scale
  bool guard_silent = false;   // the guard has stopped pulsing
  // Periods affected; 0: in time, else 1 plus the periods that passed without a cycle.
  std::uint64_t late = 0;      // the loop woke late
  std::uint64_t overlong = 0;  // the previous cycle's work was long
  bool unrecorded = false;     // the recorder has failed
  // s since the last edge of the heartbeat, and for which the relay holds behind one; 0: not known.
  double paused = 0.0, relay_holds = 0.0;
};

class Safety {
 public:
  /// `rate` in Hz; `last` is the command at the output. Without an expectation only the limits apply to the
  /// sensors.
  Safety(const Limits& limits, double rate, VoltRange inputs, double last,
         const Expectation& expectation = {}) noexcept;

  /// Mean sensor readings at rest, m and N. From now on the expectation applies.
  void tare(double position, double force) noexcept;
  /// The command to write, of full scale.
  double check(const Sighting& cycle) noexcept;
  /// Starts the ramp to the safe value at the end of a run, like a trip.
  void finish() noexcept { retreating_ = true; }

  const Trip& trip() const noexcept { return trip_; }
  /// Whether the safe value has been reached.
  bool is_safe() const noexcept { return retreating_ && last_ == limits_.command_safe; }
  double velocity() const noexcept { return seen_.velocity; }  // of the extension, m/s, filtered
  double returned() const noexcept { return seen_.returned; }  // W, J
  double last() const noexcept { return last_; }               // command
  /// I over the integral of F^2/m dt: delay of the contact, s; 0 before any force.
  double lag() const noexcept { return turned_ > 0.0 ? seen_.injected / turned_ : 0.0; }
  double most_injected() const noexcept { return most_injected_; }  // I, J
  const Seen& seen() const noexcept { return seen_; }               // of the last cycle
  // Counts so far, without the start-up.
  std::uint64_t late() const noexcept { return late_.all; }
  std::uint64_t overlong() const noexcept { return long_.all; }

 private:
  struct Count {
    std::uint64_t row = 0, all = 0;
    void add(std::uint64_t more) noexcept {
      row = more > 0 ? row + more : 0;
      all += more;
    }
  };
  struct Channel {
    double low = 0.0, high = 0.0;  // range since the last movement
    std::uint64_t still = 0, railed = 0;
  };

  void see(Channel& channel, double value, double volts, double quiet, double periods) noexcept;
  void see_outside(const Sighting& cycle) noexcept;
  void see_measured(const Sighting& cycle) noexcept;
  void see_energy(const Sighting& cycle) noexcept;
  void see_command(double command) noexcept;
  double seconds(std::uint64_t periods) const noexcept { return static_cast<double>(periods) * period_; }

  Limits limits_;
  double period_, low_rail_, high_rail_, smoothing_, mass_;
  double last_, held_;  // last command returned; last command written
  double low_, high_;   // bounds of the command at the output, which a failed write leaves unknown
  Trip trip_;
  bool retreating_ = false, has_extension_ = false;
  /// s without a step of a guard on its way, after which the loop goes on by itself: several of its writes.
  static constexpr double kPauseOfGuard = 100e-6;
  double guard_still_ = kPauseOfGuard;  // s since the guard's last step; none: as long
  std::uint64_t cycle_ = 0;
  Channel position_, force_;
  Count late_, long_, silent_, unwritten_, open_, slew_;
  double power_ = 0.0, excess_ = 0.0, square_ = 0.0;  // of the previous cycle: F d', F (x' - d'), F^2/m
  double turned_ = 0.0, most_injected_ = 0.0;
  double extension_ = 0.0, unseen_ = 0.0;  // last reading, m; periods since then
  bool observes_ = false;
  Observer observer_;
  Seen seen_;
};

}  // namespace hilspace::rig
