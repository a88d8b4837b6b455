// hilspace-rig guard: watches a loop, and forces the safe command when it falls silent. Started by the loop.

#include "common.hpp"
#include "core/error.hpp"
#include "rig/backends/comedi.hpp"
#include "rig/backends/emulated.hpp"
#include "rig/campaign/open_rig.hpp"
#include "rig_verbs.hpp"

namespace hilspace::app {

int guard(std::span<const std::string> arguments) {
  namespace po = boost::program_options;
  CommandLine line("guard RIG.toml [--memory /NAME] --page N", "rig file");
  line.add()("memory", po::value<std::string>()->value_name("/NAME"), "of the emulated rig");
  line.add()("page", po::value<int>()->value_name("N"), "file descriptor of the page shared with the loop");
  if (!line.parse(arguments)) return kDone;
  if (!line.has("page")) throw InputError("guard: is started by hilspace-rig itself, with --page");
  const rig::RigFile file = line.argument().empty() ? rig::RigFile{} : rig::load_rig(line.argument());
  const auto safe = [&]() -> bool {
    if (!line.has("memory")) return rig::write_safe(rig::comedi_setup(file, 0.0));
    const double volts = rig::scaling_of(file).command_volts(file.limits.command_safe);
    rig::force_emulated(line.get<std::string>("memory"), volts);
    return true;
  };
  rig::stand_guard(line.get<int>("page"), file.guard_silence, safe);
  return kDone;
}

}  // namespace hilspace::app
