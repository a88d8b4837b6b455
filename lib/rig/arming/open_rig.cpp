#include "rig/arming/open_rig.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "core/error.hpp"
#include "rig/backends/comedi.hpp"
#include "rig/backends/emulated.hpp"
#include "rig/backends/in_process.hpp"

namespace hilspace::rig {
namespace {

AnalogChannel wired(const WiredChannel& channel) {
  return {channel.subdevice, channel.channel, channel.range, static_cast<Reference>(channel.reference)};
}
std::optional<DigitalLine> wired(const WiredLine& line) {
  if (!line.present) return std::nullopt;
  return DigitalLine{line.subdevice, line.channel, line.active_low};
}

/// A child process that ends with its last owner.
class Process {
 public:
  explicit Process(std::vector<std::string> command) {
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    if (const int error = ::posix_spawnp(&id_, words[0], nullptr, nullptr, words.data(), ::environ);
        error != 0)
      throw RunError(
          fmt::format("{}: cannot be started: {}", command[0], std::generic_category().message(error)));
  }
  ~Process() {
    ::kill(id_, SIGTERM);
    ::waitpid(id_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

 private:
  pid_t id_ = -1;
};

OpenRig open_in_process(const Opening& opening) {
  InProcessSetup setup;
  setup.plant = plant_setup(opening.rig, opening.plant, opening.random);
  if (opening.apart) move_apart(setup.plant);
  setup.scaling = scaling_of(opening.rig);
  setup.truth = opening.rig.truth;
  setup.load = opening.load;
  auto daq = std::make_unique<InProcess>(setup);
  const auto press = [rig = daq.get()](bool pressed) { rig->press_stop(pressed); };
  return {std::move(daq), {}, {}, press};
}

/// Rig and guard are processes of this program.
OpenRig open_emulated(const Opening& opening) {
  const RigFile& rig = opening.rig;
  const std::string memory = fmt::format("/{}-{}", rig.memory, ::getpid());
  std::vector<std::string> command{opening.program,
                                   "emulate",
                                   opening.study_path,
                                   "--rig",
                                   rig.path,
                                   "--index",
                                   fmt::format("{}", opening.index),
                                   "--memory",
                                   memory,
                                   "--seed",
                                   fmt::format("{}", opening.random.seed),
                                   "--stream",
                                   fmt::format("{}", opening.random.index),
                                   "--owner",
                                   fmt::format("{}", ::getpid()),
                                   "--quiet"};
  if (opening.apart) command.emplace_back("--apart");
  if (opening.load != 0.0) command.insert(command.end(), {"--load", fmt::format("{}", opening.load)});
  for (const std::string& setting : opening.settings) command.insert(command.end(), {"--set", setting});
  auto process = std::make_shared<Process>(std::move(command));
  auto daq = std::make_unique<Emulated>(memory, opening.scenario.computer.rate);
  const auto press = [memory, wired = rig.truth.stop_wired](bool pressed) {
    EmulatedMapping::open(memory, 0.0)->stop = pressed && wired;
  };
  return {std::move(daq),
          {opening.program, "guard", text_for_another(rig), "--memory", memory},
          std::move(process),
          press};
}

/// The guard inherits the open device; otherwise the device's lock would exclude it.
OpenRig open_comedi(const Opening& opening) {
  auto daq = std::make_unique<Comedi>(comedi_setup(opening.rig, opening.scenario.computer.rate));
  std::vector<std::string> guard{opening.program, "guard", text_for_another(opening.rig), "--file",
                                 std::to_string(daq->file())};
  return {std::move(daq), std::move(guard), {}, {}};
}

}  // namespace

models::RigPlantSetup plant_setup(const RigFile& rig, models::RigPlantSetup plant, models::RandomKey random) {
  plant.random = random;
  plant.air_gap += rig.gap_error;
  if (rig.plant_stiffness > 0.0) plant.compliance = 1.0 / rig.plant_stiffness;
  return plant;
}

void move_apart(models::RigPlantSetup& plant) {
  constexpr double kOutOfReach = 1e-3;  // m, more than any stroke
  plant.air_gap += kOutOfReach;
}

ComediSetup comedi_setup(const RigFile& rig, double rate) {
  ComediSetup setup;
  setup.device = rig.device;
  setup.position = wired(rig.position_in);
  setup.force = wired(rig.force_in);
  setup.command = wired(rig.command_out);
  if (rig.has_laser) setup.laser = wired(rig.laser_in);
  setup.heartbeat = wired(rig.heartbeat);
  setup.stop = wired(rig.stop);
  setup.relay = wired(rig.relay);
  setup.calibration = rig.soft_calibration;
  const Scaling scaling = scaling_of(rig);
  const double a = scaling.command_volts(rig.limits.command_min),
               b = scaling.command_volts(rig.limits.command_max);
  setup.allowed = {std::min(a, b), std::max(a, b)};
  setup.safe_voltage = scaling.command_volts(rig.limits.command_safe);
  setup.rate = rate;
  return setup;
}

OpenRig open_rig(const Opening& opening) {
  keep_off(real_time_setup(opening.rig).core);  // processes started here inherit this; run_on_rig() checks it
  switch (static_cast<Backend>(opening.rig.backend)) {
    case Backend::in_process:
      return open_in_process(opening);
    case Backend::emulated:
      return open_emulated(opening);
    case Backend::comedi:
      return open_comedi(opening);
  }
  __builtin_unreachable();
}

LoopSetup loop_setup(const RigFile& rig, const models::RigComputerSetup& computer) {
  LoopSetup setup;
  setup.computer = computer;
  setup.scaling = scaling_of(rig);
  setup.limits = rig.limits;
  setup.ramp_time = rig.ramp_time;
  setup.settle_time = rig.settle_time;
  setup.scenario_time = rig.scenario_time;
  setup.after_time = rig.after_time;
  return setup;
}

void set_guard(RigRunSetup& run, const RigFile& rig) {
  run.guard_silence = rig.guard_silence;
  // That of an emulated rig holds for as long as it does, whatever the rig file.
  if (static_cast<Backend>(rig.backend) == Backend::comedi) run.guard_rate = rate_of_retreat(rig.limits);
}

RealTimeSetup real_time_setup(const RigFile& rig) {
  RealTimeSetup setup;
  setup.required = rig.real_time;
  setup.core = rig.core == kAnyCore ? -1 : static_cast<int>(rig.core);
  setup.priority = static_cast<int>(rig.priority);
  return setup;
}

}  // namespace hilspace::rig
