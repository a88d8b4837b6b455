#pragma once
// Session: common parts of the verbs that move a rig: study, scenario and rig of the command line, the
// question before arming, and commands in an open loop.

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "rig/bring_up/check.hpp"
#include "rig/bring_up/closed_loop.hpp"
#include "rig/bring_up/open_loop.hpp"
#include "rig/loop/ending.hpp"
#include "rig/records/commissioning.hpp"
#include "rig/records/journal.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::app {

/// The study of the positional argument, which must be a study of the rig; otherwise throws InputError.
study::Study load_rig_study(const CommandLine& line);

struct Session {
  study::Study study;
  std::string study_path;
  std::uint64_t index = 0;
  std::vector<std::string> settings;  // --set
  rig::RigFile rig;
  models::RigSetup scenario;       // with the rig's parts; its spans point into `rig`
  models::RigPlantSetup hardware;  // of an emulated rig, by the study
  bool yes = false;
  bool apart = false;  // the specimens are out of reach
  std::uint64_t seed = 1;
  rig::Evidence evidence;
  double load = 0.0;  // N on the force sensor of an emulated rig

  double rate() const { return scenario.computer.rate; }
  double gain() const;  // of the plant in use, m at command 1
};

/// --operator, --specimen, --batch, --temperature, --humidity, --warm-up, --note.
void add_evidence_options(CommandLine& line);
rig::Evidence evidence_of(const CommandLine& line);

/// --tolerance, or its default: above 0 and at most ten times the default, beyond which a check would pass anything.
double tolerance_of(const CommandLine& line, double usual);

/// The journal of the rig if it has a folder for records; else that of the output.
std::filesystem::path journal_for(const rig::RigFile& rig, const std::filesystem::path& output);
/// "hilspace-rig acknowledge ... --operator NAME --reason TEXT"
std::string how_to_acknowledge(const rig::RigFile& rig, const std::filesystem::path& output);
/// Reports the latch and how to acknowledge it. False: not latched.
bool tell_latched(const rig::RigFile& rig, const std::filesystem::path& output);

/// Exclusive use of a rig by one verb: its lock and its journal. Neither exists where the rig file names no
/// folder for records.
class Hold {
 public:
  Hold(const Session& session, std::string purpose, std::string recording);
  /// For RigRunSetup::arming.
  void arming();
  rig::Ending ended(const rig::LoopReport& report);
  /// Records that it ended with an exception; nothing if it was not armed. Returns the message, with how to
  /// acknowledge it where it is latched.
  std::string failed(const std::string& why);

 private:
  void append(std::string_view what, const std::string& why);
  std::string purpose_, recording_, how_to_acknowledge_;
  std::optional<sweep::RunLock> lock_;
  std::optional<rig::Journal> journal_;
  bool armed_ = false;
};

/// Writes a commissioning record, if the rig file names a folder for them, and reports it.
void keep_record(rig::Step step, bool passed, const rig::RigFile& rig, const rig::Evidence& evidence,
                 const rig::Texts& found, std::span<const std::filesystem::path> files);

/// --rig, --index, --seed, --yes, --set; with `apart` also --apart.
void add_session_options(CommandLine& line, bool apart);
Session open_session(const CommandLine& line);

/// The rig of a session; it points into the session.
rig::Opening opening_of(const Session& session);

/// "comedi:/dev/comedi0"
std::string name_of(const rig::RigFile& rig);
/// Path of this program.
std::string own_path();

/// Asks, and returns when the answer is yes. Throws RunError for any other answer, InputError when there is
/// no terminal. `option` is the option that answers in advance; `yes`: it was given.
void confirm(const std::string& question, bool yes, std::string_view option = "--yes");

/// Refuses (InputError) a motion that reaches the specimens or the limits of the extension, m.
void check_room(const Session& session, double farthest, const std::string& remedy);

/// Prints the checks as a table, with remedies for those that failed, and writes the record. Returns the exit
/// code of the verb.
int end_of(rig::Step step, const Session& session, std::span<const rig::Check> checks,
           std::span<const std::filesystem::path> files, const rig::Texts& more = {});

/// Asks, drives, and reports losses. Without contact up to `farthest` (m), under the limits for that; 0: the
/// rig's. Empty when a limit tripped or the operator stopped it; that has been reported, and `code` is the
/// exit code.
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
