#include "contact_log.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "results/disk/atomic_file.hpp"

namespace hilspace::app {
namespace {

/// Names are a user's: quotes are doubled.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char each : name) text += each == '"' ? std::string("\"\"") : std::string(1, each);
  return text + '"';
}

}  // namespace

std::size_t write_contacts(const results::Place& place, const study::Study& study,
                           const models::Trace& trace) {
  std::string text(kContactsHeading);
  text += '\n';
  std::size_t lines = 0;
  for (const auto& group : trace.groups) {
    if ((group.name == "docking" && !study.docking) || (group.name == "hil" && !study.hil)) continue;
    for (const auto& its : group.contacts) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", group.name,
                     its.time, quoted(its.chaser), quoted(its.target), its.point[0], its.point[1],
                     its.point[2], its.normal[0], its.normal[1], its.normal[2], its.depth, its.force,
                     its.friction);
      ++lines;
    }
  }
  results::AtomicFile written(place);
  written.write(0, text.data(), text.size());
  written.commit();
  return lines;
}

}  // namespace hilspace::app
