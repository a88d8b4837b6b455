#include "rig/campaign/assess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/error.hpp"
#include "results/result_file.hpp"
#include "rig/campaign/armed_loop.hpp"
#include "rig/loop/record.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"

namespace hilspace::rig {
namespace {

using models::TraceGroup;

const std::vector<double>& channel(const TraceGroup& group, std::string_view name) {
  static const std::vector<double> none;
  const auto found = std::ranges::find(group.channels, name, &models::Channel::name);
  return found != group.channels.end() ? found->values : none;
}

/// `as_measured`: the contact is where a force acts on the bodies.
metrics::Histories histories(const TraceGroup& group, double mass, bool as_measured) {
  metrics::Histories side;
  side.time = group.time;
  side.velocity = channel(group, "velocity");
  side.penetration = channel(group, "penetration");
  side.penetration_rate = channel(group, "penetration_rate");
  side.force = channel(group, "force");
  side.contact_force = as_measured ? side.force : std::span<const double>(channel(group, "contact_force"));
  side.mass = mass;
  return side;
}

/// The recording's group, while the bodies moved. The names of its channels are those of the list below.
TraceGroup recorded(const std::filesystem::path& file) {
  constexpr std::array kChannels{
      models::Channel{"displacement", "m", "relative displacement of the bodies", {}},
      models::Channel{"velocity", "m s-1", "relative velocity of the bodies", {}},
      models::Channel{"penetration", "m", "measured extension beyond offset and air gap", {}},
      models::Channel{"penetration_rate", "m s-1", "rate of the measured extension, filtered", {}},
      models::Channel{"force", "N", "measured force that acts on the bodies", {}},
      models::Channel{"extension", "m", "measured extension of the actuator", {}},
      models::Channel{"reference", "m", "extension asked for", {}},
      models::Channel{"command", "1", "command written, of full scale", {}},
  };
  const std::vector<results::Variable> variables = results::read_trace_group(file, "rig");
  const auto values = [&](std::string_view name) -> const std::vector<double>& {
    const auto found = std::ranges::find(variables, name, &results::Variable::name);
    if (found == variables.end()) throw RunError(fmt::format("{}: has no channel {}", file.string(), name));
    return found->values;
  };
  const auto& phase = values("phase");
  const auto& time = values("time");
  const auto moves = [&](std::size_t k) {
    const auto now = static_cast<Phase>(static_cast<int>(phase[k]));
    return now == Phase::scenario || now == Phase::after;
  };
  TraceGroup group{"rig", {}, {}, {}};
  for (std::size_t k = 0; k < time.size(); ++k)
    if (moves(k)) group.time.push_back(time[k]);
  for (const models::Channel& kind : kChannels) {
    group.channels.push_back(kind);
    const auto& all = values(kind.name);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (moves(k)) group.channels.back().values.push_back(all[k]);
  }
  if (group.time.size() < 2)
    throw RunError(file.string() + ": the bodies never moved in it; there is nothing to compare");
  return group;
}

double value_of(const metrics::Row& row, const std::string& name) {
  const auto metrics = metrics::catalogue();
  const auto found = std::ranges::find(metrics, name, &metrics::Metric::name);
  return row.values[static_cast<std::size_t>(found - metrics.begin())];
}

}  // namespace

sweep::Scenario twin_of(const Campaign& campaign, std::uint64_t index) {
  sweep::Scenario scenario = sweep::scenario(campaign.study, index);
  if (auto* rig = std::get_if<models::RigSetup>(&scenario)) *rig = as_the_rig_has_it(campaign.rig, *rig);
  return scenario;
}

Assessment assess(const Campaign& campaign, std::uint64_t index, const std::filesystem::path& recording) {
  const study::Study& study = campaign.study;
  const simulate::Traced twin = std::visit([](const auto& setup) { return simulate::simulate_traced(setup); },
                                           twin_of(campaign, index));
  Assessment found{{}, {}, twin.trace};
  found.trace.groups.push_back(recorded(recording));
  const double mass = models::reduced_mass(study::axial_setup(study, index));
  const auto& groups = found.trace.groups;
  const metrics::Histories docking = histories(groups[0], mass, false);
  const metrics::Comparison of_twin = metrics::compare(docking, histories(groups[1], mass, true));
  const metrics::Comparison of_rig = metrics::compare(docking, histories(groups[2], mass, true));
  found.momentum = of_rig.hil;
  for (std::size_t i = 0; i < kMeasures.size(); ++i) {
    Held& held = found.held[i];
    if (kMeasures[i].metric.empty()) {
      held = {of_twin.docking.impulse, of_twin.hil.impulse, of_rig.hil.impulse, {}};
    } else {
      const std::string metric(kMeasures[i].metric);
      held = {value_of(of_twin.row, metric + "_docking"),
              value_of(of_twin.row, metric + "_hil"),
              value_of(of_rig.row, metric + "_hil"),
              {}};
    }
    held.fidelity = metrics::fidelity(held.docking, held.twin, held.rig);
  }
  return found;
}

}  // namespace hilspace::rig
