#pragma once
// Opening a rig: from the rig file and a scenario to what the loop drives, how, and what guards it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/rig_setup.hpp"
#include "rig/backends/comedi_setup.hpp"
#include "rig/campaign/rig_file.hpp"
#include "rig/daq.hpp"
#include "rig/loop/rig_run.hpp"

namespace hilspace::rig {

/// A rig that is there: its converters, and what has to live as long as they do.
struct OpenRig {
  std::unique_ptr<Daq> daq;
  std::vector<std::string> guard;   // command of the guard's process; empty where time is stepped
  std::shared_ptr<void> emulation;  // the process of an emulated rig; ends with its last owner
  /// Presses and releases the stop button of an emulated rig; empty on real hardware, where people do.
  std::function<void(bool)> press_stop;
};

/// `scenario` says what the loop does, `plant` what an emulated rig consists of; `random` names its noise.
/// `program` is this program's own path: guard and emulated rig are its hidden verbs. `study` and `index`
/// name the scenario to them. Throws RunError.
struct Opening {
  const RigFile& rig;
  const models::RigSetup& scenario;
  const models::RigPlantSetup& plant;
  models::RandomKey random;
  std::string program;
  std::string study_path;
  std::uint64_t index = 0;
  std::vector<std::string> settings = {};  // PATH=VALUE, of the study
  bool apart = false;                      // the specimens of an emulated rig are out of each other's reach
  double load = 0.0;                       // N that presses on an emulated rig's force sensor
};
/// From now on this process keeps off the loop's core.
OpenRig open_rig(const Opening& opening);

/// What an emulated rig consists of, for that scenario.
models::RigPlantSetup plant_setup(const RigFile& rig, models::RigPlantSetup plant, models::RandomKey random);
/// The same with the specimens out of each other's reach.
void move_apart(models::RigPlantSetup& plant);

/// How the rig file has a Comedi device wired; for the guard as well.
ComediSetup comedi_setup(const RigFile& rig, double rate);

/// The loop's set-up for a scenario on that rig. The rig file outlives it.
LoopSetup loop_setup(const RigFile& rig, const models::RigComputerSetup& computer);
RealTimeSetup real_time_setup(const RigFile& rig);

}  // namespace hilspace::rig
