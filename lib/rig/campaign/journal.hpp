#pragma once
// Journal: what was done with a rig, line by line, in a file that only grows. Each line is an inline table of
// TOML, written and brought to the disk before what it announces is done. Its last words are the fault latch:
//
//   armed, then done or stopped    free
//   armed, then tripped or failed  latched: a limit was reached, or the recording failed
//   armed, then nothing            latched: whoever drove the rig was killed, or the machine went down
//   acknowledged                   free: somebody has looked, and says who and why
//
// A line that was not finished counts as one that says nothing: latched. Where the rig file names a folder
// for records, the journal lies there and is the rig's, whatever verb moves it and wherever its output goes;
// else each campaign has its own.

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
  std::string what;  // "armed", ...; empty: a line that cannot be read
  Details details;
  /// The detail of that name; empty where there is none.
  std::string detail(std::string_view name) const;
};

class Journal {
 public:
  explicit Journal(std::filesystem::path file) : file_(std::move(file)) {}

  const std::filesystem::path& file() const { return file_; }
  /// Throws RunError when it cannot be written and brought to the disk.
  void append(std::string_view what, const Details& details) const;
  std::vector<Event> events() const;
  /// What somebody has to acknowledge before anything is armed; nothing: it is free.
  std::optional<Event> latched() const;

 private:
  std::filesystem::path file_;
};

/// "tripped on 2026-11-22T10:30:00+01:00, scenario 3: force = ...", "armed on ..., and nobody knows how it
/// ended"
std::string text_of(const Event& event);

/// Now, as "2026-11-22T10:30:00+01:00".
std::string local_time();

}  // namespace hilspace::rig
