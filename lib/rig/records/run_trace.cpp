#include "rig/records/run_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"

namespace hilspace::rig {
namespace {

using models::Channel;
using models::TraceGroup;

/// The names are those of a recording's channels.
struct TracedChannel {
  Channel what;
  double (*value)(const Record&, double touch);
};
const std::array<TracedChannel, 8>& traced_channels() {
  static const std::array<TracedChannel, 8> list{{
      {{"displacement", "m", "relative displacement of the bodies", {}},
       [](const Record& r, double) { return r.displacement; }},
      {{"velocity", "m s-1", "relative velocity of the bodies", {}},
       [](const Record& r, double) { return r.velocity; }},
      {{"penetration", "m", "measured extension beyond offset and air gap", {}},
       [](const Record& r, double touch) { return r.extension - touch; }},
      {{"penetration_rate", "m s-1", "rate of the measured extension, filtered", {}},
       [](const Record& r, double) { return r.extension_rate; }},
      {{"force", "N", "measured force that acts on the bodies", {}},
       [](const Record& r, double) { return r.force; }},
      {{"extension", "m", "measured extension of the actuator", {}},
       [](const Record& r, double) { return r.extension; }},
      {{"reference", "m", "extension asked for", {}}, [](const Record& r, double) { return r.reference; }},
      {{"command", "1", "command written, of full scale", {}},
       [](const Record& r, double) { return r.command; }},
  }};
  return list;
}

const std::vector<double>& values_of(const std::vector<results::Variable>& variables, std::string_view name,
                                     const std::filesystem::path& recording) {
  const auto found = std::ranges::find(variables, name, &results::Variable::name);
  if (found == variables.end())
    throw RunError(fmt::format("{}: has no channel {}", recording.string(), name));
  return found->values;
}

bool moves(Phase phase) { return phase == Phase::scenario || phase == Phase::after; }

}  // namespace

TraceGroup run_trace(const std::filesystem::path& recording) {
  const std::vector<results::Variable> variables = results::read_trace_group(recording, "rig");
  const auto values = [&](std::string_view name) -> const std::vector<double>& {
    return values_of(variables, name, recording);
  };
  const auto& phase = values("phase");
  const auto picked = [&](const std::vector<double>& all) {
    std::vector<double> some;
    for (std::size_t k = 0; k < phase.size(); ++k)
      if (moves(static_cast<Phase>(static_cast<int>(phase[k])))) some.push_back(all[k]);
    return some;
  };
  TraceGroup group{"rig", picked(values("time")), {}, {}};
  for (const TracedChannel& channel : traced_channels()) {
    group.channels.push_back(channel.what);
    group.channels.back().values = picked(values(channel.what.name));
  }
  if (group.time.size() < 2)
    throw RunError(recording.string() + ": the bodies never moved; nothing can be compared");
  return group;
}

TraceGroup run_trace(std::span<const Record> records, double touch) {
  TraceGroup group{"rig", {}, {}, {}};
  for (const TracedChannel& channel : traced_channels()) group.channels.push_back(channel.what);
  for (const Record& record : records) {
    if (!moves(record.phase)) continue;
    group.time.push_back(record.time);
    for (std::size_t i = 0; i < group.channels.size(); ++i)
      group.channels[i].values.push_back(traced_channels()[i].value(record, touch));
  }
  return group;
}

std::vector<Record> read_records(const std::filesystem::path& recording) {
  const std::vector<results::Variable> variables = results::read_trace_group(recording, "rig");
  std::vector<Record> records(values_of(variables, "time", recording).size());
  const auto fill = [&](std::string_view name, auto put) {
    const auto& values = values_of(variables, name, recording);
    for (std::size_t k = 0; k < records.size(); ++k) put(records[k], values[k]);
  };
  for (const auto& [name, member] :
       {std::pair{"time", &Record::time}, std::pair{"extension", &Record::extension},
        std::pair{"reference", &Record::reference}, std::pair{"command", &Record::command},
        std::pair{"position_volts", &Record::position_volts}, std::pair{"force_volts", &Record::force_volts},
        std::pair{"laser_volts", &Record::laser_volts}})
    fill(name, [member = member](Record& record, double value) { record.*member = value; });
  fill("lateness", [](Record& record, double value) { record.lateness = static_cast<float>(value); });
  fill("phase",
       [](Record& record, double value) { record.phase = static_cast<Phase>(static_cast<int>(value)); });
  return records;
}

std::span<const double> channel_of(const TraceGroup& group, std::string_view name) {
  const auto found = std::ranges::find(group.channels, name, &Channel::name);
  return found != group.channels.end() ? std::span<const double>(found->values) : std::span<const double>{};
}

}  // namespace hilspace::rig
