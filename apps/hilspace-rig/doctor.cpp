// hilspace-rig doctor: whether this machine can drive a rig.

#include <fmt/format.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "rig/loop/real_time.hpp"
#include "rig_verbs.hpp"

namespace hilspace::app {

int doctor(std::span<const std::string> arguments) {
  namespace po = boost::program_options;
  CommandLine line("doctor [--rate HZ] [--core N]", "argument", 0, 0);
  line.add()("rate", po::value<double>()->value_name("HZ")->default_value(75e3), "rate of the loop");
  line.add()("core", po::value<int>()->value_name("N")->default_value(-1), "processor of the loop; -1: any");
  line.add()("seconds", po::value<double>()->value_name("S")->default_value(2.0), "length of the dry run");
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
