// hilspace-rig emulate: the hardware of a scenario as a process that runs in its own time.

#include <fmt/format.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "rig/backends/emulated.hpp"
#include "rig/campaign/open_rig.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "stop.hpp"

namespace hilspace::app {

int emulate(std::span<const std::string> arguments) {
  namespace po = boost::program_options;
  CommandLine line("emulate STUDY [--index I] [--rig RIG.toml] [--memory /NAME]", "study file");
  line.add_study_options();
  add_index_option(line);
  line.add()("rig", po::value<std::string>()->value_name("FILE")->default_value(""),
             "rig file: scaling, actuator");
  line.add()("memory", po::value<std::string>()->value_name("/NAME")->default_value("/hilspace-rig"),
             "name of the shared memory");
  line.add()("seed", po::value<std::uint64_t>()->value_name("N"), "of its noise; default: the study's");
  line.add()("stream", po::value<std::uint64_t>()->value_name("N"),
             "of its noise; default: the scenario's index");
  line.add()("speed", po::value<double>()->value_name("X"),
             "of its time; below 1: slow motion; default: the rig file's");
  line.add()("apart", "put the specimens out of each other's reach");
  line.add()("quiet", "say nothing");
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_rig_study(line);
  const std::uint64_t index = scenario_index(line, study);
  const std::string path = line.get<std::string>("rig");
  const rig::RigFile file = path.empty() ? rig::RigFile{} : rig::load_rig(path);
  rig::EmulatedSetup setup;
  setup.name = line.get<std::string>("memory");
  setup.plant = rig::plant_setup(file, study::rig_setup(study, index),
                                 {line.has("seed") ? line.get<std::uint64_t>("seed") : study.seed,
                                  line.has("stream") ? line.get<std::uint64_t>("stream") : index});
  if (line.has("apart")) rig::move_apart(setup.plant);
  setup.scaling = rig::scaling_of(file);
  setup.speed = line.has("speed") ? line.get<double>("speed") : file.speed;
  if (!(setup.speed > 0.0)) throw InputError("--speed: must be above 0");
  if (!line.has("quiet")) tell(fmt::format("emulated rig {}; Ctrl-C ends it\n", setup.name));
  rig::run_emulated_rig(setup, stop_requested());
  return kDone;
}

}  // namespace hilspace::app
