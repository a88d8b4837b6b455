// hilspace-rig emulate: an emulated rig as a separate process in its own time.

#include <fmt/core.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/backends/emulated.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "stop.hpp"
#include "study_argument.hpp"

namespace hilspace::app {

int emulate(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig emulate STUDY [--index I] [--rig RIG.toml] [--memory /NAME]", "study file");
  line.about("Is a rig for tries: the hardware of a scenario in a process of its own, until it is ended.");
  line.example("hilspace-rig emulate study.toml --memory /my-rig");
  add_study_options(line);
  add_scenario_options(line);
  line.option<std::string>("rig", "FILE", "rig file: scaling, actuator", "");
  line.option<std::string>("memory", "/NAME", "name of the shared memory", "/hilspace-rig");
  line.option<std::uint64_t>("seed", "N", "seed of its noise; default: the study's");
  line.option<std::uint64_t>("stream", "N", "stream of its noise; default: the scenario's index");
  line.option<double>("speed", "X", "speed of its time; below 1: slow motion; default: the rig file's");
  line.flag("apart", "put the specimens out of reach of each other");
  line.option<double>("load", "N", "on the force sensor, in addition to the contact", 0.0);
  line.option<int>("owner", "PID", "process with which it ends");
  line.flag("quiet", "no messages");
  if (!line.parse(arguments)) return kDone;

  const std::string memory = line.get<std::string>("memory");
  if (memory.size() < 2 || memory.rfind('/') != 0)
    throw InputError(fmt::format("--memory \"{}\": must be a / and a name, e.g. /hilspace-rig", memory));
  const study::Study study = load_rig_study(line);
  const std::uint64_t index = chosen_scenario(line, study);
  const std::string path = line.get<std::string>("rig");
  const rig::RigFile file = path.empty() ? rig::RigFile{} : rig::load_rig(path);
  rig::EmulatedSetup setup;
  setup.name = memory;
  setup.plant = rig::plant_setup(file, study::rig_setup(study, index).plant,
                                 {line.has("seed") ? line.get<std::uint64_t>("seed") : study.seed,
                                  line.has("stream") ? line.get<std::uint64_t>("stream") : index});
  if (line.has("apart")) rig::move_apart(setup.plant);
  setup.scaling = rig::scaling_of(file);
  setup.truth = file.truth;
  setup.load = line.get<double>("load");
  setup.speed = line.has("speed") ? line.get<double>("speed") : file.speed;
  if (!(setup.speed > 0.0)) throw InputError("--speed: must be above 0");
  if (line.has("owner")) setup.owner = line.get<int>("owner");
  if (!line.has("quiet")) tell(fmt::format("emulated rig {}; Ctrl-C ends it\n", setup.name));
  rig::run_emulated_rig(setup, stop_requested());
  return kDone;
}

}  // namespace hilspace::app
