#pragma once
// What the rig may do, and what it is told when it does more. Every limit holds at every cycle, whatever the
// controller wants; docs/rig-manual.md says why each is there.
//
//   actuator under load (8.5, live)   x F_act/(F_act - F) < x_act      x extension, m; F measured force, N
//   energy watchdog                   W = -integral of F d' dt         what the contact has given the bodies
//
// Fields of Limits are in SI, counts in cycles. A count of 0 switches its check off. Source: Bondoky 8.5.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

namespace hilspace::rig {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

struct Limits {
  // The command, of full scale. What is written never leaves [min, max].
  double command_min = 0.0;
  double command_max = 1.0;
  double command_rate = 3500.0;     // 1/s; what is written never changes faster
  std::uint32_t slew_cycles = 1;    // in a row in which the controller wants more: a trip
  double command_safe = 0.0;        // where a trip ends
  std::uint32_t ramp_cycles = 750;  // a trip's way there, at most

  // Measured.
  double extension_min = -20e-6;         // m
  double extension_max = 280e-6;         // m
  double velocity_max = 1.0;             // m/s, of the extension, seen through velocity_bandwidth
  double velocity_bandwidth = 2e3;       // Hz
  double force_min = -200.0;             // N; a pull means a wrong sensor
  double force_max = 4000.0;             // N
  double blocking_force = 8000.0;        // F_act, N
  double stroke = 300e-6;                // x_act, m
  double energy_allowance = kUnlimited;  // J that the contact may give the bodies beyond what it took

  // Sensors. Noise never shows the same bits for long; a converter at its end measures nothing.
  std::uint32_t position_stuck_cycles = 7500;
  std::uint32_t force_stuck_cycles = 7500;
  std::uint32_t railed_cycles = 3;
  double rail_margin = 1e-3;           // of the converter's range, from either end
  std::uint32_t silent_cycles = 3;     // reads that fail in a row
  std::uint32_t unwritten_cycles = 3;  // writes that fail in a row

  // Deadlines. A wake-up is late, or the work of a cycle long, beyond this share of a period.
  double late_share = 0.5;
  double long_share = 0.9;
  std::uint32_t ignored_cycles = 1000;  // at the start, where caches are cold
  std::uint32_t late_in_a_row = 20, late_in_all = 1000;
  std::uint32_t long_in_a_row = 20, long_in_all = 1000;

  std::uint32_t relay_cycles = 3;  // that the relay may report open
};

/// The limits by name, for campaign files, recordings and the manual.
struct LimitField {
  std::string_view name;
  std::string_view unit;
  std::variant<double Limits::*, std::uint32_t Limits::*> member;
};
inline constexpr std::array kLimitFields{
    LimitField{"command_min", "1", &Limits::command_min},
    LimitField{"command_max", "1", &Limits::command_max},
    LimitField{"command_rate", "s-1", &Limits::command_rate},
    LimitField{"slew_cycles", "cycles", &Limits::slew_cycles},
    LimitField{"command_safe", "1", &Limits::command_safe},
    LimitField{"ramp_cycles", "cycles", &Limits::ramp_cycles},
    LimitField{"extension_min", "m", &Limits::extension_min},
    LimitField{"extension_max", "m", &Limits::extension_max},
    LimitField{"velocity_max", "m s-1", &Limits::velocity_max},
    LimitField{"velocity_bandwidth", "Hz", &Limits::velocity_bandwidth},
    LimitField{"force_min", "N", &Limits::force_min},
    LimitField{"force_max", "N", &Limits::force_max},
    LimitField{"blocking_force", "N", &Limits::blocking_force},
    LimitField{"stroke", "m", &Limits::stroke},
    LimitField{"energy_allowance", "J", &Limits::energy_allowance},
    LimitField{"position_stuck_cycles", "cycles", &Limits::position_stuck_cycles},
    LimitField{"force_stuck_cycles", "cycles", &Limits::force_stuck_cycles},
    LimitField{"railed_cycles", "cycles", &Limits::railed_cycles},
    LimitField{"rail_margin", "1", &Limits::rail_margin},
    LimitField{"silent_cycles", "cycles", &Limits::silent_cycles},
    LimitField{"unwritten_cycles", "cycles", &Limits::unwritten_cycles},
    LimitField{"late_share", "1", &Limits::late_share},
    LimitField{"long_share", "1", &Limits::long_share},
    LimitField{"ignored_cycles", "cycles", &Limits::ignored_cycles},
    LimitField{"late_in_a_row", "cycles", &Limits::late_in_a_row},
    LimitField{"late_in_all", "cycles", &Limits::late_in_all},
    LimitField{"long_in_a_row", "cycles", &Limits::long_in_a_row},
    LimitField{"long_in_all", "cycles", &Limits::long_in_all},
    LimitField{"relay_cycles", "cycles", &Limits::relay_cycles},
};

/// Why the loop tripped.
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
    NamedFault{"position_stuck", "cycles", "the position sensor showed the same bits"},
    NamedFault{"force_stuck", "cycles", "the force sensor showed the same bits"},
    NamedFault{"position_railed", "cycles", "the position was at the end of the converter's range"},
    NamedFault{"force_railed", "cycles", "the force was at the end of the converter's range"},
    NamedFault{"silent", "cycles", "the converters could not be read"},
    NamedFault{"unwritten", "cycles", "the command could not be written"},
    NamedFault{"late_in_a_row", "cycles", "the loop woke late, one cycle after the other"},
    NamedFault{"late_in_all", "cycles", "the loop woke late too often"},
    NamedFault{"long_in_a_row", "cycles", "the work took too long, one cycle after the other"},
    NamedFault{"long_in_all", "cycles", "the work took too long too often"},
    NamedFault{"operator_stop", "", "the operator stopped it"},
    NamedFault{"relay_open", "cycles", "the heartbeat relay was open"},
    NamedFault{"guard", "", "the guard had forced the safe value"},
    NamedFault{"recording", "", "the recording could not be written"},
    NamedFault{"guard_silent", "", "the guard gave no sign of life"},
};
static_assert(kFaults.size() == static_cast<std::size_t>(Fault::guard_silent) + 1);
constexpr const NamedFault& named(Fault fault) { return kFaults[static_cast<std::size_t>(fault)]; }

/// The first limit that was reached.
struct Trip {
  Fault fault = Fault::none;
  double value = 0.0;  // what was seen
  double limit = 0.0;  // what was allowed
  std::uint64_t cycle = 0;
  explicit operator bool() const { return fault != Fault::none; }
  friend bool operator==(const Trip&, const Trip&) = default;
};

}  // namespace hilspace::rig
