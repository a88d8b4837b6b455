#include "rig/records/evidence.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <cmath>

#include "rig/records/journal.hpp"

namespace hilspace::rig {

Texts texts_of(const Evidence& evidence, const RigFile& rig) {
  Texts texts{{"recorded_at", local_time()}};
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

}  // namespace hilspace::rig
