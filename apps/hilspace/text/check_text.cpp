#include "text/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "messages.hpp"
#include "quantity_text.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "study/setups/mechanism_start.hpp"
#include "sweep/checks/plausibility.hpp"
#include "text/scenario_text.hpp"
#include "text/title.hpp"

namespace hilspace::app {
namespace {

std::string_view path_of(study::Id id) { return study::parameters()[static_cast<std::size_t>(id)].path; }
/// "0.2 ... 2 ms", "flores, hertz": range of a design's points.
std::string reach(const study::Study& study, study::Id id, std::span<const double> values) {
  const auto kind = study::parameter(id).kind;
  if (kind == study::ValueKind::quantity || kind == study::ValueKind::number) {
    const auto [low, high] = std::ranges::minmax(values);
    const PrintedUnit unit = unit_of_range(study::parameter(id).unit, low, high);
    const std::string range = fmt::format("{} ... {}", number_in(unit, low, 6), number_in(unit, high, 6));
    return unit.name.empty() ? range : range + " " + unit.name;
  }
  const std::set<double> names(values.begin(), values.end());
  std::vector<std::string> texts;
  for (const double name : names) texts.push_back(study::text_of(study, id, name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// "0.05 ... 1.4 ms"; empty where one of the ends is a name.
std::string ends_in_one_unit(const study::Study& study, study::Id id, std::span<const double> values,
                             std::string_view between) {
  const auto is_number = [&](double value) {
    return study::text_of(study, id, value) == fmt::format("{}", value);
  };
  const double first = values.front(), last = values.back();
  if (study::parameter(id).kind != study::ValueKind::quantity || values.size() < 2 || !is_number(first) ||
      !is_number(last))
    return "";
  const PrintedUnit unit = unit_of_range(study::parameter(id).unit, first, last);
  return fmt::format("{}{}{}{}{}", number_in(unit, first, 12), between, number_in(unit, last, 12),
                     unit.name.empty() ? "" : " ", unit.name);
}

/// Each value the same multiple of the one before: a range with spacing = "log", or a list like it.
bool is_logarithmic(std::span<const double> values) {
  constexpr double kTolerance = 1e-9;  // values of a range are rounded
  if (values.size() < 3 || values[0] <= 0.0 || values[1] <= 0.0) return false;
  const double ratio = values[1] / values[0];
  for (std::size_t i = 2; i < values.size(); ++i)
    if (!(std::abs(values[i] / values[i - 1] - ratio) <= kTolerance * ratio)) return false;
  return ratio != 1.0;
}

std::string distribution_of(const study::Design& design, const study::Varied& varied) {
  if (design.setup.type == sampling::DesignType::list) return "";
  if (varied.distribution.kind == sampling::DistributionKind::levels) return "values";
  return std::string(sampling::kDistributions[static_cast<std::size_t>(varied.distribution.kind)].name);
}

void print_design(const study::Study& study, const study::Design& design) {
  const auto& type = sampling::named(design.setup.type);
  fmt::print("  {}{}{}\n", type.name,
             type.samples.empty() ? "" : fmt::format(", {} {}", grouped(design.setup.samples), type.samples),
             type.has_levels ? fmt::format(", {} levels", design.setup.levels) : "");
  for (std::size_t p = 0; p < design.varied.size(); ++p) {
    const study::Id id = design.varied[p].parameter;
    fmt::print("    {:<32} {:<12} {}\n", path_of(id), distribution_of(design, design.varied[p]),
               reach(study, id, study.axes.front().values[p]));
  }
}

void print_axis(const study::Study& study, const study::Axis& axis) {
  const bool is_named = axis.name != path_of(axis.parameters.front());
  if (is_named) fmt::print("  {:<34} {:>9}\n", axis.name, grouped(axis.size()));
  for (std::size_t i = 0; i < axis.parameters.size(); ++i) {
    const study::Id id = axis.parameters[i];
    const auto& values = axis.values[i];
    const std::string_view between = values.size() > 2 ? " ... " : ", ";
    std::string shown = parameter_text(study, id, values.front());
    if (const auto both = ends_in_one_unit(study, id, values, between); !both.empty())
      shown = both;
    else if (values.size() > 1)
      shown += fmt::format("{}{}", between, parameter_text(study, id, values.back()));
    const bool has_numbers = !study::has_names(study::parameter(id).kind);
    if (has_numbers && is_logarithmic(values)) shown += ", logarithmic";
    fmt::print("  {:<34} {:>9}   {}\n", (is_named ? "  " : "") + std::string(path_of(id)),
               is_named ? "" : grouped(axis.size()), shown);
  }
}

std::string text_of(const sweep::Reach& reach) {
  const auto low = fmt::format("{:.3g}", 1e3 * reach.low), high = fmt::format("{:.3g}", 1e3 * reach.high);
  return low == high ? low + " ms" : fmt::format("{} to {} ms", low, high);
}

}  // namespace

void print_design_space(const study::Study& study) {
  const std::uint64_t count = study::scenario_count(study);
  fmt::print("{}\n\nmodel {}, {}{}{}\n", printed_title(study),
             models::kModels[static_cast<std::size_t>(study.model)].name, study.docking ? "docking" : "",
             study.docking && study.hil ? " and " : "", study.hil ? "hil" : "");
  fmt::print("{} scenario{}{}\n", grouped(count), count == 1 ? "" : "s", study.axes.empty() ? "" : ":");
  if (study.design)
    print_design(study, *study.design);
  else
    for (const auto& axis : study.axes) print_axis(study, axis);
}

void print_plausibility(const study::Study& study) {
  const sweep::Plausibility its = sweep::plausibility(study);
  if (its.looked_at > 0)
    fmt::print("lag        {} of the testbed; a contact lasts about {}: at most {:.2g} of it\n",
               text_of(its.lag), text_of(its.duration), its.largest_lag);
  if (its.place.largest > 0.0 || its.force.largest > 0.0)
    fmt::print("quanta     at most {:.2g} of the penetration's peak, {:.2g} of the force's\n",
               its.place.largest, its.force.largest);
  for (const auto& warning : sweep::warnings(study, its)) fmt::print("warning: {}\n", warning);
}

void print_mechanism(const study::Study& study) {
  if (study.model != models::ModelKind::sixdof || !mechanism::is_of_features(study.mechanism)) return;
  const auto start = study::mechanism_start(study::sixdof_setup(study, 0));
  fmt::print("mechanism  the first scenario starts with the chaser's port at x = {:.4g} mm; {}\n",
             1e3 * start.port, start.overlaps.empty() ? "nothing overlaps there" : "there overlap:");
  for (const auto& its : start.overlaps)
    fmt::print("           {} and {}, by {:.3g} mm\n", its.chaser, its.target, 1e3 * its.depth);
  if (!start.meets)
    fmt::print(
        "warning: straight ahead the chaser of the first scenario meets nothing; look at approach.offset and "
        "at "
        "the places of the features\n");
}

Json design_space_json(const study::Study& study) {
  Json reported = Json::array();
  if (study.docking) reported.push("docking");
  if (study.hil) reported.push("hil");
  Json axes = Json::array();
  for (const auto& axis : study.axes) {
    Json parameters = Json::array();
    for (std::size_t p = 0; p < axis.parameters.size(); ++p) {
      const study::Parameter& its = study::parameter(axis.parameters[p]);
      const bool is_number = its.kind == study::ValueKind::quantity || its.kind == study::ValueKind::number;
      Json parameter = Json::object().add("key", its.path).add("units", its.unit);
      if (is_number) {
        const auto [low, high] = std::ranges::minmax(axis.values[p]);
        parameter.add("min", low).add("max", high);
      } else {
        const std::set<double> names(axis.values[p].begin(), axis.values[p].end());
        Json texts = Json::array();
        for (const double name : names) texts.push(study::text_of(study, axis.parameters[p], name));
        parameter.add("names", std::move(texts));
      }
      parameters.push(std::move(parameter));
    }
    axes.push(Json::object().add("name", axis.name).add("size", axis.size()).add("parameters", parameters));
  }
  Json all = Json::object().add("title", study.title);
  all.add("model", models::kModels[static_cast<std::size_t>(study.model)].name).add("models", reported);
  all.add("scenarios", study::scenario_count(study)).add("study_sha256", study.sha256);
  if (study.design) all.add("design", sampling::named(study.design->setup.type).name);
  all.add("axes", std::move(axes));
  return all.add("warnings", Json::list(sweep::warnings(study, sweep::plausibility(study))));
}

}  // namespace hilspace::app
