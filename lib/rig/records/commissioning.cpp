#include "rig/records/commissioning.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"
#include "results/disk/place.hpp"
#include "rig/records/journal.hpp"
#include "rig/records/lock.hpp"
#include "study/notation/document.hpp"
#include "study/notation/sha256.hpp"

namespace hilspace::rig {
namespace fs = std::filesystem;
namespace {

constexpr double kHour = 3600.0, kDay = 24.0 * kHour;
constexpr std::int64_t kClocksDiffer = 3600;  // s by which a record may be ahead: set clocks, other computers

struct Rule {
  double valid;                      // s; 0: always
  std::vector<std::string_view> of;  // prefixes of lines of RigFile::resolved
  bool of_specimen = false;
  std::string_view how{};     // command that repeats the step
  std::string_view leaves{};  // key under which the rig file names the file written by the step
};
const Rule& rule_of(Step step) {
  static const std::array<Rule, kSteps.size()> rules{{
      {30.0 * kDay, {"loop.core", "loop.priority"}, false, "hilspace-rig doctor --rig RIG"},
      {kDay,
       {"comedi.", "rig.backend", "rig.command_", "limits.command_", "loop.guard_silence"},
       false,
       "hilspace-rig selftest"},
      {30.0 * kDay, {"comedi.", "rig.backend", "laser."}, false, "hilspace-rig calibrate", "rig.calibration"},
      {365.0 * kDay,
       {"comedi.device", "comedi.force", "rig.backend", "rig.force_per_volt"},
       false,
       "hilspace-rig calibrate-force"},
      {kDay, {"comedi.device", "comedi.force", "rig.backend", "rig.force_"}, false, "hilspace-rig tare"},
      {30.0 * kDay,
       {"comedi.", "rig.backend", "rig.command_", "rig.calibration", "# rig.calibration", "# comedi."},
       false,
       "hilspace-rig identify",
       "rig.plant"},
      {0.0,
       {"rig.controller", "rig.prefilter", "rig.plant", "# rig.controller", "# rig.prefilter", "# rig.plant"},
       false,
       "hilspace-rig tune --rig RIG"},
      {7.0 * kDay, {"comedi.", "rig.", "# "}, false, "hilspace-rig verify"},
      {kDay, {"comedi.", "rig.", "# "}, true, "hilspace-rig touch-off --specimen NAME"},
  }};
  return rules[static_cast<std::size_t>(step)];
}

std::string record_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Record file names begin with their numbers.
std::vector<fs::path> record_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > 5 &&
        std::all_of(name.begin(), name.begin() + 4, [](char c) { return c >= '0' && c <= '9'; }) &&
        name.ends_with(".toml"))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// One program after the other: two records of the same number, or of the same predecessor, would count as changed
/// ones. Held for moments only, unlike the lock of a verb that moves the rig.
class OneAtATime {
 public:
  explicit OneAtATime(const fs::path& folder) : folder_(folder, O_RDONLY | O_DIRECTORY) {
    if (!folder_) results::files::fail(folder, "cannot be opened", errno);
    lock(folder_.get(), folder);
  }

 private:
  results::files::Open folder_;
};

[[noreturn]] void refuse(const fs::path& file, std::string_view which) {
  throw RunError(
      fmt::format("{}: this record{} was changed or removed; restore it, or start another folder "
                  "(rig.records) and repeat the commissioning",
                  file.string(), which));
}

/// Those of the records that have no line in the journal, although one before them has.
std::vector<fs::path> without_line(const std::vector<fs::path>& files, const std::vector<Event>& events) {
  std::set<std::string> known;
  for (const Event& event : events)
    if (event.what == Journal::kRecorded) known.insert(event.detail("record"));
  std::vector<fs::path> unknown;
  bool begun = false;
  for (const fs::path& file : files)
    if (known.contains(file.filename().string()))
      begun = true;
    else if (begun)
      unknown.push_back(file);
  return unknown;
}

constexpr std::string_view kStopped = "is not in the journal: the program was stopped while it wrote it";

/// Another name for a record whose program was stopped; what it says may have been changed since.
fs::path set_aside(const fs::path& file) {
  fs::path aside;
  int error = EEXIST;
  for (int n = 1; error == EEXIST; ++n) {
    aside = file.string() + (n == 1 ? ".unfinished" : fmt::format(".unfinished.{}", n));
    error = results::rename_to_free_name(file, aside);
  }
  if (error != 0) results::files::fail(file, "cannot be moved to " + aside.string(), error);
  return aside;
}

/// File digests listed in a record.
std::vector<std::string> files_of(const fs::path& file) {
  const study::Table root = study::read_document(record_bytes(file), study::Findings(file.string()));
  std::vector<std::string> contents;
  const study::Entry* entry = study::find(root, "files");
  if (const auto* table = entry != nullptr ? entry->value.as<study::Table>() : nullptr)
    for (const study::Entry& each : *table)
      if (const auto* text = each.value.as<std::string>()) contents.push_back(*text);
  return contents;
}

std::map<std::string, std::string> read_record(const fs::path& file) {
  const study::Table root = study::read_document(record_bytes(file), study::Findings(file.string()));
  std::map<std::string, std::string> texts;
  for (const study::Entry& entry : root)
    if (const auto* text = entry.value.as<std::string>()) texts[entry.key] = *text;
  return texts;
}

std::string in_comments(std::string_view text) {
  std::string lines = "\n# The rig file with every default:\n";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += fmt::format("# {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Digest of the file that the rig file names under that key, from its resolved text.
std::string content_of(const RigFile& rig, std::string_view key) {
  const std::string beginning = fmt::format("# {}: sha256 ", key);
  const auto at = rig.resolved.find(beginning);
  return at == std::string::npos ? "" : rig.resolved.substr(at + beginning.size(), 64);
}

std::string table_of(std::string_view name, const Texts& texts) {
  std::string text = fmt::format("\n[{}]\n", name);
  for (const auto& [key, value] : texts)  // names and paths may be of another character set
    text += fmt::format("{} = {}\n", study::toml_string(as_utf8(key)), study::toml_string(as_utf8(value)));
  return text;
}

}  // namespace

std::string scope_of(Step step, const RigFile& rig) {
  std::string scope;
  for (std::size_t at = 0; at < rig.resolved.size();) {
    const std::size_t end = std::min(rig.resolved.find('\n', at), rig.resolved.size());
    const std::string_view line = std::string_view(rig.resolved).substr(at, end - at);
    for (const std::string_view beginning : rule_of(step).of)
      if (line.starts_with(beginning)) {
        scope.append(line).append("\n");
        break;
      }
    at = end + 1;
  }
  return study::sha256(scope);
}

AddedRecord Records::add(Step step, bool passed, const RigFile& rig, const Evidence& evidence,
                         const Texts& found, std::span<const fs::path> files) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw RunError(fmt::format("{}: cannot be made: {}; name another folder in rig.records", folder_.string(),
                               error.message()));
  const OneAtATime alone(folder_);
  const Journal journal(journal_among(folder_));
  AddedRecord added;
  auto before = record_files(folder_);
  // The next record would vouch for it.
  if (const auto unknown = without_line(before, journal.events());
      !unknown.empty() && unknown.back() == before.back()) {
    added.note = fmt::format("{}: {}; kept as {}, and does not count: repeat that step",
                             before.back().string(), kStopped, set_aside(before.back()).filename().string());
    before.pop_back();
  }
  const std::string name(kSteps[static_cast<std::size_t>(step)]);
  const std::string time = evidence.recorded_at.empty() ? local_time() : evidence.recorded_at;
  std::string text = fmt::format(
      "step = {}\npassed = {}\ntime = {}\nseconds = {}\nspecimen = {}\nscope = {}\nprevious = {}\n",
      study::toml_string(name), study::toml_string(passed ? "yes" : "no"), study::toml_string(time),
      study::toml_string(std::to_string(seconds_of(time).value_or(0))),
      study::toml_string(as_utf8(evidence.specimen)), study::toml_string(scope_of(step, rig)),
      study::toml_string(before.empty() ? "" : study::sha256(record_bytes(before.back()))));
  Texts contents;
  for (const fs::path& file : files) contents.emplace_back(file.string(), study::sha256(record_bytes(file)));
  text += table_of("found", found) + table_of("evidence", texts_of(evidence, rig)) +
          table_of("files", contents) + in_comments(rig.resolved);
  const fs::path place = folder_ / fmt::format("{:04}-{}.toml", before.size() + 1, name);
  if (fs::exists(fs::symlink_status(place)))
    throw RunError(fmt::format(
        "{}: exists already, so a record before it was removed; restore that, or start another folder "
        "(rig.records) and repeat the commissioning",
        place.string()));
  // All of it or nothing: half a record would count as a changed one, and invalidate the whole folder.
  results::AtomicFile written(place);
  written.write(0, text.data(), text.size());
  written.commit();
  fs::permissions(place, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read, error);
  journal.append(Journal::kRecorded,
                 {{"record", place.filename().string()}, {"sha256", study::sha256(text)}});
  added.file = place;
  return added;
}

std::vector<CommissioningRecord> Records::all() const {
  std::vector<CommissioningRecord> records;
  if (!results::files::exists(folder_)) return records;
  const OneAtATime alone(folder_);  // none is being written
  std::string before;
  const auto files = record_files(folder_);
  for (const fs::path& file : files) {
    auto texts = read_record(file);
    const auto step = std::ranges::find(kSteps, texts["step"]);
    const std::string number = file.filename().string().substr(0, 4);
    if (step == kSteps.end() || texts["previous"] != before ||
        number != fmt::format("{:04}", records.size() + 1))
      refuse(file, ", or the one before it,");
    CommissioningRecord record;
    record.file = file;
    record.step = static_cast<Step>(step - kSteps.begin());
    record.passed = texts["passed"] == "yes";
    record.time = texts["time"];
    record.specimen = texts["specimen"];
    record.scope = texts["scope"];
    record.files = files_of(file);
    const std::string& seconds = texts["seconds"];
    std::from_chars(seconds.data(), seconds.data() + seconds.size(), record.seconds);
    records.push_back(record);
    before = study::sha256(record_bytes(file));
  }
  const auto events = Journal(journal_among(folder_)).events();
  for (const Event& event : events) {
    if (event.what != Journal::kRecorded) continue;
    const fs::path file = folder_ / event.detail("record");
    if (study::sha256(record_bytes(file)) != event.detail("sha256")) refuse(file, "");
  }
  const auto unknown = without_line(files, events);
  if (unknown.empty()) return records;
  const fs::path& file = unknown.front();
  if (file != files.back()) refuse(file, ", or the journal,");
  throw RunError(fmt::format("{}: {}; repeat the step, which sets it aside as {}.unfinished", file.string(),
                             kStopped, file.filename().string()));
}

std::vector<std::string> Records::missing(const RigFile& rig, const std::string& specimen,
                                          std::int64_t now) const {
  const auto records = all();
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const auto step = static_cast<Step>(i);
    const Rule& rule = rule_of(step);
    const auto complain = [&](const std::string& what) {
      lines.push_back(fmt::format("{}: {}; {}", kSteps[i], what, rule.how));
    };
    const auto last = std::find_if(records.rbegin(), records.rend(),
                                   [&](const CommissioningRecord& record) { return record.step == step; });
    if (last == records.rend())
      complain("there is no record");
    else if (!last->passed)
      complain(fmt::format("failed on {}", last->time));
    else if (last->scope != scope_of(step, rig))
      complain(fmt::format("the rig file, or a file that it names, has changed since {}", last->time));
    else if (!rule.leaves.empty() &&
             std::ranges::find(last->files, content_of(rig, rule.leaves)) == last->files.end())
      complain(fmt::format("{} does not name the file that it wrote on {}", rule.leaves, last->time));
    else if (rule.of_specimen && last->specimen != specimen)
      complain(fmt::format("was done with the specimens '{}', but '{}' are mounted now", last->specimen,
                           specimen));
    else if (rule.valid > 0.0 && last->seconds > now + kClocksDiffer)
      complain(fmt::format("dates from {}, which is still to come: the clock was, or is, wrong; set it",
                           last->time));
    else if (rule.valid > 0.0 && static_cast<double>(now - last->seconds) > rule.valid)
      complain(fmt::format("dates from {} and is valid for {:g} h", last->time, rule.valid / kHour));
  }
  return lines;
}

}  // namespace hilspace::rig
