#pragma once
// What the verbs that move a rig share: study, scenario and rig of the command line, the question before
// anything is armed, and commands in an open loop.

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "rig/campaign/check.hpp"
#include "rig/campaign/closed_loop.hpp"
#include "rig/campaign/commissioning.hpp"
#include "rig/campaign/journal.hpp"
#include "rig/campaign/open_loop.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::app {

/// The study of the positional argument, of which the rig's parts are wanted. Throws InputError when it is no
/// study of the rig.
study::Study load_rig_study(const CommandLine& line);

struct Session {
  study::Study study;
  std::string study_path;
  std::uint64_t index = 0;
  std::vector<std::string> settings;  // --set
  rig::RigFile rig;
  models::RigSetup scenario;       // as the rig has it; its spans point into `rig`
  models::RigPlantSetup hardware;  // of an emulated rig: what the study says
  bool yes = false;
  bool apart = false;  // the specimens cannot touch
  std::uint64_t seed = 1;
  rig::Evidence evidence;
  double load = 0.0;  // N on the force sensor of an emulated rig

  double rate() const { return scenario.computer.rate; }
  double gain() const;  // of the plant in use, m at command 1
};

/// --operator, --specimen, --batch, --temperature, --humidity, --warm-up, --note.
void add_evidence_options(CommandLine& line);
rig::Evidence evidence_of(const CommandLine& line);

/// The journal of a rig that has a folder for records; else that of the output.
std::filesystem::path journal_for(const rig::RigFile& rig, const std::filesystem::path& output);
/// "hilspace-rig acknowledge ... --operator NAME --reason TEXT"
std::string how_to_acknowledge(const rig::RigFile& rig, const std::filesystem::path& output);
/// Tells what is latched, and how to acknowledge it. False: nothing is.
bool tell_latched(const rig::RigFile& rig, const std::filesystem::path& output);

/// A rig in the hands of one verb: locked against others, and its journal. Where the rig file names no folder
/// for records there is neither.
class Hold {
 public:
  Hold(const Session& session, std::string purpose, std::string recording);
  /// For RigRunSetup::arming.
  void arming();
  void ended(const rig::Trip& trip);
  /// How it ended when it threw: nothing is written where it was not armed.
  void failed(const std::string& why);

 private:
  void append(std::string_view what, const std::string& why);
  std::string purpose_, recording_;
  std::optional<sweep::RunLock> lock_;
  std::optional<rig::Journal> journal_;
  bool armed_ = false;
};

/// Keeps a record of commissioning where the rig file names a folder for them, and says so.
void keep_record(rig::Step step, bool passed, const rig::RigFile& rig, const rig::Evidence& evidence,
                 const rig::Texts& found, std::span<const std::filesystem::path> files);

/// --rig, --index, --seed, --yes, --set; with `apart` --apart too.
void add_session_options(CommandLine& line, bool apart);
Session open_session(const CommandLine& line);

/// The rig of a session; it points into it.
rig::Opening opening_of(const Session& session);

/// "comedi:/dev/comedi0"
std::string name_of(const rig::RigFile& rig);
/// This program's own path.
std::string own_path();

/// Asks, and returns when the answer is yes. Throws RunError when it is another, InputError when there is
/// nobody to ask. `option` is what answers on the command line; `yes`: it was given.
void confirm(const std::string& question, bool yes, std::string_view option = "--yes");

/// Refuses (InputError) a motion that lets the specimens touch, or leaves the limits of the extension. m
void check_room(const Session& session, double farthest, const std::string& remedy);

/// Prints what was seen as a table, with a remedy for what is not as it should be, and keeps the record. The
/// exit code of the verb.
int end_of(rig::Step step, const Session& session, std::span<const rig::Check> checks,
           std::span<const std::filesystem::path> files, const rig::Texts& more = {});

/// Asks, drives, and tells what was lost. In air to `farthest` (m): under the limits of that; 0: the rig's.
/// Nothing when a limit was reached or the operator stopped it; then `code` is the exit code, and it has been
/// told.
std::optional<rig::OpenLoopRecord> drive(const Session& session, const std::string& purpose,
                                         const rig::Drive& drive, const std::string& given, int& code,
                                         double farthest = 0.0);

/// The same with the loop closed.
std::optional<rig::ClosedLoopRecord> close_loop(const Session& session, const rig::LoopSetup& loop,
                                                const std::string& purpose, const std::string& given,
                                                int& code);

/// "force = 812.3 N, limit 800 N, in cycle 4711: the measured force left its range"
std::string text_of(const rig::Trip& trip);

}  // namespace hilspace::app
