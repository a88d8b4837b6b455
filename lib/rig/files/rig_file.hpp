#pragma once
// The rig file: properties, wiring and limits of the rig. TOML; docs/rig-manual.md lists its keys.
//
//   [rig]          backend, scaling of the signals, files of calibration, controller and plant
//   [limits]       loop/limits.hpp
//   [uncertainty]  standard uncertainties of the rig's properties
//   [loop]         times of a run, core and scheduling of the loop
//   [comedi]       device and channels, for that backend
//   [emulated]     deviations of an emulated rig from the study and from this file

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "instruments/setup.hpp"
#include "rig/backends/rig_truth.hpp"
#include "rig/files/fields.hpp"
#include "rig/loop/guard.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

enum class Backend : std::size_t { in_process, emulated, comedi };
inline constexpr std::array<std::string_view, 3> kBackends{"in_process", "emulated", "comedi"};

/// A Comedi channel as given in the file; loop and backends have their own types.
struct WiredChannel {
  std::uint32_t subdevice = 0, channel = 0, range = 0;
  std::size_t reference = 0;
};
struct WiredLine {
  bool present = false;
  std::uint32_t subdevice = 0, channel = 0;
  bool active_low = false;
};
inline constexpr std::array<std::string_view, 4> kReferences{"ground", "common", "differential", "other"};

/// Any core that the system assigns.
inline constexpr std::uint32_t kAnyCore = 999;

/// Standard uncertainties of the rig's properties, for the budget of E_hm (comparison/budget.hpp).
struct Uncertainties {
  double gap = 1e-6;             // m
  double position_scale = 2e-3;  // share
  double force_scale = 5e-3;     // share
  double temperature = 1.0;      // K, deviation from the temperature at which specimens and gap were measured
  double stiffness_per_kelvin = -3e-3;  // share of the specimens' stiffness
  double gap_per_kelvin = 1e-6;         // m/K
};

/// Upper bound of loop.scenario_time, s; a scenario takes a fraction of a second.
inline constexpr double kLongestScenario = 60.0;

struct RigFile {
  std::string path;                // "": none was given
  std::vector<std::string> notes;  // on keys of version 0.1
  std::size_t backend = 0;

  // Signals.
  double command_zero = 0.0, command_full = 10.0;  // V at command 0 and 1
  double newton_per_volt = 1000.0, force_zero = 0.0;
  LaserRange laser;                               // reference for calibration
  std::string calibration;                        // CSV of volts, metres; empty: a straight line
  std::vector<instruments::CurvePoint> position;  // read from it

  // The loop: sections as CSV (section_file.hpp); empty: those of the study.
  std::string controller_file, prefilter_file, plant_file;
  std::vector<instruments::Section> controller, prefilter, plant;  // read from them
  double reference_max = kUnlimited;                               // m, of the demanded extension
  double gain_margin_min = 1.25;  // smallest value with which a loop is armed

  Limits limits;                // both rates and command_safe follow from the values below
  double command_rate = 35e3;   // V/s
  double retreat_rate = 2.5e3;  // V/s
  Tolerances tolerances;
  Uncertainties uncertainties;

  // Times of a run, s.
  double ramp_time = 0.1, settle_time = 0.05, scenario_time = 0.2, after_time = 0.02;
  std::uint32_t core = kAnyCore, priority = 80;
  bool real_time = true;        // false: permitted for emulated rigs only
  double guard_silence = 5e-3;  // s after which the guard forces the safe value

  std::string device = "/dev/comedi0", soft_calibration;
  WiredChannel position_in, force_in, command_out, laser_in;
  bool has_laser = false;  // laser_in is wired
  WiredLine heartbeat, stop, relay;

  // Instruments, for the recordings: make, serial number, settings.
  std::string card, amplifier, actuator, position_sensor, force_sensor, charge_amplifier, laser_sensor;
  std::string records;  // folder of the commissioning records; empty: none are kept

  std::string memory = "hilspace-rig";  // name of the emulated rig's shared memory
  double plant_stiffness = 0.0;         // N/m of the emulated actuator; 0: as in the study
  double speed = 1.0;                   // of the emulated rig's time
  // True properties of an emulated rig that differ from this file and the study.
  double gap_error = 0.0;  // m, of the specimens
  RigTruth truth;

  std::string resolved;  // all keys with their values in SI, and the SHA-256 of the files
};

struct RecordedInstrument {
  std::string_view name;
  std::string RigFile::*text;
};
inline constexpr std::array kRecordedInstruments{
    RecordedInstrument{"card", &RigFile::card},
    RecordedInstrument{"amplifier", &RigFile::amplifier},
    RecordedInstrument{"actuator", &RigFile::actuator},
    RecordedInstrument{"position_sensor", &RigFile::position_sensor},
    RecordedInstrument{"force_sensor", &RigFile::force_sensor},
    RecordedInstrument{"charge_amplifier", &RigFile::charge_amplifier},
    RecordedInstrument{"laser", &RigFile::laser_sensor},
};

/// Its keys.
std::vector<Field> fields(RigFile& rig);

/// Reads and checks a rig file. Throws InputError with all findings.
RigFile load_rig(const std::string& path);
/// The same for text in memory; `name` stands for the file in messages, and file paths are relative to it.
RigFile parse_rig(std::string_view text, const std::string& name);

/// The rig file as another process needs it: all keys with the values that were read, without the files. A
/// later edit of the file therefore does not affect that process.
std::string text_for_another(const RigFile& rig);

/// The file itself, and those that it names and that were read with it: no output may replace them.
std::vector<std::filesystem::path> files_of(const RigFile& rig);

inline constexpr std::string_view kCurveHeading = "volts,metres";

/// Points of a calibration: CSV with that heading, both increasing: with a falling curve the
/// loop would drive the actuator away from its reference. Throws InputError.
std::vector<instruments::CurvePoint> load_curve(const std::string& path);

/// The scaling; it points into the file.
Scaling scaling_of(const RigFile& rig);

/// Volts between command 0 and command 1.
inline double full_volts(const RigFile& rig) { return rig.command_full - rig.command_zero; }

/// The safe command and the ramp to it; the caller supplies the write function. `speed`: Daq::speed().
SafeOutput safe_output(const RigFile& rig, double speed = 1.0);

}  // namespace hilspace::rig
