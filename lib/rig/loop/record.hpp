#pragma once
// Record: the state of one cycle of the loop, and the phases of a run. One per cycle, with a common clock.

#include <array>
#include <cstdint>
#include <string_view>

#include "rig/loop/limits.hpp"

namespace hilspace::rig {

enum class Phase : std::uint8_t {
  rest,       // at the safe command; the actuator's extension is measured
  ramp_up,    // to the offset
  settle,     // waits at the offset
  scenario,   // the bodies move
  after,      // the bodies have separated and keep moving
  ramp_down,  // back to the rest position
  release,    // to the safe command
  tripped,    // to the safe command after a trip
};
inline constexpr std::array<std::string_view, 8> kPhases{"rest",  "ramp_up",   "settle",  "scenario",
                                                         "after", "ramp_down", "release", "tripped"};

/// State of the guard as observed by the loop.
enum class GuardSeen : std::uint8_t { none, watching, fired, silent };
inline constexpr std::array<std::string_view, 4> kGuardSeen{"none", "watching", "fired", "silent"};
inline constexpr std::array<std::string_view, 2> kStopSeen{"released", "pressed"};
inline constexpr std::array<std::string_view, 2> kRelaySeen{"open", "closed"};

struct Record {
  std::uint64_t cycle = 0;  // of the loop, counted from 0
  // Time of the converters' reading, s; 0 is where the displacement would cross 0 without contact.
  double time = 0.0;
  double displacement = 0.0;    // d of the bodies at this instant, m
  double velocity = 0.0;        // d', m/s
  double force = 0.0;           // on the bodies, held until the next cycle, N
  double extension = 0.0;       // y, measured, m
  double extension_rate = 0.0;  // filtered: Limits::velocity_bandwidth, m/s
  double reference = 0.0;       // r, demanded extension, m
  double command = 0.0;         // written, of full scale
  double position_volts = 0.0;
  double force_volts = 0.0;
  double laser_volts = 0.0;
  std::uint32_t position_code = 0, force_code = 0;  // raw converter codes, before their calibration
  float lateness = 0.0f;                            // s, from the due time to the wake-up
  float work = 0.0f;                                // s, from the wake-up to the write of the command
  Phase phase = Phase::rest;
  Fault fault = Fault::none;
  bool stop = false;  // by button or signal
  bool relay_closed = false;
  GuardSeen guard = GuardSeen::none;
  friend bool operator==(const Record&, const Record&) = default;
};

}  // namespace hilspace::rig
