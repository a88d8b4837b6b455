// hilspace-rig selftest: sensors at rest, relay and guard, a small step within the air gap and back

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "rig/campaign/prove.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "table.hpp"

namespace hilspace::app {
namespace {

constexpr double kDwell = 0.1;     // s at each command
constexpr double kNoisy = 3.0;     // times the noise the twin has
constexpr double kQuanta = 2e-8;   // m; a sensor without noise in the twin still shows a converter's
constexpr double kSettled = 1e-6;  // m that it may be off where it came from

struct Moments {
  double mean, std;
};
Moments moments(std::span<const double> values) {
  const auto n = static_cast<double>(std::max<std::size_t>(values.size(), 1));
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / n)};
}
/// Of the settled half of a dwell.
Moments settled(const std::vector<double>& values, std::size_t dwell) {
  const std::size_t count = values.size() / 3, begin = dwell * count + count / 2;
  return moments(std::span(values).subspan(begin, count - count / 2));
}

double noise_of(const instruments::ChainSetup& chain) {
  for (const auto& stage : chain.all())
    if (const auto* noise = std::get_if<instruments::NoiseSetup>(&stage)) return noise->std;
  return 0.0;
}

class Findings {
 public:
  Findings() : table_("llll") { table_.add({"what", "seen", "expected", "verdict"}); }
  void add(std::string what, std::string seen, std::string expected, bool good, bool fatal = true) {
    texts_.emplace_back(what, seen + (good ? "" : fatal ? " (FAIL)" : " (warning)"));
    table_.add({std::move(what), std::move(seen), std::move(expected),
                good    ? "ok"
                : fatal ? "FAIL"
                        : "warning"});
    failed_ += !good && fatal ? 1 : 0;
    warned_ += !good && !fatal ? 1 : 0;
  }
  int end() const {
    table_.print();
    fmt::print("{}\n", failed_ > 0   ? "failed: do not run anything before that is mended"
                       : warned_ > 0 ? "passed, with warnings"
                                     : "passed");
    return failed_ > 0 ? kFailed : kDone;
  }

  /// For the record.
  const rig::Texts& texts() const { return texts_; }

 private:
  Table table_;
  rig::Texts texts_;
  int failed_ = 0, warned_ = 0;
};

void judge_rest(Findings& findings, const Session& session, const rig::OpenLoopRecord& record) {
  const rig::Scaling scaling = rig::scaling_of(session.rig);
  const models::RigPlantSetup& plant = session.scenario.plant;
  const auto position = moments(record.rest_position), force = moments(record.rest_force);
  const double rest = session.rig.limits.command_safe * session.gain();
  findings.add(
      "position at rest",
      fmt::format("{:.2f} um ({:.3f} V)", 1e6 * position.mean, scaling.position_volts(position.mean)),
      fmt::format("{:.2f} +- 5 um", 1e6 * rest), std::abs(position.mean - rest) < 5e-6, false);
  const double noise = noise_of(plant.position_sensor);
  findings.add("position, noise", fmt::format("{:.3f} um", 1e6 * position.std),
               fmt::format("{:.3f} um", 1e6 * noise), position.std < kNoisy * noise + kQuanta, false);
  const double threshold = session.scenario.computer.force_threshold;
  findings.add(
      "force at rest", fmt::format("{:.2f} N ({:.4f} V)", force.mean, scaling.force_volts(force.mean)),
      fmt::format("within {:.2g} N, where contact begins", threshold), std::abs(force.mean) <= threshold);
  const double force_noise = noise_of(plant.force_sensor), quantum = 1e-3 * session.rig.newton_per_volt;
  findings.add("force, noise", fmt::format("{:.3f} N", force.std), fmt::format("{:.3f} N", force_noise),
               force.std < kNoisy * force_noise + quantum, false);
}

void judge_step(Findings& findings, const Session& session, const rig::OpenLoopRecord& record,
                double tolerance) {
  const auto at = [&](const auto& channel, std::size_t dwell) { return settled(channel, dwell).mean; };
  const double moved = at(record.position, 1) - at(record.position, 0);
  const double gain = moved / (at(record.command, 1) - at(record.command, 0));
  findings.add("step", fmt::format("{:.2f} um, {:.1f} um per full scale", 1e6 * moved, 1e6 * gain),
               fmt::format("{:.1f} um +- {:g} %", 1e6 * session.gain(), tolerance),
               std::abs(gain / session.gain() - 1.0) < 0.01 * tolerance);
  const double off = at(record.position, 2) - at(record.position, 0);
  findings.add("and back", fmt::format("{:+.2f} um off", 1e6 * off),
               fmt::format("within {:g} um", 1e6 * kSettled), std::abs(off) < kSettled, false);
  const double pressed = at(record.force, 1) - at(record.force, 0);
  const double threshold = session.scenario.computer.force_threshold;
  findings.add("force during the step", fmt::format("{:+.2f} N", pressed),
               fmt::format("within {:.2g} N: nothing touches", threshold), std::abs(pressed) <= threshold);
}

/// What has to work when all else has failed: button, guard. The relay was seen when the step was armed.
void judge_proofs(Findings& findings, const Session& session, double there, double patience) {
  rig::OpenRig open = rig::open_rig(opening_of(session));
  rig::RigRunSetup run{rig::loop_setup(session.rig, session.scenario.computer),
                       {{}, session.study, session.index, {}},
                       rig::real_time_setup(session.rig),
                       open.guard};
  run.guard_silence = session.rig.guard_silence;
  const rig::Proof stop =
      rig::prove_stop(open, run.loop, patience, [](const std::string& what) { tell(what + "\n"); });
  findings.add("stop button", stop.seen, "released, pressed, released", stop.holds);
  const rig::Proof guard = rig::prove_guard(open, run, there);
  findings.add("guard", guard.seen, "its write moves the actuator", guard.holds);
}

void judge_loop(Findings& findings, const rig::LoopReport& loop) {
  findings.add("relay", "opens without heartbeat, closes with it", "the same", true);
  findings.add(
      "converters",
      fmt::format("{} of {} readings, {} writes failed", loop.failed_reads, loop.cycles, loop.failed_writes),
      "none", loop.failed_reads + loop.failed_writes == 0, false);
  findings.add("time", fmt::format("{} of {} periods missed", loop.missed, loop.cycles + loop.missed), "none",
               loop.missed == 0, false);
}

}  // namespace

int selftest(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig selftest STUDY --rig RIG.toml [--step UM] [--tolerance PERCENT] [-o FILE.h5] [--yes]",
      "study file");
  line.about(
      "Looks at the sensors while the actuator rests (offset, noise), sees the relay open and close, takes "
      "a\n"
      "small step within the air gap and back, whose gain is held against the twin's, has the stop button\n"
      "pressed, and has the guard bring the actuator back to rest. Prints a table and a verdict. Exit code "
      "1:\n"
      "do not run anything before it is mended.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "selftest.h5");
  line.option<double>("step", "UM", "of the extension, um; default: 10, or half the way to contact");
  line.option<double>("tolerance", "PERCENT", "of the gain", 10.0);
  line.option<double>("patience", "S", "for the stop button to be pressed, and to be released", 30.0);
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
        fmt::format("--step {:g}: the specimens touch at {:.1f} um; take a smaller step, or move "
                    "them apart and say --apart",
                    1e6 * step, 1e6 * touch));
  const double there = safe + step / session.gain();
  if (there > session.rig.limits.command_max)
    throw InputError(fmt::format("--step {:g}: lies beyond limits.command_max", 1e6 * step));

  const rig::Drive motion =
      rig::within_limits(rig::held(std::array{safe, there, safe}, kDwell, session.rate()), session.rig.limits,
                         session.rate(), session.rig.ramp_time);
  int code = kDone;
  const auto record = drive(session, fmt::format("self-test, a step of {:.1f} um", 1e6 * step), motion,
                            line.get<std::string>("output"), code);
  if (!record) return code;
  Findings findings;
  judge_rest(findings, session, *record);
  judge_step(findings, session, *record, line.get<double>("tolerance"));
  judge_loop(findings, record->report.loop);
  judge_proofs(findings, session, there, line.get<double>("patience"));
  code = findings.end();
  keep_record(rig::Step::selftest, code == kDone, session.rig, session.evidence, findings.texts(),
              {line.get<std::string>("output")});
  return code;
}

}  // namespace hilspace::app
