#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/checks/checks.hpp"
#include "study/notation/keys.hpp"

namespace hilspace::study {
namespace {

/// The rig's instruments as identified, with noise at the sample rate (Bondoky 8.2.4, 8.3.1). The dead band
/// is the computer's contact detection.
struct IdentifiedValue {
  InstrumentKey key;
  double value;  // SI
};
struct Identified {
  std::vector<std::string_view> chain;
  std::vector<IdentifiedValue> values;
};
const Identified& identified(Instrument instrument) {
  static const std::array<Identified, 2> all{{
      {{"low_pass", "noise"},
       {{"low_pass.natural_frequency", 3000.0},
        {"low_pass.damping", 0.8},
        {"noise.std", 0.73e-6},
        {"noise.bandwidth", 23e3},
        {"noise.damping", 0.707}}},
      {{"low_pass", "noise", "bias", "dead_band"},
       {{"low_pass.bandwidth", 1e3},
        {"low_pass.damping", 0.707},
        {"noise.std", 1.5},
        {"noise.bandwidth", 1e3},
        {"noise.damping", 0.707},
        {"bias.value", 0.6},
        {"dead_band.threshold", 22.0}}},
  }};
  return all[static_cast<std::size_t>(instrument)];
}

/// Whether the study itself describes the instrument, by a chain or the shorthand.
bool is_described(Instrument instrument, const Reading& reading) {
  const auto chain = join(kInstruments[static_cast<std::size_t>(instrument)].name, "chain");
  if (reading.given_settings.contains(chain)) return true;
  for (std::size_t key = 0; key < kShorthandKeys; ++key)
    if (reading.present(id_of(instrument, InstrumentKey(key)))) return true;
  return false;
}

/// Whether the study gives the same quantity in another spelling.
bool is_said_otherwise(Id id, const Reading& reading) {
  return std::ranges::any_of(exclusive_parameters(), [&](const Exclusive& pair) {
    return (pair.first == id && reading.present(pair.second)) ||
           (pair.second == id && reading.present(pair.first));
  });
}

void identify(Instrument instrument, Reading& reading) {
  const auto i = static_cast<std::size_t>(instrument);
  const Identified& its = identified(instrument);
  reading.given_settings.emplace(join(kInstruments[i].name, "chain"), Location{});
  reading.study.instruments[i].shorthand = false;
  for (const auto name : its.chain) {
    const auto stage = std::ranges::find(instruments::kStages, name, &instruments::NamedStage::name);
    const auto kind = static_cast<StageKind>(stage - instruments::kStages.begin());
    reading.study.instruments[i].stages.push_back(kind);
    reading.stage_places[i][kind] = Location{};
  }
  for (const auto& [key, value] : its.values) {
    const Id id = id_of(instrument, key);
    if (reading.present(id) || is_said_otherwise(id, reading)) continue;
    reading.study.base[id] = value;
    reading.given[id] = Location{};
  }
}

/// Its steps end at the computer's samples, which only one method supports.
void check_controlled(Reading& reading) {
  constexpr std::string_view kSolver = "numerics.solver";
  if (const auto given = reading.given_settings.find(kSolver);
      given != reading.given_settings.end() && reading.study.solver != models::Solver::rk4)
    reading.findings.add(
        given->second,
        fmt::format("{}: the controlled twin takes \"rk4\"; write that, or remove this", kSolver));
}

}  // namespace

void identify_instruments(Reading& reading) {
  for (const auto instrument : {Instrument::actuator, Instrument::force_sensor})
    if (!is_described(instrument, reading)) identify(instrument, reading);
}

void check_rig(Reading& reading) {
  if (reading.study.twin == Twin::controlled) return check_controlled(reading);
  const auto complain = [&](std::string_view key, const Location& place) {
    reading.findings.add(place, fmt::format("{}: the identified twin does not read it; write twin = "
                                            "\"controlled\" in [rig], or remove this",
                                            key));
  };
  for (const Id id : {"rig.stiffness"_id, "rig.frame_stiffness"_id})
    if (reading.present(id)) complain(parameter(id).path, reading.place_of(id));
  constexpr std::string_view kPrefilter = "rig.prefilter";
  if (const auto given = reading.given_settings.find(kPrefilter); given != reading.given_settings.end())
    complain(kPrefilter, given->second);
}

}  // namespace hilspace::study
