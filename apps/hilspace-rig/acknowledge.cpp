// hilspace-rig acknowledge: records that an operator has inspected a trip or a killed run, and frees the
// latch

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/records/journal.hpp"
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
      "After a trip, or a run that failed or was killed, the rig is not armed. This records who\n"
      "inspected it, and with which result; then the same command continues. FILE is the result\n"
      "file that run was given, or the rig file, where that names a folder for records. Without\n"
      "--operator and --reason it only shows the latch. Exit code 6: latched.");
  line.option<std::string>("operator", "NAME", "who has inspected the rig");
  line.option<std::string>("reason", "TEXT", "the cause, and what was done about it");
  if (!line.parse(arguments)) return kDone;

  const fs::path given = line.argument();
  const rig::RigFile file = given.extension() == ".toml" ? rig::load_rig(given.string()) : rig::RigFile{};
  const rig::Journal journal(journal_for(file, given));
  if (!fs::exists(journal.file()) && !journal.latched())
    throw InputError(
        fmt::format("{}: there is no such journal; give the result file of run, or a rig "
                    "file with rig.records",
                    journal.file().string()));
  // A run in progress cannot be acknowledged.
  const sweep::RunLock lock(file.records.empty() ? rig::first_recordings_of(given) : fs::path(file.records));
  const auto event = journal.latched();
  if (!event) {
    fmt::print("nothing is latched\n");
    return kDone;
  }
  fmt::print("latched: {}\n", rig::text_of(*event));
  if (!line.has("operator") && !line.has("reason")) return kLatched;
  for (const char* key : {"operator", "reason"})
    if (!line.has(key) || line.get<std::string>(key).find_first_not_of(" \t\r\n") == std::string::npos)
      throw InputError(fmt::format("--{}: is missing; the name and the reason are recorded", key));
  journal.append("acknowledged", {{"operator", line.get<std::string>("operator")},
                                  {"reason", line.get<std::string>("reason")},
                                  {"of", event->what.empty() ? "unknown" : event->what},
                                  {"since", event->time}});
  fmt::print("acknowledged; the same command continues\n");
  return kDone;
}

}  // namespace hilspace::app
