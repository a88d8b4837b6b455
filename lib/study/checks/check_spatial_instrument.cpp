#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

/// Everything one of an instrument's low-passes depends on.
std::vector<Id> low_pass_ids(SpatialInstrument instrument, std::size_t component) {
  const auto own = low_pass_of_component(instrument, component), whole = low_pass_of_whole(instrument);
  std::vector<Id> ids(own.begin(), own.end());
  ids.insert(ids.end(), whole.begin(), whole.end());
  ids.push_back(of_component(instrument, "damping", component));
  ids.push_back(of_whole(instrument, "damping"));
  return ids;
}

bool is_beyond(const instruments::ChainSetup& chain) {
  return std::ranges::any_of(chain.all(), [](const instruments::StageSetup& stage) {
    const auto* low_pass = std::get_if<instruments::LowPassSetup>(&stage);
    return low_pass != nullptr && std::isinf(low_pass->natural_frequency);
  });
}

/// A stage that is named in the chain wherever it is given, and its key.
struct OwnStage {
  StageKind kind;
  SpatialKey key;
};
constexpr std::array kOwnStages{OwnStage{kTransportDelay, "transport_delay.delay"},
                                OwnStage{kSampleHold, "sample_hold.rate"}};

void check_stage(const OwnStage& stage, SpatialInstrument instrument, Reading& reading) {
  const auto name = instruments::kStages[stage.kind].name;
  const auto table = kSpatialInstruments[static_cast<std::size_t>(instrument)].name;
  const auto& chain = reading.study.spatial_chains[static_cast<std::size_t>(instrument)];
  const bool named = std::ranges::find(chain, stage.kind) != chain.end();
  std::vector<Id> ids{of_whole(instrument, stage.key)};
  for (std::size_t component = 0; component < models::kComponents; ++component)
    ids.push_back(of_component(instrument, stage.key, component));
  if (const bool is_given = any_present(ids, reading); is_given && !named) {
    const Id first = first_present(ids, reading);
    std::vector<std::string_view> wanted;
    for (const StageKind kind : chain) wanted.push_back(instruments::kStages[kind].name);
    wanted.insert(wanted.begin() + (wanted.empty() ? 0 : 1), name);
    reading.findings.add(
        reading.place_of(first),
        fmt::format("{}: belongs to a stage that is not in the chain; write chain = [\"{}\"] in [{}]",
                    parameter(first).path, fmt::join(wanted, "\", \""), table));
  } else if (named && !is_given) {
    const auto chain_key = fmt::format("{}.chain", table);
    const auto found = reading.given_settings.find(chain_key);
    if (found != reading.given_settings.end())
      reading.findings.add(
          found->second, fmt::format("{}: names {}, which is not described; write {} = {} in [{}]", chain_key,
                                     name, rows::kSpatialRows[stage.key.row].path,
                                     rows::kSpatialRows[stage.key.row].example, table));
  }
}

}  // namespace

void check_spatial_instrument(SpatialInstrument instrument, Reading& reading) {
  const auto before = reading.findings.size();
  for (const OwnStage& stage : kOwnStages) check_stage(stage, instrument, reading);
  if (reading.findings.size() > before) return;
  check_companions(kSpatialInstruments[static_cast<std::size_t>(instrument)].name, reading);
}

void check_spatial_instrument_values(SpatialInstrument instrument, Reading& reading) {
  for (std::size_t component = 0; component < models::kComponents; ++component) {
    const auto ids = low_pass_ids(instrument, component);
    const auto before = reading.findings.size();
    for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
      if (!all_known(ids, values, reading) ||
          !is_beyond(chain_setup(reading.study, instrument, component, values)))
        return true;
      const auto own = low_pass_of_component(instrument, component), whole = low_pass_of_whole(instrument);
      const Id blamed = any_present(own, reading) ? last_present(own, reading) : last_present(whole, reading);
      reading.findings.add(reading.place_of(blamed),
                           fmt::format("{}: makes a natural frequency beyond the numbers of double precision",
                                       parameter(blamed).path));
      return false;
    });
    if (reading.findings.size() > before) return;  // the same for all of them, most likely
  }
}

}  // namespace hilspace::study
