#include "analysis/derivatives/local_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "instruments/setup.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;
using study::Study;

constexpr std::array kUneven{study::kQuantizer, study::stage_kind("noise")};

/// Of a stage that is left out.
bool is_uneven(std::string_view path) {
  return path.ends_with("resolution") || path.find("resolution_") != path.npos ||
         path.find(".quantizer.") != path.npos || path.find(".noise.") != path.npos;
}

/// Width of what the study's axes give it; 0: it is on none.
double range_of(const Study& study, Id id) {
  for (const study::Axis& axis : study.axes)
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      if (axis.parameters[p] == id) {
        const auto [low, high] = std::ranges::minmax(axis.values[p]);
        return high - low;
      }
  return 0.0;
}

LocalParameter local(const Study& study, Id id, double value, double step) {
  const study::Parameter& its = study::parameter(id);
  LocalParameter found{id, value, std::abs(value), 0.0, {}};
  if (value == 0.0) found.scale = range_of(study, id);
  if (is_uneven(its.path)) {
    found.remark = "its stage counts by its mean";
    return found;
  }
  if (!(found.scale > 0.0)) {
    found.remark = "is 0, and no axis says how far it may go";
    return found;
  }
  // As far as its range lets it go to both sides.
  const auto room = [](double distance, bool allowed) { return allowed ? distance : 0.5 * distance; };
  found.step = std::min({step * found.scale, room(value - its.low, its.low_allowed),
                         room(its.high - value, its.high_allowed && std::isfinite(its.high))});
  if (!(found.step >= 1e-3 * step * found.scale)) {
    found.step = 0.0;
    found.remark = "is at the end of its range";
  }
  return found;
}

}  // namespace

std::vector<std::string> smooth(Study& study) {
  std::vector<std::string> left_out;
  const auto take_out = [&](std::vector<study::StageKind>& stages, std::string_view instrument,
                            bool is_known) {
    for (const study::StageKind kind : kUneven)
      if (std::erase(stages, kind) > 0 && is_known)
        left_out.push_back(fmt::format("{} of the {}", instruments::kStages[kind].name, instrument));
  };
  for (std::size_t i = 0; i < study.instruments.size(); ++i)
    take_out(study.instruments[i].stages, study::kInstruments[i].name, models::is_on_one_axis(study.model));
  for (std::size_t i = 0; i < study.spatial_chains.size(); ++i)
    take_out(study.spatial_chains[i], study::kSpatialInstruments[i].name,
             study.model == models::ModelKind::sixdof);
  return left_out;
}

std::vector<LocalParameter> parameters_of(const Study& study, const Study& one, double step) {
  std::vector<LocalParameter> all;
  for (std::size_t i = 0; i < study::kParameterCount; ++i) {
    const Id id = static_cast<Id>(i);
    const study::Parameter& its = study::parameter(id);
    const double value = one.base[id];
    if (its.whole || has_names(its.kind) || !std::isfinite(value) || !its.models.has(study.model) ||
        its.path.starts_with("numerics."))
      continue;
    all.push_back(local(study, id, value, step));
  }
  return all;
}

}  // namespace hilspace::analysis
