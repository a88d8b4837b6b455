#include "analysis/requirement/blame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/requirement/judge.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;
using study::Study;

/// A stage that can be removed from a study.
struct Suspect {
  std::string name;
  std::function<void(Study&)> take_out;
};

bool is_of(Id id, std::string_view table) {
  const auto path = study::parameter(id).path;
  return path.starts_with(table) && path.substr(table.size(), 1) == ".";
}

/// The kind of stage that a parameter belongs to, of an axial instrument, in the shorthand or in a chain.
bool belongs_to(Id id, std::string_view instrument, std::string_view stage) {
  if (!is_of(id, instrument)) return false;
  const auto key = study::parameter(id).path.substr(instrument.size() + 1);
  if (const auto dot = key.find('.'); dot != std::string_view::npos) return key.substr(0, dot) == stage;
  return (key == "resolution") == (stage == instruments::kStages[study::kQuantizer].name) &&
         (stage == instruments::kStages[study::kQuantizer].name ||
          stage == instruments::kStages[study::kLowPass].name);
}

std::vector<Suspect> axial_suspects(const Study& study, Id varied) {
  std::vector<Suspect> suspects;
  for (std::size_t i = 0; i < study::kInstruments.size(); ++i)
    for (const study::StageKind kind : study.instruments[i].stages) {
      const auto instrument = study::kInstruments[i].name, stage = instruments::kStages[kind].name;
      if (belongs_to(varied, instrument, stage)) continue;
      suspects.push_back({fmt::format("{} of the {}", stage, instrument),
                          [i, kind](Study& its) { std::erase(its.instruments[i].stages, kind); }});
    }
  return suspects;
}

/// Removes these keys from the study.
void forget(Study& study, const std::function<bool(Id)>& is_meant) {
  for (std::size_t i = 0; i < study::kParameterCount; ++i)
    if (is_meant(static_cast<Id>(i))) study.base.values[i] = study::kNone;
  for (study::Axis& axis : study.axes)
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      if (is_meant(axis.parameters[p])) std::ranges::fill(axis.values[p], study::kNone);
}

std::vector<Suspect> spatial_suspects(const Study& study, Id varied) {
  std::vector<Suspect> suspects;
  for (const auto& instrument : study::kSpatialInstruments)
    for (const bool quantizer : {false, true}) {
      const auto is_meant = [name = instrument.name, quantizer](Id id) {
        return is_of(id, name) && study::parameter(id).path.ends_with("resolution") == quantizer;
      };
      bool is_there = false;
      for (std::size_t i = 0; i < study::kParameterCount; ++i) {
        const Id id = static_cast<Id>(i);
        is_there = is_there || (is_meant(id) && !std::isnan(study::parameter_values(study, 0)[id]));
      }
      if (!is_there || is_meant(varied)) continue;
      const auto stage = instruments::kStages[quantizer ? study::kQuantizer : study::kLowPass].name;
      suspects.push_back({fmt::format("{} of the {}", stage, instrument.name),
                          [is_meant](Study& its) { forget(its, is_meant); }});
    }
  return suspects;
}

}  // namespace

Blame blame(const Study& study, Id varied, std::span<const Target> targets, int threads,
            const std::atomic<bool>& stop) {
  const auto suspects =
      models::is_on_one_axis(study.model) ? axial_suspects(study, varied) : spatial_suspects(study, varied);
  const auto met = [&](const Study& its) { return Judge(its, targets, threads, stop).all_good(); };
  Blame found;
  Study without_all = study;
  for (const Suspect& suspect : suspects) {
    Study without = study;
    suspect.take_out(without);
    suspect.take_out(without_all);
    if (met(without)) found.alone.push_back(suspect.name);
  }
  if (found.alone.empty() && suspects.size() > 1 && met(without_all))
    for (const Suspect& suspect : suspects) found.together.push_back(suspect.name);
  if (stop) return {};
  found.is_known = true;
  return found;
}

}  // namespace hilspace::analysis
