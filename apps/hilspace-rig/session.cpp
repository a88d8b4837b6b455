#include "session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/disk/damaged_file.hpp"
#include "results/disk/place.hpp"
#include "results/reading/result_file.hpp"
#include "results/records/trace_file.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/arming/expect.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/loop/ending.hpp"
#include "rig_verbs.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text_table.hpp"

namespace hilspace::app {

study::Study load_rig_study(const CommandLine& line) {
  if (load_study(line).model != models::ModelKind::rig)
    throw InputError(study_name(line) + ": model: is not a study of the rig; it needs model = \"rig\"");
  return load_study(line, {{"rig.twin", "controlled"}});
}

double Session::gain() const { return rig::full_stroke(scenario); }

void add_evidence_options(CommandLine& line) {
  line.option<std::string>("operator", "NAME", "who performs it, for recordings and records");
  line.option<std::string>("specimen", "NAME", "the mounted specimens");
  line.option<std::string>("batch", "NAME", "batch of the specimens' material");
  line.option<double>("temperature", "C", "temperature at the rig, degC");
  line.option<double>("humidity", "PERCENT", "relative humidity at the rig");
  line.option<double>("warm-up", "MIN", "min since the instruments were switched on");
  line.list("note", "TEXT", "any other remark to be recorded");
}

rig::Evidence evidence_of(const CommandLine& line) {
  rig::Evidence evidence;
  for (const auto& [key, text] :
       {std::pair{"operator", &evidence.operator_name}, std::pair{"specimen", &evidence.specimen},
        std::pair{"batch", &evidence.batch}})
    if (line.has(key)) *text = line.get<std::string>(key);
  struct Climate {
    const char* key;
    double* value;
    double least, most;
    std::string_view unit;
  };
  for (const auto& [key, value, least, most, unit] :
       {Climate{"temperature", &evidence.temperature, -50.0, 100.0, "degC"},
        Climate{"humidity", &evidence.humidity, 0.0, 100.0, "percent"},
        Climate{"warm-up", &evidence.warm_up, 0.0, 1e6, "min"}}) {
    if (!line.has(key)) continue;
    *value = line.get<double>(key);
    if (!(*value >= least && *value <= most))
      throw InputError(fmt::format("--{} {:g}: must be {:g} to {:g} {}", key, *value, least, most, unit));
  }
  if (line.has("note")) evidence.notes = line.get<std::vector<std::string>>("note");
  return evidence;
}

void keep_record(rig::Step step, bool passed, const rig::RigFile& rig, const rig::Evidence& evidence,
                 const rig::Texts& found, std::span<const std::filesystem::path> files) {
  if (rig.records.empty()) return;
  const auto added = rig::Records(rig.records).add(step, passed, rig, evidence, found, files);
  if (!added.note.empty()) tell(fmt::format("note: {}\n", added.note));
  fmt::print("record {}\n", added.file.string());
}

void add_session_options(CommandLine& line, bool apart) {
  line.option<std::string>("rig", "RIG.toml", "rig file: backend, wiring, limits");
  add_scenario_options(line);
  line.option<std::uint64_t>("seed", "N", "seed of the excitation and of an emulated rig's noise", 1);
  if (apart)
    line.flag("apart", "the specimens are out of reach of each other; those of an emulated rig always are");
  line.flag("yes", "arm without asking");
  add_evidence_options(line);
  add_study_options(line);
}

Session open_session(const CommandLine& line) {
  if (!line.has("rig")) throw InputError("--rig RIG.toml: is missing; it defines the rig and its limits");
  Session session;
  session.study = load_rig_study(line);
  session.study_path = line.argument();
  session.index = chosen_scenario(line, session.study);
  if (line.has("set")) session.settings = line.get<std::vector<std::string>>("set");
  session.rig = rig::load_rig(line.get<std::string>("rig"));
  for (const auto& note : session.rig.notes) tell(fmt::format("note: {}: {}\n", session.rig.path, note));
  const models::RigSetup scenario = study::rig_setup(session.study, session.index);
  session.hardware = scenario.plant;
  session.scenario = rig::as_the_rig_has_it(session.rig, scenario);
  session.yes = line.has("yes");
  session.apart = line.has("apart");
  session.seed = line.get<std::uint64_t>("seed");
  session.evidence = evidence_of(line);
  return session;
}

std::string name_of(const rig::RigFile& rig) {
  const auto backend = static_cast<rig::Backend>(rig.backend);
  const std::string name(rig::kBackends[rig.backend]);
  return backend == rig::Backend::comedi ? name + ":" + rig.device : name;
}

std::string own_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

void confirm(const std::string& question, bool yes, std::string_view option) {
  if (yes) return;
  if (::isatty(STDIN_FILENO) == 0)
    throw InputError(fmt::format(
        "not armed: standard input is not a terminal, so the question cannot be asked; use {}", option));
  tell(question + " type yes: ");
  std::string answer;
  std::getline(std::cin, answer);
  if (answer != "yes") throw RunError("not armed: declined");
}

void check_room(const Session& session, double farthest, const std::string& remedy) {
  const auto refuse = [&](const std::string& what, double limit) {
    throw InputError(fmt::format("{}: the actuator would reach {:.1f} um, but {} {:.1f} um; {}",
                                 session.rig.path, 1e6 * farthest, what, 1e6 * limit, remedy));
  };
  const double touch = session.scenario.computer.air_gap + session.scenario.computer.offset;
  const bool emulated = static_cast<rig::Backend>(session.rig.backend) != rig::Backend::comedi;
  if (!session.apart && !emulated && farthest >= touch) refuse("the specimens touch at", touch);
  if (farthest > session.rig.limits.extension_max)
    refuse("limits.extension_max is", session.rig.limits.extension_max);
}

std::string text_of(const rig::Trip& trip) {
  const rig::NamedFault& fault = rig::named(trip.fault);
  const std::string unit = fault.unit == "1" ? "" : fmt::format(" {}", fault.unit);
  return fmt::format("{} = {:.6g}{}, limit {:.6g}{}, in cycle {}: {}", fault.name, trip.value, unit,
                     trip.limit, unit, trip.cycle, fault.meaning);
}

rig::Opening opening_of(const Session& session) {
  return {session.rig,   session.scenario,   session.hardware, {session.seed, session.index},
          own_path(),    session.study_path, session.index,    session.settings,
          session.apart, session.load};
}

double tolerance_of(const CommandLine& line, double usual) {
  constexpr double kMost = 10.0;
  if (!(usual > 0.0)) {  // as of a study without a threshold: whatever is asked for
    const double wanted = line.given("tolerance") ? line.get<double>("tolerance") : 0.0;
    if (!(wanted > 0.0)) throw InputError("--tolerance: has no usual value here; give one above 0");
    return wanted;
  }
  const double value = line.given("tolerance") ? line.get<double>("tolerance") : usual;
  if (!(value > 0.0 && value <= kMost * usual))
    throw InputError(fmt::format(
        "--tolerance {:g}: must be above 0 and at most {:g}, ten times the usual one: the step would "
        "pass whatever the rig does",
        value, kMost * usual));
  return value;
}

std::filesystem::path journal_for(const rig::RigFile& rig, const std::filesystem::path& output) {
  return rig.records.empty() ? rig::journal_beside(output) : rig::journal_among(rig.records);
}

std::string how_to_acknowledge(const rig::RigFile& rig, const std::filesystem::path& output) {
  return fmt::format("hilspace-rig acknowledge {} --operator NAME --reason TEXT",
                     rig.records.empty() ? output.string() : rig.path);
}

bool tell_latched(const rig::RigFile& rig, const std::filesystem::path& output) {
  const auto event = rig::Journal(journal_for(rig, output)).latched();
  if (event)
    tell(fmt::format("not armed: {}\n  inspect the rig, remove the cause, and {}\n", rig::text_of(*event),
                     how_to_acknowledge(rig, output)));
  return event.has_value();
}

Hold::Hold(const Session& session, std::string purpose, std::string recording)
    : purpose_(std::move(purpose)),
      recording_(std::move(recording)),
      how_to_acknowledge_(how_to_acknowledge(session.rig, recording_)) {
  if (session.rig.records.empty()) {
    if (static_cast<rig::Backend>(session.rig.backend) == rig::Backend::comedi)
      throw InputError(fmt::format(
          "{}: not armed: real hardware moves with a lock, a journal and a latch only; write rig.records, a "
          "folder for them",
          session.rig.path));
    return;
  }
  lock_.emplace(session.rig.records);
  journal_.emplace(rig::journal_among(session.rig.records));
}

void Hold::append(std::string_view what, const std::string& why) {
  if (!journal_) return;
  rig::Details details{{"purpose", purpose_}, {"recording", recording_}};
  if (!why.empty()) details.emplace_back("because", why);
  journal_->append(what, details);
}

void Hold::arming() {
  append("armed", "");
  armed_ = true;
}

rig::Ending Hold::ended(const rig::LoopReport& report) {
  const rig::Ending ending = rig::ending_of(report, stop_requested());
  const bool latches = ending == rig::Ending::tripped || ending == rig::Ending::unsafe;
  const std::string driven = report.safe ? "" : "the output may still be driven, after ";
  append(rig::named(ending), latches ? driven + text_of(report.trip) : "");
  return ending;
}

std::string Hold::failed(const std::string& why) {
  if (!armed_ || !journal_) return why;
  std::string what = why;
  try {
    append("failed", why);
  } catch (const RunError& another) {  // the journal then ends with "armed", which is latched too
    what.append("\n  ").append(another.what());
  }
  return what +
         fmt::format(
             "\n  the rig was armed, so this is latched: inspect the rig, remove the cause, and {}; only "
             "then run the same command again",
             how_to_acknowledge_);
}

namespace {

/// Why a recording is evidence, which no run replaces: empty where there is none, or one of a whole run. Throws InputError
/// or RunError for any other file.
std::string why_evidence(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return "";
  check_readable(file.string());
  check_not_foreign(file);
  try {
    results::check_replaceable_by_trace(file);
    double trip = 0.0, safe = 1.0;  // of a trace that is none of a rig
    for (const results::Variable& its : results::read_result(file).variables) {
      if (its.values.size() != 1) continue;
      if (its.name == "trip.fault") trip = its.values[0];
      if (its.name == "safe") safe = its.values[0];
    }
    return trip != 0.0 || safe != 1.0 ? "is of a run that was stopped, tripped or killed" : "";
  } catch (const results::DamagedFile&) {
    return "cannot be read";
  }
}

/// Checks that a recording can be written there. Evidence of that name is kept, see keep_evidence().
std::string check_recording(const std::string& given) {
  const std::filesystem::path file = check_writable(given).file();
  why_evidence(file);
  return file.string();
}

/// Gives evidence another name, so that the run about to begin does not replace it.
void keep_evidence(const std::string& recording) {
  const std::string why = why_evidence(recording);
  if (why.empty()) return;
  std::filesystem::path kept;
  int error = EEXIST;
  for (int n = 1; error == EEXIST; ++n) {
    kept = std::filesystem::path(recording).replace_extension(fmt::format("kept.{}.h5", n));
    error = results::rename_to_free_name(recording, kept);
  }
  if (error != 0)
    throw RunError(fmt::format("{}: {}, and cannot be moved to {}: {}; name another -o", recording, why,
                               kept.string(), std::generic_category().message(error)));
  tell(fmt::format("note: the earlier {} {}; kept as {}\n", recording, why, kept.string()));
}

/// Moves the rig with its lock, journal and latch: `run` receives the callback for arming. Empty when a limit
/// tripped or the operator stopped it; `code` is then the exit code.
template <class Record>
std::optional<Record> held_by(const Session& session, const std::string& purpose,
                              const std::string& recording, int& code,
                              const std::function<Record(std::function<void()>)>& run) {
  Hold hold(session, purpose, recording);
  if (!session.rig.records.empty() && tell_latched(session.rig, recording)) {
    code = kLatched;
    return std::nullopt;
  }
  keep_evidence(recording);
  Record record;
  try {
    record = run([&] { hold.arming(); });
  } catch (const RunError& error) {
    throw RunError(hold.failed(error.what()));
  }
  const rig::LoopReport& loop = record.report.loop;
  const rig::Trip& trip = loop.trip;
  if (!loop.safe) tell(fmt::format("{}\n", rig::kUnsafe));  // before anything else can fail
  const rig::Ending ending = hold.ended(loop);
  code = kDone;
  if (!trip && loop.safe) return record;
  // The stop button, unlike Ctrl-C, latches.
  const bool stopped = ending == rig::Ending::stopped;
  tell(stopped ? fmt::format("interrupted, and safe; recorded so far: {}\n", recording)
               : fmt::format("tripped: {}\nrecorded: {}\n", text_of(trip), recording));
  if (!stopped && !session.rig.records.empty())
    tell(fmt::format("  inspect the rig, remove the cause, and {}; only then run the same command again\n",
                     how_to_acknowledge(session.rig, recording)));
  code = stopped ? kInterrupted : kTripped;
  return std::nullopt;
}

}  // namespace

std::optional<rig::OpenLoopRecord> drive(const Session& session, const std::string& purpose,
                                         const rig::Drive& drive, const std::string& given, int& code,
                                         double farthest) {
  const std::string recording = check_recording(given);
  const double seconds = static_cast<double>(drive.commands.size()) / session.rate();
  confirm(fmt::format("arm and drive {} for {} ({})?", name_of(session.rig), duration_text(seconds), purpose),
          session.yes);
  const rig::Opening opening = opening_of(session);
  auto record = held_by<rig::OpenLoopRecord>(
      session, purpose, recording, code, [&](const std::function<void()>& arming) {
        rig::OpenLoopSetup setup{
            opening,           session.study, drive,
            recording,         purpose,       0.05,
            &stop_requested(), arming,        rig::texts_of(session.evidence, session.rig)};
        if (farthest > 0.0) setup.limits = rig::limits_in_air(session.rig, session.scenario, farthest);
        return rig::run_open_loop(setup);
      });
  if (!record) return record;
  const rig::LoopReport& loop = record->report.loop;
  if (loop.missed + loop.lost + loop.failed_reads > 0)
    tell(fmt::format("warning: {} periods missed, {} records lost, {} readings failed\n",
                     grouped(loop.missed), grouped(loop.lost), grouped(loop.failed_reads)));
  return record;
}

std::optional<rig::ClosedLoopRecord> close_loop(const Session& session, const rig::LoopSetup& loop,
                                                const std::string& purpose, const std::string& given,
                                                int& code) {
  const std::string recording = check_recording(given);
  rig::require_margin(session.rig, rig::loop_margin(session.scenario));
  confirm(fmt::format("arm {} ({})?", name_of(session.rig), purpose), session.yes);
  const rig::Opening opening = opening_of(session);
  return held_by<rig::ClosedLoopRecord>(
      session, purpose, recording, code, [&](const std::function<void()>& arming) {
        return rig::run_closed_loop({opening, session.study, loop, recording, purpose, &stop_requested(),
                                     arming, rig::texts_of(session.evidence, session.rig)});
      });
}

int end_of(rig::Step step, const Session& session, std::span<const rig::Check> checks,
           std::span<const std::filesystem::path> files, const rig::Texts& more) {
  constexpr std::array<std::string_view, 4> kGrades{"ok", "warning", "other", "FAIL"};
  TextTable table("llll");
  table.add({"what", "seen", "expected", "verdict"});
  rig::Texts texts = more;
  rig::Grade worst = rig::Grade::good;
  for (const rig::Check& check : checks) {
    const std::string grade(kGrades[static_cast<std::size_t>(check.grade)]);
    table.add({check.what, check.seen, check.expected, grade});
    std::string seen = check.seen;
    if (!check.expected.empty()) seen += fmt::format("; expected {}", check.expected);
    texts.emplace_back(check.what,
                       check.grade == rig::Grade::good ? seen : fmt::format("{} ({})", seen, grade));
    worst = std::max(worst, check.grade);
  }
  table.print();
  std::string before;
  for (const rig::Check& check : checks) {
    if (check.grade == rig::Grade::good || check.remedy.empty() || check.remedy == before) continue;
    fmt::print("{}: {}\n", check.what, check.remedy);
    before = check.remedy;
  }
  const bool good = rig::passed(checks);
  fmt::print("{}\n", worst == rig::Grade::bad       ? "failed: do not run anything until that is corrected"
                     : worst == rig::Grade::other   ? "passed; the rig file differs"
                     : worst == rig::Grade::warning ? "passed, with warnings"
                                                    : "passed");
  keep_record(step, good, session.rig, session.evidence, texts, files);
  return good ? kDone : kFailed;
}

}  // namespace hilspace::app
