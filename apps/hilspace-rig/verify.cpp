// hilspace-rig verify, touch-off: closed loop without contact compared with its twin; location of the contact

#include <fmt/format.h>

#include <filesystem>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/bring_up/closed_checks.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;
namespace {

rig::ClosedLoopRecord twin_of(const Session& session, const rig::AirLoop& air) {
  auto twin = rig::predict_closed_loop(session.rig, air.scenario, air.loop, true);
  if (twin.report.loop.trip) throw RunError("the twin trips: " + text_of(twin.report.loop.trip));
  return twin;
}

}  // namespace

int verify(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig verify STUDY --rig RIG.toml [--farthest UM] [--tolerance UM] [-o FILE.h5] [--yes]",
      "study file");
  line.example("hilspace-rig verify study.toml --rig rig.toml");
  line.about(
      "Closes the loop in air, twice: to the offset, with the approach velocity to the farthest point, "
      "held\n"
      "hold, and back; and slowly up, a step near the farthest point, and slowly back. Compares the "
      "measured\n"
      "extension, the step response and the hysteresis with the twin with the actuator of the rig "
      "file.\n"
      "The specimens must not touch. Exit code 1: they do not agree.");
  line.option<std::string>("output,o", "FILE.h5", "recording; that of the step is next to it, .step.h5",
                           "verify.h5");
  line.option<double>("farthest", "UM", "farthest extension; default: two thirds of limits.extension_max");
  line.option<double>("tolerance", "UM",
                      "tolerance of the root mean square; four times as much for a single deviation", 2.0);
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  const models::RigComputerSetup& computer = session.scenario.computer;
  const double farthest = line.has("farthest") ? 1e-6 * line.get<double>("farthest")
                                               : 2.0 / 3.0 * session.rig.limits.extension_max;
  if (!(farthest > computer.offset))
    throw InputError(fmt::format("--farthest {:g}: must be above the offset, {:g} um", 1e6 * farthest,
                                 1e6 * computer.offset));
  check_room(session, farthest, "move the specimens apart and use --apart, or a lower --farthest");
  session.apart = true;
  const double tolerance = 1e-6 * tolerance_of(line, 2.0);
  const fs::path recordings[] = {line.get<std::string>("output"),
                                 fs::path(line.get<std::string>("output")).replace_extension(".step.h5")};
  int code = kDone;
  const rig::AirLoop approach = rig::approach_in_air(session.rig, session.scenario, farthest);
  const auto way = close_loop(session, approach.loop, fmt::format("in air to {:.0f} um", 1e6 * farthest),
                              recordings[0].string(), code);
  if (!way) return code;
  const rig::AirLoop stepping = rig::stepping_in_air(session.rig, session.scenario, farthest);
  const auto step =
      close_loop(session, stepping.loop, fmt::format("a step in air to {:.0f} um", 1e6 * farthest),
                 recordings[1].string(), code);
  if (!step) return code;
  auto checks =
      rig::check_approach(session.rig, session.scenario, *way, twin_of(session, approach), tolerance);
  const auto more = rig::check_stepping(session.rig, *step, twin_of(session, stepping), tolerance);
  checks.insert(checks.end(), more.begin(), more.end());
  return end_of(rig::Step::verify, session, checks, recordings,
                {{"loop", rig::text(rig::loop_margin(session.scenario))}});
}

int touch_off(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig touch-off STUDY --rig RIG.toml [--specimen NAME] [--tolerance UM] [-o FILE.h5] [--yes]",
      "study file");
  line.example("hilspace-rig touch-off study.toml --rig rig.toml");
  line.about(
      "Lets the specimens touch slowly and lightly, and checks whether the force begins where gap and\n"
      "offset of the study put it. To be repeated with other specimens. Exit code 1: the gap differs;\n"
      "the output gives it.");
  line.option<std::string>("output,o", "FILE.h5", "recordings, numbered", "touch-off.h5");
  line.option<std::uint64_t>("touches", "N", "number of touches, of which the median counts", 5);
  line.option<double>("velocity", "MM/S", "approach velocity", 1.0);
  line.option<double>("beyond", "UM",
                      "farthest travel without a force; default: 30, or the compression of soft specimens");
  line.option<double>("force-max", "N", "force at which it trips", 300.0);
  line.option<double>("tolerance", "UM", "tolerance of the gap", 3.0);
  add_session_options(line, false);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  const models::RigComputerSetup& computer = session.scenario.computer;
  const double touch = computer.air_gap + computer.offset,
               beyond = line.has("beyond") ? 1e-6 * line.get<double>("beyond")
                                           : rig::beyond_touch(session.rig, session.scenario);
  const double velocity = 1e-3 * line.get<double>("velocity");
  if (!(velocity > 0.0 && velocity <= 5e-3))
    throw InputError("--velocity: must be above 0 and at most 5 mm/s");
  if (!(beyond > 0.0)) throw InputError(fmt::format("--beyond {:g}: must be above 0 um", 1e6 * beyond));
  if (!(touch + beyond < session.rig.limits.extension_max))
    throw InputError(fmt::format("--beyond {:g}: {:.1f} um lie beyond limits.extension_max", 1e6 * beyond,
                                 1e6 * (touch + beyond)));
  const double force_max = line.get<double>("force-max");
  if (!(force_max > 0.0)) throw InputError(fmt::format("--force-max {:g}: must be above 0 N", force_max));
  const rig::AirLoop loop = rig::touching(session.rig, session.scenario, velocity, beyond, force_max);
  const double tolerance = tolerance_of(line, 3.0);
  const auto count = line.get<std::uint64_t>("touches");
  if (!(count >= 1 && count <= 99)) throw InputError(fmt::format("--touches {}: must be 1 to 99", count));
  std::vector<rig::Onset> touches;
  std::vector<fs::path> recordings;
  for (std::uint64_t i = 1; i <= count; ++i) {
    recordings.push_back(
        fs::path(line.get<std::string>("output")).replace_extension(fmt::format("{}.h5", i)));
    int code = kDone;
    const auto record = close_loop(session, loop.loop, fmt::format("touch-off, {} of {}", i, count),
                                   recordings.back().string(), code);
    if (!record) return code;
    touches.push_back(rig::onset(*record));
    session.yes = true;  // the answer applies to all touches
    ++session.seed;      // varies the noise of an emulated rig
  }
  const auto checks = rig::check_touch(session.scenario, rig::median(touches), beyond, 1e-6 * tolerance);
  return end_of(rig::Step::touch_off, session, checks, recordings);
}

}  // namespace hilspace::app
