#include "analysis/attribution/attribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

#include "compensation/compensator.hpp"
#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"
#include "study/schema/parameter_id.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::analysis {
namespace {

template <class Setup>
struct Variant {
  std::string stage;
  Setup setup;
};

/// An instrument of a setup: its name and its chains.
template <class Setup>
using Chains = std::pair<std::string_view, std::span<instruments::ChainSetup> (*)(Setup&)>;

std::array<Chains<models::AxialSetup>, 2> chains_of(const models::AxialSetup&) {
  return {{{"actuator", [](models::AxialSetup& setup) { return std::span(&setup.actuator, 1); }},
           {"force_sensor", [](models::AxialSetup& setup) { return std::span(&setup.force_sensor, 1); }}}};
}

std::array<Chains<models::FourMassSetup>, 2> chains_of(const models::FourMassSetup&) {
  using Setup = models::FourMassSetup;
  return {{{"actuator", [](Setup& setup) { return std::span(&setup.impact.actuator, 1); }},
           {"force_sensor", [](Setup& setup) { return std::span(&setup.impact.force_sensor, 1); }}}};
}

std::array<Chains<models::SixDofSetup>, 2> chains_of(const models::SixDofSetup&) {
  using Six = std::span<instruments::ChainSetup>;
  return {{{"robot", [](models::SixDofSetup& setup) { return Six(setup.robot); }},
           {"wrench_sensor", [](models::SixDofSetup& setup) { return Six(setup.wrench_sensor); }}}};
}

std::array<Chains<models::RigSetup>, 2> chains_of(const models::RigSetup&) {
  return {
      {{"position_sensor",
        [](models::RigSetup& setup) { return std::span(&setup.plant.position_sensor, 1); }},
       {"force_sensor", [](models::RigSetup& setup) { return std::span(&setup.plant.force_sensor, 1); }}}};
}

/// The kinds of their stages, in order of occurrence.
std::vector<std::size_t> kinds_in(std::span<const instruments::ChainSetup> chains) {
  std::vector<std::size_t> kinds;
  for (const auto& chain : chains)
    for (const auto& stage : chain.all())
      if (std::ranges::find(kinds, stage.index()) == kinds.end()) kinds.push_back(stage.index());
  return kinds;
}

void remove(std::span<instruments::ChainSetup> chains, std::size_t kind) {
  for (auto& chain : chains)
    for (std::size_t i = chain.count; i-- > 0;)
      if (chain.stages[i].index() == kind) chain = chain.without(i);
}

/// A part of a hybrid contact: without it the study does not have these keys.
struct HybridPart {
  std::string_view name;
  std::vector<study::Id> keys;
};
const std::array<HybridPart, 4>& hybrid_parts() {
  static const std::array<HybridPart, 4> all{{
      {"virtual.measurement_delay", {"virtual.measurement_delay"_id}},
      {"virtual.rate", {"virtual.rate"_id}},
      {"virtual", {"virtual.source"_id}},
      {"compliance",
       {"compliance.stiffness"_id, "compliance.stiffness_along.x"_id, "compliance.stiffness_along.y"_id,
        "compliance.stiffness_along.z"_id, "compliance.damping"_id}},
  }};
  return all;
}

/// Both parts of the contact, whose words ("fill", "corrected") count the instruments and parts that are left.
void share(const study::Study& study, const study::ParameterValues& values, models::AxialSetup& setup) {
  setup.hybrid = study::hybrid_setup(study, values, setup);
}
void share(const study::Study& study, const study::ParameterValues& values, models::SixDofSetup& setup) {
  setup.hybrid = study::spatial_hybrid_setup(study, values, setup);
}

/// Shares the contact anew where a stage was removed, and removes each part of it.
template <class Setup>
void vary_hybrid_contact(const study::Study& study, const study::ParameterValues& values,
                         std::vector<Variant<Setup>>& list) {
  const Setup whole = list.front().setup;
  if (!whole.hybrid.present()) return;
  for (auto& variant : list) share(study, values, variant.setup);
  study::Study without_springs = study;
  without_springs.springs.clear();
  for (const HybridPart& part : hybrid_parts()) {
    auto left = values;
    for (const study::Id key : part.keys) left[key] = study::kNone;
    Setup its = whole;
    share(part.name == "compliance" ? without_springs : study, left, its);
    if (!(its.hybrid == whole.hybrid)) list.push_back({std::string(part.name), its});
  }
}

/// The unmodified scenario, then the scenario without each kind of stage of each instrument, and of the testbed's computer.
template <class Setup>
std::vector<Variant<Setup>> variants(const Setup& setup, [[maybe_unused]] const study::Study& study,
                                     [[maybe_unused]] const study::ParameterValues& values) {
  std::vector<Variant<Setup>> list{{"", setup}};
  for (const auto& [name, chains] : chains_of(setup))
    for (const std::size_t kind : kinds_in(chains(list.front().setup))) {
      list.push_back({fmt::format("{}.{}", name, instruments::kStages[kind].name), setup});
      remove(chains(list.back().setup), kind);
    }
  if constexpr (std::is_same_v<Setup, models::AxialSetup> || std::is_same_v<Setup, models::SixDofSetup>) {
    vary_hybrid_contact(study, values, list);
    if (setup.compensator.present() || setup.compensator.rate > 0.0) {
      // Without a stage, what is left of the instruments may leave its command no time.
      std::erase_if(list, [](const auto& variant) { return !models::is_realisable(variant.setup); });
      using compensation::Position, compensation::Force;
      if (setup.compensator.position != Position::none && setup.compensator.force != Force::none) {
        list.push_back({"compensator.position", setup});
        list.back().setup.compensator.position = Position::none;
        list.push_back({"compensator.force", setup});
        list.back().setup.compensator.force = Force::none;
        if (!models::is_realisable(list.back().setup)) list.pop_back();
      }
      list.push_back({"compensator", setup});
      list.back().setup.compensator = {};
    }
  }
  if constexpr (std::is_same_v<Setup, models::RigSetup>)
    if (setup.computer.compensation.compensator.present()) {
      list.push_back({"compensator", setup});
      list.back().setup.computer.compensation.compensator = {};
    }
  if constexpr (std::is_same_v<Setup, models::SixDofSetup>)
    for (const auto& [name, coupling] : {std::pair{"robot.coupling", &Setup::robot_coupling},
                                         {"wrench_sensor.coupling", &Setup::wrench_coupling}})
      if (setup.*coupling != models::kUncoupled) {
        list.push_back({name, setup});
        list.back().setup.*coupling = models::kUncoupled;
      }
  return list;
}

template <class Setup>
Removal simulated(const Variant<Setup>& variant, const std::atomic<bool>& stop) {
  Removal removal{variant.stage, simulate::simulate(variant.setup, stop), {}};
  std::vector<metrics::Row> finer;
  for (std::size_t i = 0; i < simulate::kRefinements.size(); ++i)
    finer.push_back(simulate::simulate(simulate::finer(variant.setup, i), stop));
  removal.error.include(removal.row, finer);
  return removal;
}

}  // namespace

std::optional<std::vector<Removal>> attribute(const study::Study& study, std::uint64_t scenario,
                                              const std::atomic<bool>& stop) {
  std::vector<Removal> removals;
  const auto values = study::parameter_values(study, scenario);
  std::visit(
      [&](const auto& setup) {
        for (const auto& variant : variants(setup, study, values))
          removals.push_back(simulated(variant, stop));
      },
      sweep::scenario(study, scenario));
  if (stop) return std::nullopt;
  return removals;
}

std::size_t main_cause(std::span<const Removal> removals, std::size_t metric) {
  const auto left = [&](std::size_t i) { return std::abs(removals[i].row.values[metric]); };
  std::size_t least = 0;
  if (std::isnan(left(0))) return least;
  for (std::size_t i = 1; i < removals.size(); ++i)
    if (left(i) < left(least)) least = i;
  return least;
}

}  // namespace hilspace::analysis
