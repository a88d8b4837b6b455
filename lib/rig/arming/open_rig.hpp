#pragma once
// Opening a rig: from the rig file and a scenario to the converters, the loop's setup and the guard.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/rig_setup.hpp"
#include "rig/backends/comedi_setup.hpp"
#include "rig/daq.hpp"
#include "rig/files/rig_file.hpp"
#include "rig/loop/rig_run.hpp"

namespace hilspace::rig {

/// An open rig: its converters, and everything with the same lifetime.
struct OpenRig {
  std::unique_ptr<Daq> daq;
  std::vector<std::string> guard;   // command of the guard's process; empty where time is stepped
  std::shared_ptr<void> emulation;  // the process of an emulated rig; ends with its last owner
  /// Operates the stop button of an emulated rig; empty on real hardware.
  std::function<void(bool)> press_stop;
};

/// `scenario` defines the loop, `plant` the emulated rig; `random` selects its noise. `program` is the path
/// of this program, whose hidden verbs are guard and emulated rig; `study` and `index` tell them the
/// scenario. Throws RunError.
struct Opening {
  const RigFile& rig;
  const models::RigSetup& scenario;
  const models::RigPlantSetup& plant;
  models::RandomKey random;
  std::string program;
  std::string study_path;
  std::uint64_t index = 0;
  std::vector<std::string> settings = {};  // PATH=VALUE, of the study
  bool apart = false;                      // the specimens of an emulated rig are out of reach of each other
  double load = 0.0;                       // N, additional load on an emulated rig's force sensor
};
/// Keeps this process off the loop's core from now on.
OpenRig open_rig(const Opening& opening);

/// Plant of an emulated rig for that scenario.
models::RigPlantSetup plant_setup(const RigFile& rig, models::RigPlantSetup plant, models::RandomKey random);
/// The same with the specimens out of reach of each other.
void move_apart(models::RigPlantSetup& plant);

/// Wiring of a Comedi device by the rig file; also used by the guard.
ComediSetup comedi_setup(const RigFile& rig, double rate);

/// The loop's setup for a scenario on that rig. The rig file must outlive it.
LoopSetup loop_setup(const RigFile& rig, const models::RigComputerSetup& computer);
RealTimeSetup real_time_setup(const RigFile& rig);
/// The guard's times, and on real hardware the relay's.
void set_guard(RigRunSetup& run, const RigFile& rig);

}  // namespace hilspace::rig
