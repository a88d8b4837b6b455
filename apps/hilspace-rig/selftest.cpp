// hilspace-rig selftest: sensors at rest, relay and guard, a small step within the air gap and back

#include <fmt/core.h>

#include <algorithm>

#include <array>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig/bring_up/prove.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

/// Last-resort protections: button and guard. The relay was tested when the step was armed.
void prove(std::vector<rig::Check>& checks, const Session& session, double there, double patience) {
  rig::OpenRig open = rig::open_rig(opening_of(session));
  rig::RigRunSetup run{rig::loop_setup(session.rig, session.scenario.computer),
                       {{}, session.study, session.index, {}},
                       rig::real_time_setup(session.rig),
                       open.guard};
  rig::set_guard(run, session.rig);
  const rig::Proof stop =
      rig::prove_stop(open, run.loop, patience, [](const std::string& what) { tell(what + "\n"); });
  checks.push_back({"stop button", stop.seen, "released, pressed, released", rig::graded(stop.holds)});
  const rig::Proof guard = rig::prove_guard(open, run, there);
  checks.push_back({"guard", guard.seen, "its write moves the actuator", rig::graded(guard.holds)});
}

}  // namespace

int selftest(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig selftest STUDY --rig RIG.toml [--step UM] [--tolerance PERCENT] [-o FILE.h5] [--yes]",
      "study file");
  line.example("hilspace-rig selftest study.toml --rig rig.toml");
  line.about(
      "Checks the sensors with the actuator at rest (offset, noise), tests the relay, makes "
      "a\n"
      "small step within the air gap and back, whose gain is compared with the twin's, asks for the stop "
      "button\n"
      "to be pressed, and makes the guard bring the actuator back to rest. Prints a table and a verdict. "
      "Exit code "
      "1:\n"
      "do not run anything until it is corrected.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "selftest.h5");
  line.option<double>("step", "UM",
                      "step of the extension, um; default: 10, or half the distance to contact");
  line.option<double>("tolerance", "PERCENT", "tolerance of the gain", 10.0);
  line.option<double>("patience", "S", "s to wait for the stop button to be pressed, and to be released",
                      30.0);
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;

  const Session session = open_session(line);
  const models::RigComputerSetup& computer = session.scenario.computer;
  const double touch = computer.air_gap + computer.offset;
  const double step = line.has("step") ? 1e-6 * line.get<double>("step")
                      : session.apart  ? 10e-6
                                       : std::min(10e-6, 0.5 * touch);
  const double safe = session.rig.limits.command_safe;
  if (!(step > 0.0)) throw InputError(fmt::format("--step {:g}: must be above 0 um", 1e6 * step));
  if (!session.apart && safe * session.gain() + step >= touch)
    throw InputError(
        fmt::format("--step {:g}: the specimens touch at {:.1f} um; use a smaller step, or move "
                    "them apart and use --apart",
                    1e6 * step, 1e6 * touch));
  const double tolerance = tolerance_of(line, 10.0);
  const double there = safe + step / session.gain();
  if (there > session.rig.limits.command_max)
    throw InputError(fmt::format("--step {:g}: lies beyond limits.command_max", 1e6 * step));

  int code = kDone;
  const auto record =
      drive(session, fmt::format("self-test, a step of {:.1f} um", 1e6 * step),
            rig::selftest_drive(session.rig, session.rate(), there), line.get<std::string>("output"), code);
  if (!record) return code;
  auto checks = rig::check_selftest(session.rig, session.scenario, *record, tolerance);
  prove(checks, session, there, line.get<double>("patience"));
  return end_of(rig::Step::selftest, session, checks,
                std::array<std::filesystem::path, 1>{line.get<std::string>("output")});
}

}  // namespace hilspace::app
