// The frame of the schema: models, tables, axes.

#include "reference/schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contact/material.hpp"
#include "core/version.hpp"
#include "instruments/setup.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/vectors.hpp"
#include "study/schema/known_keys.hpp"

namespace hilspace::app {
namespace {

using Paths = std::vector<std::string_view>;
using models::ModelKind;

/// Where the keys of a study stand: in its tables, or on an axis, where a path may be one key in quotes, and has
/// values in the place of one.
enum class Where { base, axis };

std::string definition(std::string_view path, Where where) {
  return where == Where::base ? std::string(path) : fmt::format("axis of {}", path);
}

/// Several values: an array, or a range of what is a number.
Json axis_schema(const study::Parameter& its) {
  const Json value = schema_reference(its.path);
  Json array = schema_of_array(value, 1);
  if (its.kind != study::ValueKind::quantity && its.kind != study::ValueKind::number) return array;
  const Json width = its.kind == study::ValueKind::quantity
                         ? quantity_schema(its.unit, 0.0, false)
                         : schema_of_type("number").add("exclusiveMinimum", 0);
  Json range =
      schema_of_table(Json::object()
                          .add("from", value)
                          .add("to", value)
                          .add("count", schema_of_type("integer").add("minimum", 2).add("maximum", 1 << 24))
                          .add("step", width)
                          .add("spacing", schema_of_names(std::array{"linear", "log"})),
                      {"from", "to"});
  range.add("oneOf", Json::array({Json::object().add("required", Json::list(std::array{"count"})),
                                  Json::object().add("required", Json::list(std::array{"step"}))}));
  range.add("dependencies", Json::object().add("spacing", Json::list(std::array{"count"})));
  return Json::object().add("anyOf", Json::array({std::move(array), std::move(range)}));
}

class Tables {
 public:
  Tables(ModelKind model, Where where)
      : model_(model),
        where_(where),
        paths_(where == Where::base ? study::known_keys(model) : study::parameter_paths(model)) {}

  /// Properties of the table whose keys begin with `prefix`, such as "contact.".
  Json properties(const std::string& prefix) const {
    Json all = Json::object();
    for (const std::string_view path : paths_) {
      if (!path.starts_with(prefix)) continue;
      for (auto dot = path.find('.', prefix.size());; dot = path.find('.', dot + 1)) {
        const auto key = path.substr(prefix.size(), dot - prefix.size());
        if (!all.has(key)) all.add(std::string(key), value(path, dot));
        if (dot == path.npos || where_ == Where::base) break;
      }
    }
    return all;
  }

  Json table(const std::string& prefix) const {
    Json its = schema_of_table(properties(prefix));
    // In quotes a key may be a path of several tables, which hardly anybody writes.
    if (where_ == Where::base) its.add("patternProperties", any_path());
    if (Json all = exclusions(prefix); !all.is_empty()) its.add("allOf", std::move(all));
    if (where_ == Where::base && is_instrument(prefix)) its.add("dependencies", chain_rules());
    return its;
  }

  static Json any_path() { return Json::object().add("\\.", Json::object()); }

 private:
  /// Behind the key that ends at `dot`: a value, a table, or either.
  Json value(std::string_view path, std::size_t dot) const {
    const std::string_view key = path.substr(0, dot);
    const std::string inner = fmt::format("{}.", key);
    const bool has_table = std::ranges::any_of(paths_, [&](auto its) { return its.starts_with(inner); });
    if (!has_table) return whole_value(key);
    const study::Vector* const vector = study::find_vector(key);
    if (vector == nullptr && study::find_setting(key) == nullptr) return table(inner);
    Json whole = vector != nullptr ? vector_schema(*vector) : whole_value(key);
    if (where_ == Where::axis) whole = schema_of_array(std::move(whole), 1);
    return Json::object().add("anyOf", Json::array({std::move(whole), table(inner)}));
  }

  Json whole_value(std::string_view path) const {
    if (const auto* setting = study::find_setting(path)) return setting_schema(*setting, model_);
    return schema_reference(definition(path, where_));
  }

  static Json vector_schema(const study::Vector& vector) {
    Json components = Json::array();
    for (const auto name : vector.components)
      components.push(schema_reference(fmt::format("{}.{}", vector.path, name)));
    Json whole = schema_of_array(std::move(components), vector.components.size(), vector.components.size());
    if (vector.products.empty()) return whole;
    const std::size_t n = vector.components.size();
    Json rows = schema_of_array(schema_of_array(quantity_schema("kg m2"), n, n), n, n);
    return Json::object().add("anyOf", Json::array({std::move(whole), std::move(rows)}));
  }

  static bool is_instrument(std::string_view prefix) {
    return std::ranges::any_of(study::kInstruments, [&](const study::NamedInstrument& its) {
      return prefix.starts_with(its.name) && prefix.size() == its.name.size() + 1;
    });
  }

  /// A chain excludes the shorthand. A stage has to be in one; that of the rig is there by itself.
  Json chain_rules() const {
    std::vector<std::string_view> shorthand;
    for (std::size_t row = 0; row < study::kShorthandKeys; ++row)
      shorthand.push_back(study::rows::kInstrumentRows[row].parameter.path);
    Json rules = Json::object().add("chain", schema_without(shorthand));
    if (model_ == ModelKind::rig) return rules;
    for (const auto& stage : instruments::kStages)
      rules.add(std::string(stage.name), Json::list(std::array{"chain"}));
    return rules;
  }

  /// Two spellings of one thing, of which a table has one.
  Json exclusions(std::string_view prefix) const {
    Json all = Json::array();
    const auto key_of = [&](study::Id id) {
      const auto& its = study::parameter(id);
      const bool here = its.models.has(model_) && its.path.starts_with(prefix) &&
                        its.path.find('.', prefix.size()) == its.path.npos;
      return here ? its.path.substr(prefix.size()) : "";
    };
    for (const auto& [first, second] : study::exclusive_parameters())
      if (!key_of(first).empty() && !key_of(second).empty())
        all.push(Json::object().add(
            "not", Json::object().add("required", Json::list(std::array{key_of(first), key_of(second)}))));
    return all;
  }

  ModelKind model_;
  Where where_;
  Paths paths_;
};

Json axes_schema(ModelKind model) {
  Json properties = Tables(model, Where::axis).properties("");
  properties.add("name",
                 schema_of_type("string")
                     .add("pattern", "^[A-Za-z0-9_.-]+$")
                     .add("description", "name of the axis in the result; default: the path of its one key"));
  Json axis = schema_of_table(std::move(properties));
  axis.add("minProperties", 1);
  axis.add("not", Json::object().add("required", Json::list(std::array{"name"})).add("maxProperties", 1));
  return schema_of_array(std::move(axis), 0);
}

/// Without materials or laws of its own, tables of that key, a study has those that are built in.
Json built_in(std::string_view key, study::ValueKind kind, const std::vector<std::string_view>& names) {
  Json contact = Json::object();
  for (const auto& its : study::parameters())
    if (its.kind == kind)
      contact.add(std::string(its.path.substr(its.path.find('.') + 1)), schema_of_names(names));
  Json properties = Json::object().add("contact", Json::object().add("properties", std::move(contact)));
  return Json::object()
      .add("if", Json::object().add("required", Json::list(std::array{key})))
      .add("else", Json::object().add("properties", std::move(properties)));
}

/// A design varies something, unless its points come from a file.
Json something_varies() {
  const auto required = [](std::string_view key) {
    return Json::object().add("required", Json::list(std::array{key}));
  };
  return Json::object().add(
      "anyOf",
      Json::array({Json::object().add("not", required("design")), required("parameter"),
                   Json::object().add("properties", Json::object().add("design", required("file")))}));
}

Json model_schema(ModelKind model) {
  Json properties = Tables(model, Where::base).properties("");
  properties.add("laws", laws_schema());
  properties.add("materials", materials_schema());
  properties.add("axis", axes_schema(model));
  properties.add("design", design_schema());
  properties.add("parameter", varied_schema(model));
  Json its = schema_of_table(std::move(properties));
  its.add("patternProperties", Tables::any_path());
  its.add("dependencies", Json::object().add("parameter", Json::list(std::array{"design"})));
  its.add("not", Json::object().add("required", Json::list(std::array{"axis", "design"})));
  its.add(
      "allOf",
      Json::array({built_in("materials", study::ValueKind::material, study::names_of(contact::materials())),
                   built_in("laws", study::ValueKind::law, study::names_of(contact::kLaws)),
                   something_varies()}));
  return its;
}

std::string_view name_of(ModelKind model) { return models::kModels[static_cast<std::size_t>(model)].name; }

}  // namespace

Json study_schema() {
  Json definitions = Json::object();
  for (const auto& its : study::parameters())
    definitions.add(definition(its.path, Where::base), value_schema(its));
  for (const auto& its : study::parameters())
    definitions.add(definition(its.path, Where::axis), axis_schema(its));
  for (const auto model : {ModelKind::axial, ModelKind::sixdof, ModelKind::rig, ModelKind::four_mass})
    definitions.add(fmt::format("study of {}", name_of(model)), model_schema(model));

  Json chosen = schema_reference(fmt::format("study of {}", name_of(ModelKind::axial)));  // the default
  for (const auto model : {ModelKind::sixdof, ModelKind::rig, ModelKind::four_mass}) {
    Json where = schema_where("model", Json::list(std::array{name_of(model)}),
                              schema_reference(fmt::format("study of {}", name_of(model))));
    where.add("else", std::move(chosen));
    chosen = std::move(where);
  }
  return Json::object()
      .add("$schema", "http://json-schema.org/draft-07/schema#")
      .add("title", "Study of hilspace")
      .add("description", fmt::format("Printed by hilspace {}: hilspace list schema", version()))
      .add("type", "object")
      .add("allOf", Json::array({std::move(chosen)}))
      .add("definitions", std::move(definitions));
}

Json schema_reference(std::string_view name) {
  std::string pointer;
  for (const char c : name) pointer += c == ' ' ? "%20" : std::string(1, c);
  return Json::object().add("$ref", "#/definitions/" + pointer);
}

Json schema_of_type(std::string_view type) { return Json::object().add("type", type); }

Json schema_of_array(Json items, std::size_t least, std::size_t most) {
  Json its = schema_of_type("array").add("items", std::move(items));
  if (least > 0) its.add("minItems", least);
  if (most > 0) its.add("maxItems", most);
  return its;
}

Json schema_of_table(Json properties, const std::vector<std::string_view>& required) {
  Json its =
      schema_of_type("object").add("properties", std::move(properties)).add("additionalProperties", false);
  if (!required.empty()) its.add("required", Json::list(required));
  return its;
}

Json schema_where(std::string_view key, Json names, Json then) {
  Json condition = Json::object()
                       .add("required", Json::list(std::array{key}))
                       .add("properties", Json::object().add(std::string(key),
                                                             Json::object().add("enum", std::move(names))));
  return Json::object().add("if", std::move(condition)).add("then", std::move(then));
}

Json schema_without(const std::vector<std::string_view>& keys) {
  Json properties = Json::object();
  for (const auto key : keys) properties.add(std::string(key), false);
  return Json::object().add("properties", std::move(properties));
}

}  // namespace hilspace::app
