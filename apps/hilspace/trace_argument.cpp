#include "trace_argument.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "file_checks.hpp"
#include "results/reading/result_file.hpp"

namespace hilspace::app {
namespace {

using results::TraceGroupInfo;
using results::Variable;

std::string listed(std::span<const TraceGroupInfo> groups) {
  constexpr std::size_t kNamed = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), kNamed); ++i)
    text += (i > 0 ? ", " : "") + groups[i].path;
  return groups.size() > kNamed ? text + " ..." : text;
}

const TraceGroupInfo& choose(const TraceName& name, std::span<const TraceGroupInfo> groups,
                             std::span<const std::string_view> preferred) {
  if (groups.empty())
    throw InputError(
        fmt::format("{}: has no time histories; hilspace simulate -o writes them, and so does "
                    "hilspace run for the scenarios of output.traces",
                    name.file));
  std::vector<const TraceGroupInfo*> candidates;
  for (const TraceGroupInfo& group : groups)
    if (name.group.empty() || group.path == name.group || group.path.starts_with(name.group + "/"))
      candidates.push_back(&group);
  if (candidates.empty())
    throw InputError(
        fmt::format("{}: has no time histories '{}'; it has {}", name.file, name.group, listed(groups)));
  if (candidates.size() == 1) return *candidates.front();
  for (const std::string_view wanted : preferred) {
    const auto is_wanted = [&](const TraceGroupInfo* group) {
      return group->path.substr(group->path.rfind('/') + 1) == wanted;
    };
    if (std::ranges::count_if(candidates, is_wanted) == 1)
      return **std::ranges::find_if(candidates, is_wanted);
  }
  throw InputError(fmt::format("{}: has the time histories {}; select one, as in {}:{}", name.file,
                               listed(groups), name.file, candidates.front()->path));
}

struct HistoryChannel {
  std::string_view name;
  std::string_view units;
  std::span<const double> metrics::Histories::*history;
};
constexpr std::array kChannels{
    HistoryChannel{"time", "s", &metrics::Histories::time},
    HistoryChannel{"velocity", "m s-1", &metrics::Histories::velocity},
    HistoryChannel{"penetration", "m", &metrics::Histories::penetration},
    HistoryChannel{"penetration_rate", "m s-1", &metrics::Histories::penetration_rate},
    HistoryChannel{"contact_force", "N", &metrics::Histories::contact_force},
    HistoryChannel{"force", "N", &metrics::Histories::force},
    HistoryChannel{"potential", "J", &metrics::Histories::potential},
};

void check(const NamedTrace& trace, const Variable& variable, const HistoryChannel& channel) {
  const auto refuse = [&](const std::string& what) {
    throw RunError(fmt::format("{}: {} {}", trace.name, variable.name, what));
  };
  if (variable.units != channel.units)
    refuse(fmt::format("is in '{}', but '{}' is required", variable.units, channel.units));
  if (variable.values.size() != trace.channels.front().values.size())
    refuse("has another length than its time; the file is damaged");
  if (!std::ranges::all_of(variable.values, [](double value) { return std::isfinite(value); }))
    refuse("has values that are infinite or NaN, so nothing can be measured");
  if (channel.name == "time" && !std::ranges::is_sorted(variable.values)) refuse("decreases");
  if (variable.values.size() < 2) refuse("has fewer than two samples");
}

/// Reduced mass of the bodies, from the study in the file; NaN if unknown.
double mass_in(const results::ResultFile& file, const TraceGroupInfo& group) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (!group.scenario) return kUnknown;
  try {
    const study::Study study = results::stored_study(file.study, group.path);
    if (*group.scenario >= study::scenario_count(study)) return kUnknown;
    if (!models::is_on_one_axis(study.model))
      return kUnknown;  // a velocity alone does not describe their relative motion
    return models::reduced_mass(study::axial_setup(study, *group.scenario));
  } catch (const InputError&) {  // a study of another version
    return kUnknown;
  }
}

}  // namespace

TraceName split_trace_name(const std::string& argument) {
  const auto colon = argument.rfind(':');
  if (std::filesystem::exists(argument) || colon == std::string::npos) return {argument, ""};
  return {argument.substr(0, colon), argument.substr(colon + 1)};
}

NamedTrace read_named_trace(const std::string& argument, std::span<const std::string_view> preferred) {
  const TraceName name = split_trace_name(argument);
  check_readable(name.file);
  const results::ResultFile file = results::inspect_traces(name.file);
  const TraceGroupInfo& group = choose(name, file.traces, preferred);
  NamedTrace trace{fmt::format("{}:{}", name.file, group.path),
                   file.title,
                   results::read_trace_group(name.file, group.path),
                   {}};
  trace.histories.mass = mass_in(file, group);
  const auto time = std::ranges::find(trace.channels, "time", &Variable::name);
  std::swap(*time, trace.channels.front());
  for (const Variable& variable : trace.channels) {
    const auto channel = std::ranges::find(kChannels, variable.name, &HistoryChannel::name);
    if (channel == kChannels.end()) continue;
    check(trace, variable, *channel);
    trace.histories.*(channel->history) = variable.values;
  }
  return trace;
}

}  // namespace hilspace::app
