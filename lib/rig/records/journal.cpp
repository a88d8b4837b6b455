#include "rig/records/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "results/disk/files.hpp"
#include "rig/records/commissioning.hpp"
#include "rig/records/lock.hpp"
#include "study/notation/document.hpp"

namespace hilspace::rig {
namespace {

constexpr std::string_view kLost = "lost";

Event read_event(const std::string& line) {
  Event event;
  try {
    const study::Findings findings("journal");
    const study::Table root = study::read_document("event = " + line, findings);
    const study::Entry* entry = study::find(root, "event");
    const auto* table = entry != nullptr ? entry->value.as<study::Table>() : nullptr;
    if (table == nullptr) return event;
    for (const study::Entry& each : *table) {
      const auto* text = each.value.as<std::string>();
      if (text == nullptr) continue;
      if (each.key == "time")
        event.time = *text;
      else if (each.key == "what")
        event.what = *text;
      else
        event.details.emplace_back(each.key, *text);
    }
  } catch (const InputError&) {  // an incomplete line: an unknown event
    return {};
  }
  return event;
}

/// Whether records of steps that always move, with entries in the journal, lie beside it. A staircase or a noise may have been
/// recorded elsewhere.
bool has_moved(const std::filesystem::path& journal) {
  constexpr std::array kMoving{Step::selftest, Step::tare, Step::calibrate_force, Step::verify,
                               Step::touch_off};
  if (journal != journal_among(journal.parent_path())) return false;  // of a campaign
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(journal.parent_path(), none)) {
    const std::string name = entry.path().filename().string();
    for (const Step step : kMoving)
      if (name.ends_with(fmt::format("-{}.toml", kSteps[static_cast<std::size_t>(step)]))) return true;
  }
  return false;
}

/// Empty where there is none. One that exists and cannot be read is none that frees the rig.
std::string read_journal(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::symlink_status(file, error).type() == std::filesystem::file_type::not_found) return {};
  const results::files::Open opened(file, O_RDONLY);
  std::string text;
  std::array<char, 1 << 14> some{};
  ssize_t size = -1;
  while (opened && (size = results::files::read(opened.get(), some.data(), some.size(), text.size())) > 0)
    text.append(some.data(), static_cast<std::size_t>(size));
  if (size < 0)
    throw RunError(fmt::format("{}: cannot be read: {}; the rig is not armed without it", file.string(),
                               std::generic_category().message(errno)));
  return text;
}

}  // namespace

std::string Event::detail(std::string_view name) const {
  const auto found = std::ranges::find(details, name, &std::pair<std::string, std::string>::first);
  return found != details.end() ? found->second : "";
}

void Journal::append(std::string_view what, const Details& details) const {
  std::string line =
      fmt::format("{{ time = {}, what = {}", study::toml_string(local_time()), study::toml_string(what));
  for (const auto& [key, value] : details)  // names and paths may be of another character set
    line += fmt::format(", {} = {}", key, study::toml_string(as_utf8(value)));
  line += " }\n";
  const results::files::Open opened(file_, O_WRONLY | O_APPEND | O_CREAT);
  const int file = opened.get();
  int error = errno;
  bool good = false;
  if (opened) {
    // What is taken back below must not be another program's line.
    lock(file, file_);
    if (const std::string before = read_journal(file_); !before.empty() && before.back() != '\n')
      line = "\n" + line;
    const off_t end = ::lseek(file, 0, SEEK_END);
    errno = ENOSPC;  // the cause of a short write without an error
    const bool whole = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    good = whole && ::fsync(file) == 0;
    error = errno;
    // Half a line would latch a rig that was not armed. If it cannot be taken back, it does.
    if (!whole && end >= 0) [[maybe_unused]]
      const int taken_back = ::ftruncate(file, end);
  }
  if (!good)
    throw RunError(fmt::format("{}: cannot be written: {}; the rig is not armed without it", file_.string(),
                               std::generic_category().message(error)));
}

std::vector<Event> Journal::events() const {
  std::vector<Event> events;
  const std::string text = read_journal(file_);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) events.push_back(read_event(text.substr(at, end - at)));
    at = end + 1;
  }
  return events;
}

std::optional<Event> Journal::latched() const {
  constexpr std::array<std::string_view, 4> kFree{"done", "stopped", "acknowledged", "refused"};
  std::vector<Event> all = events();
  std::erase_if(all, [](const Event& event) { return event.what == kRecorded; });
  if (all.empty() && has_moved(file_)) return Event{"", std::string(kLost), {}};
  if (all.empty() || std::ranges::find(kFree, all.back().what) != kFree.end()) return std::nullopt;
  return all.back();
}

std::filesystem::path journal_among(const std::filesystem::path& records) { return records / "journal"; }

std::string text_of(const Event& event) {
  if (event.what.empty()) return "the journal has an incomplete line; the last action is unknown";
  if (event.what == kLost) return "the journal is gone, although records of steps that move lie beside it";
  std::string text = fmt::format("{} on {}", event.what, event.time);
  for (const auto& [key, value] : event.details)
    if (!value.empty()) text += fmt::format(", {} {}", key, value);
  return event.what == "armed" ? text + ", with no record of how it ended" : text;
}

std::string local_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  std::array<char, 40> text{};
  std::string time(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &parts));
  return time.insert(time.size() - 2, ":");  // of the time zone
}

std::optional<std::int64_t> seconds_of(const std::string& local_time) {
  std::tm parts{};
  const char* const end = ::strptime(local_time.c_str(), "%Y-%m-%dT%H:%M:%S%z", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const long zone = parts.tm_gmtoff;
  return ::timegm(&parts) - zone;
}

}  // namespace hilspace::rig
