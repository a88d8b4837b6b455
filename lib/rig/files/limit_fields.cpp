#include "rig/files/limit_fields.hpp"

#include <string_view>

namespace hilspace::rig {
namespace {

constexpr double kFastestOutput = 100e3;  // V/s: 10 V in 0.1 ms
constexpr double kBlind = 2e-3;           // s: at 0.1 m/s 200 um, most of a stroke
constexpr std::string_view kIsBlind = "in that time the actuator moves most of its stroke";

}  // namespace

std::vector<Field> limit_fields(RigFile& rig) {
  Limits& l = rig.limits;
  return {
      {"limits.command_min", "1", &l.command_min, "least command, of full scale", 0.0},
      {"limits.command_max", "1", &l.command_max, "greatest command, of full scale", 0.0},
      {"limits.command_rate", "V s-1", &rig.command_rate, "largest rate of the command, at the terminal", 0.0,
       kFastestOutput, "no stack bears full scale in less than 0.1 ms"},
      {"limits.retreat_rate", "V s-1", &rig.retreat_rate,
       "rate of the way to the safe command, e.g. after a trip; never above command_rate", 100.0,
       kFastestOutput, "no stack bears full scale in less than 0.1 ms"},
      {"limits.slew_time", "s", &l.slew_time,
       "for which the controller may demand a higher rate; 0: not checked", 0.0, kBlind, kIsBlind},
      {"limits.extension_min", "m", &l.extension_min, "least measured extension"},
      {"limits.extension_max", "m", &l.extension_max, "greatest measured extension", 1e-9},
      {"limits.velocity_max", "m s-1", &l.velocity_max, "fastest measured extension", 0.0, 3.0,
       "a stack that rings with its whole stroke is not faster"},
      {"limits.velocity_bandwidth", "Hz", &l.velocity_bandwidth, "bandwidth of the velocity filter", 100.0,
       100e3, "above the loop's rate nothing is filtered"},
      {"limits.force_min", "N", &l.force_min, "least measured force", -1e3},
      {"limits.force_max", "N", &l.force_max, "greatest measured force", 1e-3},
      {"limits.blocking_force", "N", &l.blocking_force, "F_act of 8.5", 1.0, 100e3,
       "no stack of this kind blocks more"},
      {"limits.stroke", "m", &l.stroke, "x_act of 8.5", 1e-9, 1e-3, "no stack of this kind has a longer one"},
      {"limits.energy_allowance", "J", &l.energy_allowance,
       "energy the contact may return beyond what it took", 0.0, 10.0,
       "bodies of 100 kg at 0.3 m/s have less"},
      {"limits.position_stuck_time", "s", &l.position_stuck_time,
       "for which the position may be constant; 0: not checked", 0.0, 0.1, "a contact is over by then"},
      {"limits.force_stuck_time", "s", &l.force_stuck_time,
       "for which the force may be constant; 0: not checked", 0.0, 0.1, "a contact is over by then"},
      {"limits.railed_time", "s", &l.railed_time,
       "for which a sensor may be at the end of its converter; 0: not checked", 0.0, kBlind, kIsBlind},
      {"limits.rail_margin", "1", &l.rail_margin, "share of the converter's range that counts as its end",
       0.0, 0.2, "less than 60 % of the range would be left"},
      {"limits.silent_time", "s", &l.silent_time, "for which all reads may fail", 1e-9, kBlind, kIsBlind},
      {"limits.unwritten_time", "s", &l.unwritten_time, "for which all writes may fail", 1e-9, kBlind,
       "for so long the output would not be the loop's"},
      {"limits.late_share", "1", &l.late_share, "share of a period above which a wake-up is late", 0.0, 1.0},
      {"limits.long_share", "1", &l.long_share, "share of a period above which work is long", 0.0, 1.0},
      {"limits.ignored_time", "s", &l.ignored_time, "at the start, during which deadlines are not checked",
       0.0, 0.1, "caches are warm long before"},
      {"limits.late_in_a_row", "s", &l.late_in_a_row, "of late cycles in a row; 0: not checked", 0.0, 10e-3,
       "half a contact would pass without the loop"},
      {"limits.late_in_all", "s", &l.late_in_all, "of late cycles in all; 0: not checked", 0.0, 0.2,
       "that is a whole scenario"},
      {"limits.long_in_a_row", "s", &l.long_in_a_row, "of long cycles in a row; 0: not checked", 0.0, 10e-3,
       "half a contact would pass without the loop"},
      {"limits.long_in_all", "s", &l.long_in_all, "of long cycles in all; 0: not checked", 0.0, 0.2,
       "that is a whole scenario"},
      {"limits.relay_time", "s", &l.relay_time, "for which the relay may report open", 1e-9, kBlind,
       "for so long the command would not reach the amplifier"},
  };
}

std::vector<Field> tolerance_fields(RigFile& rig) {
  Tolerances& t = rig.tolerances;
  constexpr std::string_view kSeesNothing = "with so wide a tolerance no fault is seen";
  return {
      {"tolerance.stiffness", "1", &t.stiffness, "of the specimens, share", 0.0, 0.9},
      {"tolerance.damping", "1", &t.damping, "of the specimens, share", 0.0, 1.0},
      {"tolerance.gap", "m", &t.gap, "of the air gap, either way", 0.0, 100e-6, kSeesNothing},
      {"tolerance.actuator", "1", &t.actuator, "of the actuator's motion, share", 0.0, 1.0},
      {"tolerance.position", "m", &t.position, "of the position: noise and hysteresis", 0.0, 100e-6,
       kSeesNothing},
      {"tolerance.force", "N", &t.force, "of the force: noise and drift", 0.0, 1e3, kSeesNothing},
      {"tolerance.position_zero", "m", &t.position_zero, "permitted offset of the position at rest", 0.0,
       50e-6, kSeesNothing},
      {"tolerance.force_zero", "N", &t.force_zero, "permitted offset of the force at rest", 0.0, 500.0,
       kSeesNothing},
      {"tolerance.time", "s", &t.time, "permitted delay of a signal", 0.0, 10e-3, kSeesNothing},
      {"tolerance.energy", "1", &t.energy, "factor on the energy that the twin's testbed adds", 1.0, 1e3,
       kSeesNothing},
      {"tolerance.margin", "1", &t.margin, "factor on the twin's largest force, for the limit", 1.0, 3.0,
       kSeesNothing},
  };
}

}  // namespace hilspace::rig
