// Schemas of the values that the keys of a study accept.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "contact/material.hpp"
#include "dynamics/shape.hpp"
#include "instruments/setup.hpp"
#include "mechanism/setup.hpp"
#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "reference/list.hpp"
#include "reference/schema.hpp"
#include "study/reading/choice.hpp"
#include "study/schema/instrument.hpp"
#include "study/schema/rig.hpp"
#include "study/schema/value_names.hpp"

namespace hilspace::app {
namespace {

using models::ModelKind;
using study::names_of;
using study::Setting;
using study::ValueKind;

/// "30 kg" without its quotes; 0.8 as a number.
Json example_of(std::string_view written) {
  if (written.starts_with('"')) return written.substr(1, written.size() - 2);
  return std::stod(std::string(written));
}

// ---- settings

Json text_schema(const Setting&, ModelKind) { return schema_of_type("string"); }
Json count_schema(const Setting&, ModelKind) { return schema_of_type("integer").add("minimum", 0); }
Json repeats_schema(const Setting&, ModelKind) {
  return schema_of_type("integer").add("minimum", 2).add("maximum", 1'000'000);
}
Json share_schema(const Setting&, ModelKind) {
  return schema_of_type("number").add("minimum", 0).add("maximum", 1);
}
Json time_schema(const Setting&, ModelKind) { return quantity_schema("s", 0.0, false); }
Json model_name_schema(const Setting&, ModelKind) { return schema_of_names(names_of(models::kModels)); }
Json mechanism_schema(const Setting&, ModelKind) { return schema_of_names(names_of(mechanism::kMechanisms)); }
Json features_schema(const Setting&, ModelKind) { return schema_of_array(feature_schema(), 1); }
Json pairs_schema(const Setting&, ModelKind) { return schema_of_array(feature_pair_schema(), 1); }
Json latches_schema(const Setting&, ModelKind) { return schema_of_array(latch_schema(), 1); }
Json link_form(const Setting&, ModelKind) { return link_schema(); }
Json hooks_form(const Setting&, ModelKind) { return schema_of_array(hook_schema(), 1); }
Json joint_form(const Setting&, ModelKind) { return joint_schema(); }
Json ends_with_schema(const Setting&, ModelKind) { return schema_of_names(std::array{"capture"}); }
Json sensors_schema(const Setting&, ModelKind) { return schema_of_names(std::array{"both", "target"}); }
Json position_schema(const Setting&, ModelKind) { return quantity_schema("m"); }
Json impacts_schema(const Setting&, ModelKind) { return schema_of_names(std::array{"first", "all"}); }
Json twin_schema(const Setting&, ModelKind) { return schema_of_names(study::kTwins); }
Json prefilter_schema(const Setting&, ModelKind) { return schema_of_names(study::kPrefilters); }
Json traces_schema(const Setting& setting, ModelKind model) {
  return schema_of_array(count_schema(setting, model), 0).add("uniqueItems", true);
}
Json reported_schema(const Setting&, ModelKind) {
  return schema_of_array(schema_of_names(std::array{"docking", "hil"}), 1).add("uniqueItems", true);
}

Json solver_schema(const Setting&, ModelKind model) {
  auto names = names_of(models::kSolvers);
  if (model == ModelKind::sixdof) names = {names[1], names[2]};  // dopri5, reference
  if (model == ModelKind::four_mass) names.resize(1);            // rk4
  return schema_of_names(names);
}

Json metrics_schema(const Setting&, ModelKind model) {
  std::vector<std::string> groups;
  std::vector<std::string_view> names;
  for (const auto& metric : metrics::catalogue()) {
    if (!metric.belongs_to(model)) continue;
    names.push_back(metric.name);
    auto group = fmt::format("{}.*", metric.name.substr(0, metric.name.find('.')));
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(std::move(group));
  }
  names.insert(names.end(), groups.begin(), groups.end());
  return schema_of_array(schema_of_names(names), 0).add("uniqueItems", true);
}

Json precision_schema(const Setting&, ModelKind) { return schema_of_names(study::kPrecisions); }

Json point_schema(const Setting&, ModelKind) { return schema_of_array(quantity_schema("m"), 3, 3); }

Json shapes_schema(const Setting& setting, ModelKind model) {
  const Json mass = quantity_schema("kg", 0.0, false), density = quantity_schema("kg m-3", 0.0, false);
  Json properties = Json::object().add("kind", schema_of_names(names_of(dynamics::kShapes)));
  properties.add("mass", mass).add("density", density).add("place", point_schema(setting, model));
  properties.add("direction", schema_of_names(dynamics::kDirections));
  for (const auto& its : dynamics::kDimensions)
    properties.add(std::string(its.name),
                   quantity_schema("m", 0.0, its.may_be_zero).add("description", its.meaning));
  Json shape = schema_of_table(std::move(properties), {"kind"});
  Json kinds = Json::array();
  for (const auto& its : dynamics::kShapes) {
    std::vector<std::string_view> required, others;
    for (std::size_t d = 0; d < dynamics::kDimensions.size(); ++d) {
      bool has = false;
      for (const auto dimension : its.dimensions) has |= static_cast<std::size_t>(dimension) == d;
      (has ? required : others).push_back(dynamics::kDimensions[d].name);
    }
    if (!its.has_axis) others.emplace_back("direction");
    kinds.push(schema_where("kind", Json::list(std::array{its.name}),
                            schema_without(others).add("required", Json::list(required))));
  }
  return schema_of_array(std::move(shape.add("allOf", std::move(kinds))), 1);
}

Json springs_schema(const Setting&, ModelKind) {
  Json properties = Json::object().add("stiffness", quantity_schema("N m-1", 0.0, false));
  properties.add("direction", schema_of_array(schema_of_type("number"), 3, 3));
  return schema_of_array(schema_of_table(std::move(properties), {"stiffness", "direction"}), 1);
}

Json bodies_schema(const Setting&, ModelKind) {
  Json properties = Json::object().add("mass", quantity_schema("kg", 0.0, false));
  properties.add("stiffness", quantity_schema("N m-1", 0.0, false));
  properties.add("damping", quantity_schema("N s m-1", 0.0, true));
  return schema_of_array(schema_of_table(std::move(properties), {"mass"}), 2);
}

Json chain_schema(const Setting&, ModelKind) {
  return schema_of_array(schema_of_names(names_of(instruments::kStages)), 0).add("uniqueItems", true);
}

Json calibration_schema(const Setting& setting, ModelKind) {
  const auto* spatial = study::find_spatial_stage(setting.path);
  const std::string_view unit = spatial != nullptr                     ? spatial->unit()
                                : setting.path.starts_with("actuator") ? "m"
                                                                       : "N";
  const Json points = schema_of_array(quantity_schema(unit), 2);
  return schema_of_table(Json::object().add("input", points).add("output", points), {"input", "output"});
}

Json sections_schema(const Setting&, ModelKind) {
  const Json polynomial = schema_of_array(schema_of_type("number"), 1, 3);
  Json section = schema_of_table(Json::object().add("numerator", polynomial).add("denominator", polynomial),
                                 {"numerator", "denominator"});
  return schema_of_table(
      Json::object().add("sections", schema_of_array(std::move(section), 1, instruments::kMostSections)),
      {"sections"});
}

Json coupling_schema(const Setting&, ModelKind) {
  return schema_of_array(schema_of_array(schema_of_type("number"), 6, 6), 6, 6);
}

Json truth_schema(const Setting&, ModelKind) { return schema_of_type("boolean"); }

struct SettingForm {
  std::string_view path;
  Json (*schema)(const Setting&, ModelKind);
};
constexpr std::array kPlainForms{
    SettingForm{"title", text_schema},
    SettingForm{"model", model_name_schema},
    SettingForm{"seed", count_schema},
    SettingForm{"models", reported_schema},
    SettingForm{"mechanism", mechanism_schema},
    SettingForm{"mechanism.kind", mechanism_schema},
    SettingForm{"mechanism.feature", features_schema},
    SettingForm{"mechanism.pair", pairs_schema},
    SettingForm{"mechanism.start_at", position_schema},
    SettingForm{"mechanism.docked_at", position_schema},
    SettingForm{"mechanism.latch", latches_schema},
    SettingForm{"mechanism.link", link_form},
    SettingForm{"mechanism.hook", hooks_form},
    SettingForm{"mechanism.joint", joint_form},
    SettingForm{"scenario.ends_with", ends_with_schema},
    SettingForm{"impacts", impacts_schema},
    SettingForm{"chaser.shape", shapes_schema},
    SettingForm{"chaser.port", point_schema},
    SettingForm{"target.shape", shapes_schema},
    SettingForm{"target.port", point_schema},
    SettingForm{"chaser.body", bodies_schema},
    SettingForm{"target.body", bodies_schema},
    SettingForm{"target.fixed", truth_schema},
    SettingForm{"actuator.chain", chain_schema},
    SettingForm{"actuator.calibration", calibration_schema},
    SettingForm{"actuator.transfer_function", sections_schema},
    SettingForm{"force_sensor.chain", chain_schema},
    SettingForm{"force_sensor.calibration", calibration_schema},
    SettingForm{"force_sensor.transfer_function", sections_schema},
    SettingForm{"rig.twin", twin_schema},
    SettingForm{"compliance.springs", springs_schema},
    SettingForm{"rig.prefilter", prefilter_schema},
    SettingForm{"robot.chain", chain_schema},
    SettingForm{"robot.coupling", coupling_schema},
    SettingForm{"wrench_sensor.chain", chain_schema},
    SettingForm{"wrench_sensor.coupling", coupling_schema},
    SettingForm{"wrench_sensor.sensors", sensors_schema},
    SettingForm{"numerics.solver", solver_schema},
    SettingForm{"numerics.resolve_quantizers", truth_schema},
    SettingForm{"numerics.error_share", share_schema},
    SettingForm{"numerics.repeats", repeats_schema},
    SettingForm{"output.metrics", metrics_schema},
    SettingForm{"output.precision", precision_schema},
    SettingForm{"output.errors", truth_schema},
    SettingForm{"output.traces", traces_schema},
    SettingForm{"output.sample_interval", time_schema},
};
constexpr auto kForms = [] {
  std::array<SettingForm, kPlainForms.size() + study::kSpatialStageKeys.size()> all{};
  std::size_t i = 0;
  for (const SettingForm& form : kPlainForms) all[i++] = form;
  for (const study::SpatialStageKey& key : study::kSpatialStageKeys)
    all[i++] = {key.path(), key.kind == study::kCalibration ? calibration_schema : sections_schema};
  return all;
}();
static_assert(std::ranges::equal(kForms, study::kSettings, {}, &SettingForm::path, &Setting::path),
              "each row of kSettings has its form here, in the same order");

}  // namespace

Json quantity_schema(std::string_view unit, double low, bool low_allowed) {
  constexpr std::string_view kNumber = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?";
  // A unit holds no numbers but exponents: "m/s2", not "kg 500".
  constexpr std::string_view kUnit = "[^\\s0-9.+-](?!.*[\\s*/.(][+-]?[0-9])";
  const bool has_sign = low < 0.0;
  const std::string sign = has_sign ? "" : low_allowed ? "(?!-[0.]*[1-9])" : "(?!-)(?!\\+?[0.]+([^0-9.]|$))";
  const std::string_view frequency = unit.find("Hz") == unit.npos ? "" : "(?=.*(Hz|ertz))";
  return schema_of_type("string").add("pattern",
                                      fmt::format("^\\s*{}{}{}\\s*{}", sign, frequency, kNumber, kUnit));
}

Json value_schema(const study::Parameter& its) {
  Json schema = Json::object();
  std::string description(its.description);
  if (its.kind == ValueKind::law) {
    schema = schema_of_type("string");
    description += fmt::format("; built in: {}", fmt::join(names_of(contact::kLaws), ", "));
  } else if (its.kind == ValueKind::material) {
    schema = schema_of_type("string");
    description += fmt::format("; built in: {}", fmt::join(names_of(contact::materials()), ", "));
  } else if (study::has_names(its.kind)) {
    schema = schema_of_names(study::names_of(its.kind, {}));
  } else if (its.kind == ValueKind::quantity) {
    schema = quantity_schema(its.unit, its.low, its.low_allowed);
    description += fmt::format(" [{}]", its.unit);
  } else {
    schema = schema_of_type(its.whole ? "integer" : "number");
    if (std::isfinite(its.low)) schema.add(its.low_allowed ? "minimum" : "exclusiveMinimum", its.low);
    if (std::isfinite(its.high)) schema.add(its.high_allowed ? "maximum" : "exclusiveMaximum", its.high);
  }
  if (its.kind == ValueKind::quantity || its.kind == ValueKind::number)
    if (const auto range = allowed_text(its); range != "any") description += ", " + range;
  std::vector<std::string_view> words;
  if (!its.absent.empty()) words.push_back(its.absent);
  for (const study::Word& word : its.words)
    if (!word.text.empty()) words.push_back(word.text);
  if (!words.empty()) {
    Json either = Json::array();
    either.push(std::move(schema)).push(schema_of_names(words));
    schema = Json::object().add("anyOf", std::move(either));
  }
  schema.add("description", description);
  if (!std::isnan(its.fallback)) {
    if (const auto word = study::word_of(its, its.fallback); !word.empty())
      schema.add("default", word);
    else if (its.kind == ValueKind::quantity)
      schema.add("default", fmt::format("{} {}", its.fallback, its.unit));
    else
      schema.add("default", its.fallback);
  }
  return schema.add("examples", Json::array({example_of(its.example)}));
}

Json setting_schema(const Setting& setting, ModelKind model) {
  const auto& form = kForms[static_cast<std::size_t>(&setting - study::kSettings.data())];
  return form.schema(setting, model)
      .add("description", fmt::format("{}; for example {}", setting.description, setting.example));
}

}  // namespace hilspace::app
