// hilspace-rig doctor: whether this machine can drive a rig.

#include <fmt/core.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/loop/real_time.hpp"
#include "rig_verbs.hpp"

namespace hilspace::app {

int doctor(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig doctor [--rate HZ] [--core N]", "argument", 0, 0);
  line.option<double>("rate", "HZ", "rate of the loop", 75e3);
  line.option<int>("core", "N", "processor of the loop; -1: any", -1);
  line.option<double>("seconds", "S", "length of the dry run", 2.0);
  if (!line.parse(arguments)) return kDone;
  const double rate = line.get<double>("rate");
  if (!(rate > 0.0 && rate <= 1e6)) throw InputError("--rate: must be above 0 and at most 1000000 (Hz)");
  rig::RealTimeSetup setup;
  setup.core = line.get<int>("core");
  setup.dry_run = line.get<double>("seconds");
  if (!(setup.dry_run > 0.0 && setup.dry_run <= 3600.0))
    throw InputError("--seconds: must be above 0 and at most 3600");
  const auto findings = rig::examine(rate, setup);
  fmt::print("{}", rig::describe(findings));
  return rig::worst(findings) == rig::Verdict::unfit ? kFailed : kDone;
}

}  // namespace hilspace::app
