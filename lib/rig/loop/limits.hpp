#pragma once
// Limits of the rig, and the faults that their violation raises. Every limit is enforced in every cycle,
// regardless of the controller; docs/rig-manual.md gives the reason for each.
//
//   actuator under load (8.5, live)   x F_act/(F_act - F) < x_act        x extension, m; F measured force, N
//   energy watchdog                   W = -integral of F d' dt           net energy returned to the bodies
//   energy from the testbed           I = integral of F (x' - d') dt     energy that the testbed's delay adds
//
// These limits are the laboratory's; a scenario has narrower ones of its own (expectation.hpp). Fields in SI.
// A time of 0 disables its check (kMayBeOff), on emulated rigs only. Sources: Bondoky 8.5; Zebenay for I.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace hilspace::rig {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

struct Limits {
  // Command, of full scale. The output never leaves [min, max].
  double command_min = 0.0;
  double command_max = 1.0;
  double command_rate = 3500.0;  // 1/s; maximum rate of the output
  double retreat_rate = 250.0;   // 1/s; of the way to the safe command, e.g. after a trip; rate_of_retreat()
  double slew_time = 10e-6;      // s for which the controller may demand a higher rate
  double command_safe = 0.0;     // start and end of a run: that of 0 V, which an open relay leaves

  // Measured.
  double extension_min = -20e-6;         // m
  double extension_max = 280e-6;         // m
  double velocity_max = 1.0;             // m/s, of the extension, filtered with velocity_bandwidth
  double velocity_bandwidth = 2e3;       // Hz
  double force_min = -200.0;             // N; a pull indicates a faulty sensor
  double force_max = 4000.0;             // N
  double blocking_force = 8000.0;        // F_act, N
  double stroke = 300e-6;                // x_act, m
  double energy_allowance = kUnlimited;  // J that the contact may return beyond what it took
  double injected_max = kUnlimited;      // J that the testbed may add to the contact
  double position_zero = kUnlimited;     // m, permitted offset of the position at rest, either way
  double force_zero = kUnlimited;        // N, permitted offset of the force at rest, either way

  // Sensors. A live signal always shows noise; a railed converter measures nothing.
  double position_stuck_time = 0.01;  // s for which the position may stay within position_quiet
  double force_stuck_time = 0.01;
  double position_quiet = 0.0;  // m, smallest change that counts as movement; 0: any change of bits
  double force_quiet = 0.0;     // N
  double railed_time = 35e-6;
  double rail_margin = 1e-3;      // of the converter's range, at either end
  double silent_time = 35e-6;     // s for which all reads may fail in a row; in all: kFailedInAll
  double unwritten_time = 35e-6;  // s for which all writes may fail in a row

  // Deadlines. A wake-up is late, or the work of a cycle long, beyond this share of a period.
  double late_share = 0.5;
  double long_share = 0.9;
  double ignored_time = 0.013;  // s after the start, while caches are cold
  double late_in_a_row = 70e-6, late_in_all = 1e-3;
  double long_in_a_row = 70e-6, long_in_all = 1e-3;

  double relay_time = 35e-6;  // s for which the relay may report open
};

/// Rate of the output on its way to the safe command, 1/s: retreat_rate, but never above command_rate. It has a
/// rate of its own because a controller may have to be fast, while a weakly damped actuator without a
/// controller rings behind a fast ramp: the stack's own inertia then pulls on it.
constexpr double rate_of_retreat(const Limits& limits) noexcept {
  return limits.retreat_rate < limits.command_rate ? limits.retreat_rate : limits.command_rate;
}

/// Largest change of the output from one write to the next, of full scale. A converter holds its value, so
/// each write is a step, however small the rate. The published actuator undershoots a step of a twentieth down
/// to rest by 15 um, of the 20 um that extension_min permits; at 75 kHz the default command_rate makes steps of
/// 4.7 %.
inline constexpr double kMostPerWrite = 0.05;
/// The same for the retreat of a program that is slow, and of a guard behind a slow converter: its steps follow each
/// other, and what they excite adds up.
inline constexpr double kRetreatPerWrite = 0.02;

/// Longest ramp over the full scale, s, and so least command_rate and retreat_rate: 1/kLongestRamp. While it lasts
/// loop and guard hold a core at the highest real-time priority, and the specimens may be pressed.
inline constexpr double kLongestRamp = 60.0;

/// The same limits for a program that writes at that rate (Hz): slower, where a write would be a step.
constexpr Limits at_rate(Limits limits, double rate) noexcept {
  const double most = kMostPerWrite * rate;
  if (limits.command_rate > most) limits.command_rate = most;
  if (limits.retreat_rate > kRetreatPerWrite * rate) limits.retreat_rate = kRetreatPerWrite * rate;
  return limits;
}

/// Failed reads, and failed writes, may take that many times silent_time or unwritten_time in all: a converter
/// that fails every second time never fails for long in a row. Like the deadlines' limits in all it covers
/// the whole run.
inline constexpr double kFailedInAll = 10.0;

/// The limits by name, for rig files, recordings and the manual.
struct LimitField {
  std::string_view name;
  std::string_view unit;
  double Limits::*member;
};
inline constexpr std::array kLimitFields{
    LimitField{"command_min", "1", &Limits::command_min},
    LimitField{"command_max", "1", &Limits::command_max},
    LimitField{"command_rate", "s-1", &Limits::command_rate},
    LimitField{"retreat_rate", "s-1", &Limits::retreat_rate},
    LimitField{"slew_time", "s", &Limits::slew_time},
    LimitField{"command_safe", "1", &Limits::command_safe},
    LimitField{"extension_min", "m", &Limits::extension_min},
    LimitField{"extension_max", "m", &Limits::extension_max},
    LimitField{"velocity_max", "m s-1", &Limits::velocity_max},
    LimitField{"velocity_bandwidth", "Hz", &Limits::velocity_bandwidth},
    LimitField{"force_min", "N", &Limits::force_min},
    LimitField{"force_max", "N", &Limits::force_max},
    LimitField{"blocking_force", "N", &Limits::blocking_force},
    LimitField{"stroke", "m", &Limits::stroke},
    LimitField{"energy_allowance", "J", &Limits::energy_allowance},
    LimitField{"injected_max", "J", &Limits::injected_max},
    LimitField{"position_zero", "m", &Limits::position_zero},
    LimitField{"force_zero", "N", &Limits::force_zero},
    LimitField{"position_stuck_time", "s", &Limits::position_stuck_time},
    LimitField{"force_stuck_time", "s", &Limits::force_stuck_time},
    LimitField{"position_quiet", "m", &Limits::position_quiet},
    LimitField{"force_quiet", "N", &Limits::force_quiet},
    LimitField{"railed_time", "s", &Limits::railed_time},
    LimitField{"rail_margin", "1", &Limits::rail_margin},
    LimitField{"silent_time", "s", &Limits::silent_time},
    LimitField{"unwritten_time", "s", &Limits::unwritten_time},
    LimitField{"late_share", "1", &Limits::late_share},
    LimitField{"long_share", "1", &Limits::long_share},
    LimitField{"ignored_time", "s", &Limits::ignored_time},
    LimitField{"late_in_a_row", "s", &Limits::late_in_a_row},
    LimitField{"late_in_all", "s", &Limits::late_in_all},
    LimitField{"long_in_a_row", "s", &Limits::long_in_a_row},
    LimitField{"long_in_all", "s", &Limits::long_in_all},
    LimitField{"relay_time", "s", &Limits::relay_time},
};

/// Those that switch their check off where they are 0.
inline constexpr std::array kMayBeOff{
    &Limits::slew_time,     &Limits::position_stuck_time, &Limits::force_stuck_time, &Limits::railed_time,
    &Limits::late_in_a_row, &Limits::late_in_all,         &Limits::long_in_a_row,    &Limits::long_in_all,
};

/// Cause of a trip.
enum class Fault : std::uint8_t {
  none,
  command,
  slew,
  not_finite,
  extension,
  velocity,
  force,
  force_at_extension,
  energy,
  injected,
  position_zero,
  force_zero,
  position_at_command,
  force_at_penetration,
  position_stuck,
  force_stuck,
  position_railed,
  force_railed,
  silent,
  unwritten,
  late_in_a_row,
  late_in_all,
  long_in_a_row,
  long_in_all,
  operator_stop,
  relay_open,
  guard,
  recording,
  guard_silent,
  silent_in_all,
  unwritten_in_all,
  paused,
};
struct NamedFault {
  std::string_view name;
  std::string_view unit;  // of value and limit
  std::string_view meaning;
};
/// In the order of Fault.
inline constexpr std::array kFaults{
    NamedFault{"none", "", "no limit was reached"},
    NamedFault{"command", "1", "the controller's command left its range"},
    NamedFault{"slew", "s-1", "the controller kept wanting faster changes than it may have"},
    NamedFault{"not_finite", "", "the command, a position or a force was no number"},
    NamedFault{"extension", "m", "the measured extension left its range"},
    NamedFault{"velocity", "m s-1", "the actuator moved too fast"},
    NamedFault{"force", "N", "the measured force left its range"},
    NamedFault{"force_at_extension", "m", "the force was too high for this extension (8.5)"},
    NamedFault{"energy", "J", "the contact gave the bodies more energy than it got"},
    NamedFault{"injected", "J", "the testbed gave the contact more energy than the twin does"},
    NamedFault{"position_zero", "m", "the position at rest was not that of the command"},
    NamedFault{"force_zero", "N", "the force at rest was not 0"},
    NamedFault{"position_at_command", "m", "the position was not where the command puts it"},
    NamedFault{"force_at_penetration", "N", "the force was not what these specimens bear there"},
    NamedFault{"position_stuck", "s", "the position sensor did not move"},
    NamedFault{"force_stuck", "s", "the force sensor did not move"},
    NamedFault{"position_railed", "s", "the position was at the end of the converter's range"},
    NamedFault{"force_railed", "s", "the force was at the end of the converter's range"},
    NamedFault{"silent", "s", "the converters could not be read"},
    NamedFault{"unwritten", "s", "the command could not be written"},
    NamedFault{"late_in_a_row", "s", "the loop woke late, one cycle after the other"},
    NamedFault{"late_in_all", "s", "the loop woke late too often"},
    NamedFault{"long_in_a_row", "s", "the work took too long, one cycle after the other"},
    NamedFault{"long_in_all", "s", "the work took too long too often"},
    NamedFault{"operator_stop", "", "the operator stopped it"},
    NamedFault{"relay_open", "s", "the heartbeat relay was open"},
    NamedFault{"guard", "", "the guard had forced the safe value, since the loop was silent for too long"},
    NamedFault{"recording", "", "the recording could not be written"},
    NamedFault{"guard_silent", "", "the guard gave no sign of life"},
    NamedFault{"silent_in_all", "s", "the converters could not be read too often"},
    NamedFault{"unwritten_in_all", "s", "the command could not be written too often"},
    NamedFault{"paused", "s", "the machine stood still for longer than the heartbeat relay holds"},
};
static_assert(kFaults.size() == static_cast<std::size_t>(Fault::paused) + 1);
constexpr const NamedFault& named(Fault fault) { return kFaults[static_cast<std::size_t>(fault)]; }

/// The first limit that was violated.
struct Trip {
  Fault fault = Fault::none;
  double value = 0.0;  // observed value
  double limit = 0.0;  // permitted value
  std::uint64_t cycle = 0;
  explicit operator bool() const { return fault != Fault::none; }
  friend bool operator==(const Trip&, const Trip&) = default;
};

}  // namespace hilspace::rig
