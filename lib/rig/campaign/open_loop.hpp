#pragma once
// Open loop: commands that no controller changes, for identification, calibration and the self-test, under
// the same limits and with the same recording as a scenario, and what came of them.
//
//   smoothly from the safe command to c_0 | c_0, c_1, ... | smoothly back
//   c_k within command_min ... command_max,  |c_k - c_(k-1)| <= command_rate/rate

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/campaign/evidence.hpp"
#include "rig/campaign/open_rig.hpp"

namespace hilspace::rig {

/// Commands of a loop, and where in them those that were wanted are.
struct Drive {
  std::vector<double> commands;
  std::size_t begin = 0, count = 0;
};

/// Each command for a dwell, s, of which the first quarter is the way there from the one before.
std::vector<double> held(std::span<const double> commands, double dwell, double rate);

/// What is wanted, bent to the limits, with its way there and back, s each (longer where the limits want it).
Drive within_limits(std::span<const double> wanted, const Limits& limits, double rate, double ramp_time);

/// One value per cycle of the part that was wanted. Periods that were missed leave no command out; they delay
/// the others.
struct OpenLoopRecord {
  RigRunReport report;                            // after a trip the rest is empty
  std::vector<double> rest_position, rest_force;  // m and N, as measured before anything moved
  std::vector<double> command, position, position_volts, force, laser_volts;
  std::vector<std::size_t> period;  // of each cycle, since the first one
  /// As time passed: a period that was missed has the value before it, since the converter held its command.
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
  Texts notes = {};                   // beside those of the run
  std::optional<Limits> limits = {};  // narrower ones than the rig's
};

/// What a recording of that drive holds. Throws RunError.
OpenLoopRecord read_open_loop(const std::filesystem::path& recording, const Drive& drive, const RigFile& rig,
                              double rate);

/// The same of a run whose records are at hand. Throws RunError when it was broken off.
OpenLoopRecord open_loop_record(std::span<const Record> records, const Drive& drive, const RigFile& rig,
                                double rate);

/// Throws as run_on_rig() and open_rig() do.
OpenLoopRecord run_open_loop(const OpenLoopSetup& setup);

}  // namespace hilspace::rig
