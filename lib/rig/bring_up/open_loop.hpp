#pragma once
// Open loop: commands without a controller, for identification, calibration and the self-test, under the same
// limits and with the same recording as a scenario; and their evaluation.
//
//   smoothly from the safe command to c_0 | c_0, c_1, ... | smoothly back
//   c_k within command_min ... command_max,  |c_k - c_(k-1)| <= command_rate/rate
//
// A program that writes at a low rate is slower than command_rate: at_rate() of loop/limits.hpp.

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/arming/open_rig.hpp"
#include "rig/records/evidence.hpp"

namespace hilspace::rig {

/// Commands of a loop, and the range of those that were requested.
struct Drive {
  std::vector<double> commands;
  std::size_t begin = 0, count = 0;
};

/// Holds each command for a dwell, s; the first quarter is the transition from the previous one.
std::vector<double> held(std::span<const double> commands, double dwell, double rate);

/// The requested commands, clipped to the limits, with ramps at both ends, s each (longer where the limits
/// require it).
Drive within_limits(std::span<const double> wanted, const Limits& limits, double rate, double ramp_time);

/// One value per cycle of the requested part. A missed period skips no command; it delays the rest.
struct OpenLoopRecord {
  RigRunReport report;                            // after a trip the rest is empty
  std::vector<double> rest_position, rest_force;  // m and N, measured before any motion
  std::vector<double> command, position, position_volts, force, laser_volts;
  std::vector<std::size_t> period;  // index of each cycle's period, relative to the first
  /// Resampled in time: a missed period repeats the previous value, since the converter held its command.
  std::vector<double> each_period(std::span<const double> values) const;
};

struct OpenLoopSetup {
  const Opening& opening;
  const study::Study& study;
  const Drive& drive;
  std::filesystem::path recording;
  std::string purpose;      // noted in the recording
  double rest_time = 0.05;  // s before anything moves
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> arming = {};  // as in RigRunSetup
  Texts notes = {};                   // in addition to those of the run
  std::optional<Limits> limits = {};  // narrower than the rig's
};

/// Evaluates a recording of that drive. Throws RunError.
OpenLoopRecord read_open_loop(const std::filesystem::path& recording, const Drive& drive, const RigFile& rig,
                              double rate);

/// The same for a run whose records are in memory. Throws RunError when it was interrupted.
OpenLoopRecord open_loop_record(std::span<const Record> records, const Drive& drive, const RigFile& rig,
                                double rate);

/// Throws like run_on_rig(), open_rig() and require_stops().
OpenLoopRecord run_open_loop(const OpenLoopSetup& setup);

}  // namespace hilspace::rig
