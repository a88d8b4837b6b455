// hilspace-rig verify, touch-off: the closed loop in air against its twin, and where the specimens touch

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "rig/campaign/armed_loop.hpp"
#include "rig/campaign/closed_loop.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "stop.hpp"

namespace hilspace::app {
namespace {

constexpr double kHold = 20e-3;        // s at the farthest point
constexpr double kMostCommand = 0.05;  // share of the twin's that the command to hold it there may be off

/// Asks, and runs that loop. Nothing when it tripped or was stopped, which has been told; `code` says which.
std::optional<rig::ClosedLoopRecord> close_loop(const Session& session, const rig::LoopSetup& loop,
                                                const std::string& purpose, const std::string& given,
                                                int& code) {
  const std::string recording = check_trace_writable(given).file().string();
  rig::require_margin(session.rig, rig::loop_margin(session.scenario));
  confirm(fmt::format("arm {} ({})?", name_of(session.rig), purpose), session.yes);
  const rig::Opening opening = opening_of(session);
  Hold hold(session, purpose, recording);
  if (!session.rig.records.empty() && tell_latched(session.rig, recording)) {
    code = kLatched;
    return std::nullopt;
  }
  rig::ClosedLoopRecord record;
  try {
    record = rig::run_closed_loop({opening, session.study, loop, recording, purpose, &stop_requested(),
                                   [&] { hold.arming(); }, rig::texts_of(session.evidence, session.rig)});
  } catch (const RunError& error) {
    hold.failed(error.what());
    throw;
  }
  hold.ended(record.report.loop.trip);
  const rig::Trip& trip = record.report.loop.trip;
  if (!trip) return record;
  const bool stopped = trip.fault == rig::Fault::operator_stop;
  tell(stopped ? fmt::format("interrupted, and safe; recorded so far: {}\n", recording)
               : fmt::format("tripped: {}\nrecorded: {}\n", text_of(trip), recording));
  code = stopped ? kInterrupted : kTripped;
  return std::nullopt;
}

}  // namespace

int verify(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig verify STUDY --rig RIG.toml [--farthest UM] [--tolerance UM] [-o FILE.h5] [--yes]",
      "study file");
  line.about(
      "Closes the loop in air: up to the offset, on with the velocity of approach to the farthest point, "
      "held\n"
      "there, and back; and holds the measured extension against the twin with the actuator of the rig "
      "file.\n"
      "The specimens must not touch. Exit code 1: they do not belong together.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "verify.h5");
  line.option<double>("farthest", "UM", "of the extension; default: two thirds of limits.extension_max");
  line.option<double>("tolerance", "UM", "of the root mean square; four times that of a single one", 2.0);
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  models::RigComputerSetup& computer = session.scenario.computer;
  const double farthest = line.has("farthest") ? 1e-6 * line.get<double>("farthest")
                                               : 2.0 / 3.0 * session.rig.limits.extension_max;
  if (!(farthest > computer.offset))
    throw InputError(fmt::format("--farthest {:g}: must be above the offset, {:g} um", 1e6 * farthest,
                                 1e6 * computer.offset));
  check_room(session, farthest, "move the specimens apart and say --apart, or take a lower --farthest");
  session.apart = true;
  computer.air_gap = farthest - computer.offset;
  computer.reference_max = std::min(computer.reference_max, farthest);
  rig::LoopSetup loop = rig::loop_setup(session.rig, computer);
  loop.scenario_time = computer.air_gap / computer.approach_velocity;
  loop.after_time = kHold;
  int code = kDone;
  const auto record = close_loop(session, loop, fmt::format("in air to {:.0f} um", 1e6 * farthest),
                                 line.get<std::string>("output"), code);
  if (!record) return code;
  const auto twin = rig::predict_closed_loop(session.rig, session.scenario, loop, true);
  if (twin.report.loop.trip) throw RunError("the twin itself trips: " + text_of(twin.report.loop.trip));
  const rig::Deviation off = rig::deviation(*record, twin);
  const double tolerance = 1e-6 * line.get<double>("tolerance");
  const bool good = off.rms <= tolerance && off.peak <= 4.0 * tolerance && std::abs(off.hold) <= tolerance &&
                    std::abs(off.command) <= kMostCommand;
  const std::string said = fmt::format(
      "rig against twin: root mean square {:.2f} um, largest {:.2f} um, held {:+.2f} um with {:+.1f} % of "
      "the command; {}",
      1e6 * off.rms, 1e6 * off.peak, 1e6 * off.hold, 100.0 * off.command,
      rig::text(rig::loop_margin(session.scenario)));
  fmt::print("{}: {}\n", said, good ? "ok" : "FAIL");
  keep_record(rig::Step::verify, good, session.rig, session.evidence, {{"seen", said}},
              {line.get<std::string>("output")});
  return good ? kDone : kFailed;
}

int touch_off(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig touch-off STUDY --rig RIG.toml [--specimen NAME] [--tolerance UM] [-o FILE.h5] [--yes]",
      "study file");
  line.about(
      "Lets the specimens touch slowly and lightly, and says at which extension the force begins: gap and\n"
      "offset of the study, or not. To be done again with other specimens. Exit code 1: the gap is another;\n"
      "the output says which.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "touch-off.h5");
  line.option<double>("velocity", "MM/S", "of the approach", 1.0);
  line.option<double>("beyond", "UM", "that it goes on where nothing is felt", 30.0);
  line.option<double>("force-max", "N", "at which it trips", 300.0);
  line.option<double>("tolerance", "UM", "of the gap", 3.0);
  add_session_options(line, false);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  models::RigComputerSetup& computer = session.scenario.computer;
  const double touch = computer.air_gap + computer.offset, beyond = 1e-6 * line.get<double>("beyond");
  computer.approach_velocity = 1e-3 * line.get<double>("velocity");
  if (!(computer.approach_velocity > 0.0 && computer.approach_velocity <= 5e-3))
    throw InputError("--velocity: must be above 0 and at most 5 mm/s");
  if (!(beyond > 0.0 && touch + beyond < session.rig.limits.extension_max))
    throw InputError(fmt::format("--beyond {:g}: {:.1f} um lie beyond limits.extension_max", 1e6 * beyond,
                                 1e6 * (touch + beyond)));
  computer.reference_max = std::min(computer.reference_max, touch + beyond);
  rig::LoopSetup loop = rig::loop_setup(session.rig, computer);
  loop.scenario_time = (computer.air_gap + beyond) / computer.approach_velocity + kHold;
  loop.limits.force_max = std::min(loop.limits.force_max, line.get<double>("force-max"));
  int code = kDone;
  const auto record = close_loop(session, loop, "touch-off", line.get<std::string>("output"), code);
  if (!record) return code;
  const rig::Onset onset = rig::onset(*record);
  const double off = onset.extension - touch, tolerance = 1e-6 * line.get<double>("tolerance");
  const bool good = onset.found && std::abs(off) <= tolerance;
  const std::string said =
      onset.found
          ? fmt::format(
                "the force begins at {:.2f} um; gap and offset of the study say {:.2f} um ({:+.2f} um)",
                1e6 * onset.extension, 1e6 * touch, 1e6 * off)
          : fmt::format(
                "nothing was felt up to {:.1f} um; are the specimens mounted, and does the force "
                "sensor work?",
                1e6 * (touch + beyond));
  fmt::print("{}: {}\n", said, good ? "ok" : "FAIL");
  if (onset.found && !good)
    fmt::print("set the gap anew, or write approach.air_gap = \"{:.2f} um\" into the study\n",
               1e6 * (onset.extension - computer.offset));
  keep_record(rig::Step::touch_off, good, session.rig, session.evidence, {{"seen", said}},
              {line.get<std::string>("output")});
  return good ? kDone : kFailed;
}

}  // namespace hilspace::app
