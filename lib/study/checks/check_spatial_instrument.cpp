#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/schema/settings.hpp"
#include "study/schema/spatial_stage_keys.hpp"
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

/// A stage that is named in the chain wherever it is given, and the keys one of which describes it.
struct OwnStage {
  StageKind kind;
  std::array<SpatialKey, 2> described_by;
};
constexpr std::array kOwnStages{
    OwnStage{kTransportDelay, {"transport_delay.delay", "transport_delay.delay"}},
    OwnStage{kSampleHold, {"sample_hold.rate", "sample_hold.rate"}},
    OwnStage{stage_kind("noise"), {"noise.std", "noise.psd"}},
    OwnStage{stage_kind("bias"), {"bias.value", "bias.value"}},
    OwnStage{stage_kind("dead_band"), {"dead_band.threshold", "dead_band.threshold"}},
    OwnStage{stage_kind("saturation"), {"saturation.max", "saturation.min"}},
};

/// The key of the whole instrument, of both halves, and of every component.
void add_ids(SpatialInstrument instrument, SpatialKey key, std::vector<Id>& ids) {
  ids.push_back(of_whole(instrument, key));
  if (rows::has_halves(rows::kSpatialRows[key.row])) ids.push_back(of_whole(instrument, key, Half::angular));
  for (std::size_t component = 0; component < models::kComponents; ++component)
    ids.push_back(of_component(instrument, key, component));
}

/// The chain with a stage where a signal usually passes it.
std::vector<std::string_view> with_stage(std::span<const StageKind> chain, std::string_view added) {
  const auto rank = [&](std::string_view name) {
    return std::ranges::find(kUsualStageOrder, name) - kUsualStageOrder.begin();
  };
  std::vector<std::string_view> names;
  for (const StageKind kind : chain) names.push_back(instruments::kStages[kind].name);
  const auto later = std::ranges::find_if(names, [&](auto name) { return rank(name) > rank(added); });
  names.insert(later, added);
  return names;
}

void check_stage(const OwnStage& stage, SpatialInstrument instrument, Reading& reading) {
  const auto name = instruments::kStages[stage.kind].name;
  const auto table = kSpatialInstruments[static_cast<std::size_t>(instrument)].name;
  const auto& chain = reading.study.spatial_chains[static_cast<std::size_t>(instrument)];
  const bool named = std::ranges::find(chain, stage.kind) != chain.end();
  std::vector<Id> ids;
  for (const SpatialKey key : stage.described_by) add_ids(instrument, key, ids);
  if (const bool is_given = any_present(ids, reading); is_given && !named) {
    const Id first = first_present(ids, reading);
    reading.findings.add(
        reading.place_of(first),
        fmt::format("{}: belongs to a stage that is not in the chain; write chain = [\"{}\"] in [{}]",
                    parameter(first).path, fmt::join(with_stage(chain, name), "\", \""), table));
  } else if (named && !is_given) {
    const auto chain_key = fmt::format("{}.chain", table);
    const auto found = reading.given_settings.find(chain_key);
    const auto& key = rows::kSpatialRows[stage.described_by[0].row];
    if (found != reading.given_settings.end())
      reading.findings.add(
          found->second,
          fmt::format("{}: names {}, which is not described; write {} = {} in [{}]", chain_key, name,
                      key.path, parameter(of_whole(instrument, stage.described_by[0])).example, table));
  }
}

/// A stage whose curve or sections no axis can vary.
void check_fixed_stage(StageKind kind, SpatialInstrument instrument, Reading& reading) {
  const auto name = instruments::kStages[kind].name;
  const auto table = kSpatialInstruments[static_cast<std::size_t>(instrument)].name;
  const auto& chain = reading.study.spatial_chains[static_cast<std::size_t>(instrument)];
  const bool named = std::ranges::find(chain, kind) != chain.end();
  bool is_given = false;
  for (const SpatialStageKey& key : kSpatialStageKeys) {
    if (key.instrument != instrument || key.kind != kind) continue;
    const auto found = reading.given_settings.find(key.path());
    if (found == reading.given_settings.end()) continue;
    is_given = true;
    if (named) break;
    reading.findings.add(
        found->second,
        fmt::format("{}: belongs to a stage that is not in the chain; write chain = [\"{}\"] in [{}]",
                    key.path(), fmt::join(with_stage(chain, name), "\", \""), table));
  }
  const auto chain_key = fmt::format("{}.chain", table);
  if (const auto written = reading.given_settings.find(chain_key);
      named && !is_given && written != reading.given_settings.end())
    reading.findings.add(
        written->second,
        fmt::format("{}: names {}, which is not described; write {} = {} in [{}]", chain_key, name, name,
                    find_setting(fmt::format("{}.{}", table, name))->example, table));
}

/// Everything one of the stages of a component depends on.
std::vector<Id> ids_of(SpatialInstrument instrument, std::size_t component, StageKind kind) {
  if (kind == kLowPass) return low_pass_ids(instrument, component);
  const auto table = fmt::format("{}.", instruments::kStages[kind].name);
  std::vector<Id> ids;
  for (std::size_t row = 0; row < SpatialKey::kCount; ++row)
    if (const SpatialKey key(row); rows::kSpatialRows[row].path.starts_with(table)) {
      ids.push_back(of_component(instrument, key, component));
      ids.push_back(of_whole(instrument, key, half_of(component)));
    }
  return ids;
}

/// Why the values of a stage make none; empty if they do.
struct Complaint {
  std::string_view unit;

  std::string operator()(const instruments::LowPassSetup& setup) const {
    return std::isinf(setup.natural_frequency)
               ? "makes a natural frequency beyond the numbers of double precision"
               : "";
  }
  std::string operator()(const instruments::NoiseSetup& setup) const {
    if (std::isinf(setup.std)) return "makes a standard deviation beyond the numbers of double precision";
    if (std::isinf(setup.sample_time) && !(setup.bandwidth > 0.0))
      return "has neither bandwidth nor sample_time here; write noise.bandwidth, or noise.sample_time for "
             "white "
             "noise";
    return std::isinf(setup.sample_time) || setup.sample_time == 0.0
               ? "makes a sample time beyond the numbers of double precision"
               : "";
  }
  std::string operator()(const instruments::SaturationSetup& setup) const {
    if (setup.min < setup.max) return "";
    return fmt::format(
        "leaves nothing between min = \"{0} {2}\" and max = \"{1} {2}\"; in every scenario min must be less "
        "than max",
        setup.min, setup.max, unit);
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return "";
  }
};

/// Values of a component may be valid by themselves, but not together.
void check_values(SpatialInstrument instrument, std::size_t component, StageKind kind, Reading& reading) {
  const auto ids = ids_of(instrument, component, kind);
  const auto half = static_cast<std::size_t>(half_of(component));
  const Complaint complaint{kSpatialInstruments[static_cast<std::size_t>(instrument)].units[half]};
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return true;
    const auto stage = stage_setup(reading.study, instrument, component, kind, values);
    const auto problem = stage ? std::visit(complaint, *stage) : std::string();
    if (problem.empty()) return true;
    std::vector<Id> blamed = ids;
    if (kind == kLowPass) {
      const auto own = low_pass_of_component(instrument, component), whole = low_pass_of_whole(instrument);
      blamed.assign(own.begin(), own.end());
      if (!any_present(own, reading)) blamed.assign(whole.begin(), whole.end());
    }
    const Id last = last_present(blamed, reading);
    reading.findings.add(reading.place_of(last), fmt::format("{}: {}", parameter(last).path, problem));
    return false;
  });
}

}  // namespace

void check_spatial_instrument(SpatialInstrument instrument, Reading& reading) {
  const auto before = reading.findings.size();
  for (const OwnStage& stage : kOwnStages) check_stage(stage, instrument, reading);
  for (const StageKind kind : {kCalibration, kTransferFunction}) check_fixed_stage(kind, instrument, reading);
  if (reading.findings.size() > before) return;
  check_companions(kSpatialInstruments[static_cast<std::size_t>(instrument)].name, reading);
}

void check_spatial_instrument_values(SpatialInstrument instrument, Reading& reading) {
  for (const StageKind kind : reading.study.spatial_chains[static_cast<std::size_t>(instrument)])
    for (std::size_t component = 0; component < models::kComponents; ++component) {
      const auto before = reading.findings.size();
      check_values(instrument, component, kind, reading);
      if (reading.findings.size() > before) break;  // the same for all of them, most likely
    }
}

}  // namespace hilspace::study
