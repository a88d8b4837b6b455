#pragma once
// Safety: stands behind the controller, and nothing gets past it. Each cycle it is shown what was measured
// and what the controller wants, and it gives the command that may be written.
//
//   no limit reached   the controller's command, as fast as it may change
//   a limit reached    from the command last written in a straight line to the safe value, there within
//                      ramp_cycles; for good (latched)
//
// What it gives is always within [command_min, command_max], also when it is shown no number. Pure: no heap,
// no exception, no clock. The limits: limits.hpp.

#include <cstdint>

#include "rig/daq.hpp"
#include "rig/loop/limits.hpp"

namespace hilspace::rig {

/// What Safety is shown of a cycle.
struct Sighting {
  double command = 0.0;         // what the controller wants, of full scale
  double position_volts = 0.0;  // at the terminals
  double force_volts = 0.0;
  double extension = 0.0;      // m
  double force = 0.0;          // N, measured
  double body_force = 0.0;     // N, on the bodies until the next cycle
  double body_velocity = 0.0;  // d', m/s
  double elapsed = 1.0;        // periods since the cycle before
  bool read = true;            // the converters were read
  bool written = true;         // the command of the cycle before was written
  bool stop = false;           // by signal, key or digital input
  bool relay_closed = true;
  bool guard_fired = false;   // the guard holds the safe value by now
  bool guard_silent = false;  // the guard gives no sign of life
  // Periods that went wrong; 0: in time, else 1 and those that passed without a cycle.
  std::uint64_t late = 0;      // because the loop woke late
  std::uint64_t overlong = 0;  // because the work of the cycle before was long
  bool unrecorded = false;     // the recorder has failed
};

class Safety {
 public:
  /// `rate` in Hz; `last` is the command that stands at the output.
  Safety(const Limits& limits, double rate, VoltRange inputs, double last) noexcept;

  /// The command that may be written, of full scale.
  double check(const Sighting& cycle) noexcept;
  /// Begins the ramp to the safe value, as a trip does, when a run is over.
  void finish() noexcept { ramping_ = true; }

  const Trip& trip() const noexcept { return trip_; }
  bool ramping() const noexcept { return ramping_; }
  /// Whether the safe value has been given.
  bool is_safe() const noexcept { return ramping_ && last_ == limits_.command_safe; }
  double velocity() const noexcept { return velocity_; }  // of the extension, m/s, filtered
  double returned() const noexcept { return returned_; }  // W, J
  double last() const noexcept { return last_; }          // command
  // Counts so far, start-up not counted.
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
    double shown = 0.0;
    std::uint64_t stuck = 0, railed = 0;
  };

  void reach(Fault fault, double value, double limit) noexcept;
  void count(Count& count, std::uint64_t more, std::uint32_t row, Fault in_a_row, std::uint32_t all = 0,
             Fault in_all = Fault::none) noexcept;
  void see(Channel& channel, double volts, std::uint32_t stuck_cycles, Fault stuck, Fault railed) noexcept;
  void check_outside(const Sighting& cycle) noexcept;
  void check_measured(const Sighting& cycle) noexcept;
  double check_command(double command) noexcept;
  double ramp() noexcept;

  Limits limits_;
  double period_, low_rail_, high_rail_, smoothing_;
  double last_;
  Trip trip_;
  bool ramping_ = false;
  std::uint64_t cycle_ = 0;
  std::uint32_t ramped_ = 0;
  Channel position_, force_;
  Count late_, long_, silent_, unwritten_, open_, slew_;
  double extension_ = 0.0, velocity_ = 0.0, returned_ = 0.0, power_ = 0.0;
  double unseen_ = 0.0;  // periods since the extension was read
  bool has_extension_ = false;
};

}  // namespace hilspace::rig
