// hilspace-rig guard: monitors a loop and outputs the safe command when it stops. Started by the loop.

#include <optional>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/backends/comedi.hpp"
#include "rig/backends/emulated.hpp"
#include "rig_verbs.hpp"

namespace hilspace::app {

int guard(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig guard RIG [--memory /NAME] [--file N] --page N", "text of a rig file");
  line.option<std::string>("memory", "/NAME", "of the emulated rig");
  line.option<int>("file", "N", "file descriptor of the Comedi device, open in the loop");
  line.option<int>("page", "N", "file descriptor of the page shared with the loop");
  if (!line.parse(arguments)) return kDone;
  if (!line.has("page")) throw InputError("guard: an internal verb, started by hilspace-rig with --page");
  const rig::RigFile file = rig::parse_rig(line.argument(), "the guard's rig file");
  if (line.has("memory")) {
    const auto memory = rig::EmulatedMapping::open(line.get<std::string>("memory"));
    rig::SafeOutput output = rig::safe_output(file, memory->speed);
    output.write = [&](double volts) {
      memory->command.store(volts);
      return true;
    };
    rig::stand_guard(line.get<int>("page"), file.guard_silence, output);
    return kDone;
  }
  const auto inherited = line.has("file") ? std::optional(line.get<int>("file")) : std::nullopt;
  rig::SafeOutput output = rig::safe_output(file);
  rig::ComediSafe comedi(rig::comedi_setup(file, 0.0), inherited);
  output.write = [&](double volts) { return comedi.write(volts); };
  rig::stand_guard(line.get<int>("page"), file.guard_silence, output);
  return kDone;
}

}  // namespace hilspace::app
