// hilspace-rig acknowledge: somebody has looked at what tripped or was killed, and says that it may go on

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/campaign/journal.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;

int acknowledge(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig acknowledge FILE --operator NAME --reason TEXT",
                   "result file of run, or rig file");
  line.example(
      "hilspace-rig acknowledge campaign.h5 --operator \"A. Name\" --reason \"cable was loose; mended\"");
  line.about(
      "After a trip, or a run that was killed, nothing is armed. This says who has looked at it and what "
      "was\n"
      "found; then the same command goes on. FILE is the result file that run was given, or the rig file, "
      "where\n"
      "that names a folder for records. Without --operator and --reason it only says what is latched. Exit "
      "code\n"
      "6: something is.");
  line.option<std::string>("operator", "NAME", "who has looked");
  line.option<std::string>("reason", "TEXT", "what it was, and what was done about it");
  if (!line.parse(arguments)) return kDone;

  const fs::path given = line.argument();
  const rig::RigFile file = given.extension() == ".toml" ? rig::load_rig(given.string()) : rig::RigFile{};
  const rig::Journal journal(journal_for(file, given));
  if (!fs::exists(journal.file()))
    throw InputError(
        fmt::format("{}: there is no such journal; name the result file that run was given, or a rig "
                    "file with rig.records",
                    journal.file().string()));
  // A run that goes on is nothing to acknowledge.
  const sweep::RunLock lock(file.records.empty() ? rig::first_recordings_of(given) : fs::path(file.records));
  const auto event = journal.latched();
  if (!event) {
    fmt::print("nothing is latched\n");
    return kDone;
  }
  fmt::print("latched: {}\n", rig::text_of(*event));
  if (!line.has("operator") && !line.has("reason")) return kLatched;
  for (const char* key : {"operator", "reason"})
    if (!line.has(key) || line.get<std::string>(key).find_first_not_of(' ') == std::string::npos)
      throw InputError(fmt::format("--{}: is missing; who looked and why it may go on is kept", key));
  journal.append("acknowledged", {{"operator", line.get<std::string>("operator")},
                                  {"reason", line.get<std::string>("reason")},
                                  {"of", event->what.empty() ? "unknown" : event->what},
                                  {"since", event->time}});
  fmt::print("acknowledged; the same command goes on\n");
  return kDone;
}

}  // namespace hilspace::app
