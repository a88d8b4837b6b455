// hilspace-rig doctor: whether this machine can drive a rig.

#include <fmt/core.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/loop/real_time.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {

int doctor(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig doctor [--rate HZ] [--core N] [--rig RIG.toml]", "argument", 0, 0);
  line.about(
      "Looks at kernel, clocks, privileges and processors, makes a dry run of the loop, and says what to "
      "mend.");
  line.example("hilspace-rig doctor --rig rig.toml");
  line.option<double>("rate", "HZ", "rate of the loop", 75e3);
  line.option<int>("core", "N", "processor of the loop; -1: any", -1);
  line.option<double>("seconds", "S", "length of the dry run", 2.0);
  line.option<std::string>("rig", "RIG.toml", "rig file: its core, priority and records");
  add_evidence_options(line);
  if (!line.parse(arguments)) return kDone;
  const double rate = line.get<double>("rate");
  if (!(rate > 0.0 && rate <= 1e6)) throw InputError("--rate: must be above 0 and at most 1000000 (Hz)");
  rig::RealTimeSetup setup;
  const rig::RigFile file = line.has("rig") ? rig::load_rig(line.get<std::string>("rig")) : rig::RigFile{};
  if (line.has("rig")) setup = rig::real_time_setup(file);
  if (line.get<int>("core") >= 0) setup.core = line.get<int>("core");
  setup.dry_run = line.get<double>("seconds");
  if (!(setup.dry_run > 0.0 && setup.dry_run <= 3600.0))
    throw InputError("--seconds: must be above 0 and at most 3600");
  const auto findings = rig::examine(rate, setup);
  fmt::print("{}", rig::describe(findings));
  const bool fit = rig::worst(findings) != rig::Verdict::unfit;
  rig::Texts found;
  for (const rig::Finding& each : findings) found.emplace_back(each.what, each.found);
  keep_record(rig::Step::doctor, fit || !file.real_time, file, evidence_of(line), found, {});
  return fit ? kDone : kFailed;
}

}  // namespace hilspace::app
