#include "rig/records/evidence.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"
#include "rig/records/journal.hpp"

namespace hilspace::rig {
namespace {

/// The lines of a resolved rig file that tell one rig from another.
std::vector<std::string> identity_of(std::string_view resolved) {
  constexpr std::array<std::string_view, 4> kOf{"rig.backend ", "comedi.", "instruments.", "emulated."};
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < resolved.size();) {
    const std::size_t end = std::min(resolved.find('\n', at), resolved.size());
    const std::string_view line = resolved.substr(at, end - at);
    if (std::ranges::any_of(kOf, [&](std::string_view its) { return line.starts_with(its); }))
      lines.emplace_back(line);
    at = end + 1;
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

Texts texts_of(const Evidence& evidence, const RigFile& rig) {
  Texts texts{{"recorded_at", evidence.recorded_at.empty() ? local_time() : evidence.recorded_at}};
  if (!evidence.recorded_at.empty()) texts.emplace_back("evaluated_at", local_time());
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) texts.emplace_back(name, text);
  };
  const auto number = [&](const char* name, double value, const char* unit) {
    if (std::isfinite(value)) texts.emplace_back(name, fmt::format("{:g} {}", value, unit));
  };
  utsname machine{};
  ::uname(&machine);
  add("machine", fmt::format("{}, {} {}", machine.nodename, machine.release, machine.version));
  add("operator", evidence.operator_name);
  add("specimen", evidence.specimen);
  add("specimen_batch", evidence.batch);
  number("temperature", evidence.temperature, "degC");
  number("humidity", evidence.humidity, "percent");
  number("warm_up", evidence.warm_up, "min");
  for (const auto& [name, text] : kRecordedInstruments)
    add(("instrument_" + std::string(name)).c_str(), rig.*text);
  std::string notes;
  for (const std::string& note : evidence.notes) notes += note + "\n";
  add("operator_notes", notes);
  return texts;
}

std::string recorded_at(const std::filesystem::path& recording, const RigFile& rig,
                        std::string_view purpose) {
  const auto attributes = results::read_result(recording).attributes;
  const auto text = [&](std::string_view name) {
    const auto found = std::ranges::find(attributes, name, &std::pair<std::string, std::string>::first);
    return found != attributes.end() ? found->second : std::string();
  };
  if (text("purpose") != purpose)
    throw InputError(fmt::format("{}: is no recording of this verb but of '{}'; name one of '{}'",
                                 recording.string(), text("purpose"), purpose));
  const auto its = identity_of(text("rig")), ours = identity_of(rig.resolved);
  if (const auto [a, b] = std::ranges::mismatch(its, ours); a != its.end() || b != ours.end())
    throw InputError(fmt::format(
        "{}: is the recording of another rig: it has {}, and {} has {}; "
        "name a recording of this rig, or as --rig the file of that one",
        recording.string(), a != its.end() ? *a : "nothing", rig.path, b != ours.end() ? *b : "nothing"));
  std::string time = text("recorded_at");
  if (!seconds_of(time))
    throw InputError(
        fmt::format("{}: does not say when it was recorded; record it again", recording.string()));
  return time;
}

}  // namespace hilspace::rig
