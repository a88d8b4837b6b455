#pragma once
// Journal: an append-only log of the actions on a rig. Each line is an inline table of TOML, flushed to the
// disk before the action it announces. The last entry decides the fault latch:
//
//   armed, then done or stopped    free
//   armed, then tripped or failed  latched: a limit was reached, or the recording failed
//   armed, then unsafe             latched: the safe command could not be written
//   armed, then nothing            latched: the process was killed, or the machine went down
//   no entry                       free, unless records of steps that move lie beside it: then it was lost, and latches
//   acknowledged                   free: an operator has checked the rig, with name and reason
//   recorded                       as before: a record of commissioning and its SHA-256 (commissioning.hpp)
//
// An incomplete line counts as an unknown event: latched. If the rig file names a folder for records, the
// journal lies there and covers all verbs and outputs of that rig; otherwise each campaign has its own.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilspace::rig {

using Details = std::vector<std::pair<std::string, std::string>>;

struct Event {
  std::string time;  // ISO 8601 with its zone
  std::string what;  // "armed", ...; empty: an unreadable line
  Details details;
  /// The detail of that name; empty if absent.
  std::string detail(std::string_view name) const;
};

class Journal {
 public:
  explicit Journal(std::filesystem::path file) : file_(std::move(file)) {}

  const std::filesystem::path& file() const { return file_; }
  /// Throws RunError when it cannot be written and flushed to the disk.
  void append(std::string_view what, const Details& details) const;
  std::vector<Event> events() const;
  /// Those that note a record of commissioning.
  static constexpr std::string_view kRecorded = "recorded";
  /// The event that must be acknowledged before the rig is armed; empty: free.
  std::optional<Event> latched() const;

 private:
  std::filesystem::path file_;
};

/// The journal of the rig whose commissioning records are in that folder.
std::filesystem::path journal_among(const std::filesystem::path& records);

/// "tripped on 2026-11-22T10:30:00+01:00, scenario 3: force = ...", "armed on ..., with no record of how it
/// ended"
std::string text_of(const Event& event);

/// Current time, e.g. "2026-11-22T10:30:00+01:00".
std::string local_time();
/// s since 1970 of such a time; empty where it is none.
std::optional<std::int64_t> seconds_of(const std::string& local_time);

}  // namespace hilspace::rig
