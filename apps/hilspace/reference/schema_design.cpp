// Designs, what they vary, and the materials of a study.

#include <array>

#include "contact/material.hpp"
#include "reference/schema.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/limits.hpp"
#include "study/reading/read_design.hpp"
#include "study/schema/material_rows.hpp"

namespace hilspace::app {
namespace {

using study::ValueKind;
using Names = std::vector<std::string_view>;

std::string described(std::span<const study::DesignKey> keys, std::string_view table, std::string_view name) {
  for (const auto& key : keys)
    if (key.path.starts_with(table) && key.path.substr(table.size()) == name)
      return std::string(key.description);
  return {};
}

/// The keys of a distribution that are numbers, in order.
constexpr std::array<std::string_view, 5> kNumbers{"from", "to", "mean", "std", "mode"};

/// The parameters of the model that have values of these kinds.
Names paths_of(models::ModelKind model, std::span<const ValueKind> kinds) {
  Names paths;
  for (const auto& its : study::parameters())
    for (const auto kind : kinds)
      if (its.kind == kind && its.models.has(model)) paths.push_back(its.path);
  return paths;
}

/// For parameters whose values are such, of one kind.
Json numbers_schema(const Json& value) {
  Json properties = Json::object();
  for (const auto key : kNumbers) properties.add(std::string(key), value);
  return Json::object().add("properties", std::move(properties.add("values", schema_of_array(value, 1))));
}

}  // namespace

Json design_schema() {
  const auto text = [](std::string_view key) { return described(study::design_keys(), "design.", key); };
  const auto count = [&](std::string_view key, int least, int most) {
    return schema_of_type("integer").add("minimum", least).add("maximum", most).add("description", text(key));
  };
  Json properties =
      Json::object()
          .add("type", schema_of_names(study::names_of(sampling::kTypes)).add("description", text("type")))
          .add("samples", count("samples", 1, static_cast<int>(study::most_design_numbers())))
          .add("levels", count("levels", 2, 1 << 16))
          .add("file", schema_of_type("string").add("description", text("file")))
          .add("points_sha256", schema_of_type("string").add("description", text("points_sha256")));
  Json types = Json::array();
  for (const auto& type : sampling::kTypes) {
    Names others, required;
    type.samples.empty() ? others.emplace_back("samples") : required.emplace_back("samples");
    if (!type.has_levels) others.emplace_back("levels");
    if (type.name != sampling::named(sampling::DesignType::list).name) others.emplace_back("file");
    Json its = schema_without(others);
    if (!required.empty()) its.add("required", Json::list(required));
    types.push(schema_where("type", Json::list(std::array{type.name}), std::move(its)));
  }
  return schema_of_table(std::move(properties), {"type"}).add("allOf", std::move(types));
}

Json varied_schema(models::ModelKind model) {
  const auto text = [](std::string_view key) { return described(study::varied_keys(), "parameter.", key); };
  const Names quantities = paths_of(model, std::array{ValueKind::quantity}),
              numbers = paths_of(model, std::array{ValueKind::number}),
              names =
                  paths_of(model, std::array{ValueKind::law, ValueKind::material,
                                             ValueKind::position_compensator, ValueKind::force_compensator,
                                             ValueKind::virtual_source, ValueKind::compliance_reading});
  Names paths = quantities;
  paths.insert(paths.end(), numbers.begin(), numbers.end());
  paths.insert(paths.end(), names.begin(), names.end());

  Json properties = Json::object().add("path", schema_of_names(paths).add("description", text("path")));
  properties.add(
      "distribution",
      schema_of_names(study::names_of(sampling::kDistributions)).add("description", text("distribution")));
  for (const auto key : kNumbers)
    properties.add(std::string(key), Json::object().add("description", text(key)));
  properties.add("values", schema_of_type("array").add("description", text("values")));

  Json rules = Json::array();
  rules.push(schema_where("path", Json::list(quantities), numbers_schema(quantity_schema("m"))));
  rules.push(schema_where("path", Json::list(numbers), numbers_schema(schema_of_type("number"))));
  Json named = numbers_schema(schema_of_type("string")).add("required", Json::list(std::array{"values"}));
  rules.push(schema_where("path", Json::list(names), std::move(named)));
  for (const auto& kind : sampling::kDistributions) {
    Names required, others;
    for (const auto key : kNumbers) {
      const bool needed = std::ranges::find(kind.needs, key) != kind.needs.end();
      if (needed) required.push_back(key);
      if (!needed && !(kind.truncates && (key == "from" || key == "to"))) others.push_back(key);
    }
    rules.push(schema_where("distribution", Json::list(std::array{kind.name}),
                            schema_without(others).add("required", Json::list(required))));
  }
  // It says how it varies: by values alone, by a distribution, or from one end to the other.
  const auto required = [](const auto&... keys) {
    return Json::object().add("required", Json::list(std::array<std::string_view, sizeof...(keys)>{keys...}));
  };
  Json by_values = schema_without({"distribution", "from", "to", "mean", "std", "mode"});
  Json uniform = schema_without({"mean", "std", "mode"});
  rules.push(Json::object().add(
      "anyOf",
      Json::array({by_values.add("required", Json::list(std::array{"values"})),
                   schema_without({"values"}).add("required", Json::list(std::array{"distribution"})),
                   schema_without({"values"})
                       .add("allOf", Json::array({std::move(uniform), required("from", "to")}))})));
  return schema_of_array(schema_of_table(std::move(properties), {"path"}).add("allOf", std::move(rules)), 1);
}

Json laws_schema() {
  Json properties = Json::object().add(
      "damping_number",
      schema_of_type("string")
          .add("description",
               "chi, a formula in c, the restitution, of a law of the family of Hunt and Crossley")
          .add("examples", Json::list(std::array{"1.5*(1-c)/c"})));
  const auto of_points = [](std::string_view example) {
    return schema_of_array(schema_of_type("string").add("examples", Json::list(std::array{example})), 2);
  };
  Json points = Json::object().add("penetration", of_points("0.1 mm")).add("force", of_points("300 N"));
  Json file = schema_of_type("string").add("examples", Json::list(std::array{"curve.csv"}));
  properties.add(
      "force_curve",
      Json::object()
          .add("description",
               "elastic force as measured, in place of k d^n: a CSV file with the columns penetration and "
               "force, "
               "or both as arrays")
          .add("anyOf", Json::array({std::move(file),
                                     schema_of_table(std::move(points), std::vector<std::string_view>{
                                                                            "penetration", "force"})})));
  const Json built_in = schema_of_names(study::names_of(contact::kLaws));
  return schema_of_type("object")
      .add("description", "laws of the study's own, beside those that are built in")
      .add("propertyNames", Json::object().add("pattern", "^[A-Za-z0-9_-]+$").add("not", built_in))
      .add("additionalProperties",
           schema_of_table(std::move(properties), std::vector<std::string_view>{"damping_number"}));
}

Json materials_schema() {
  Json properties = Json::object();
  Names required;
  for (const auto& row : study::kMaterialRows) {
    properties.add(std::string(row.path), value_schema(row));
    required.push_back(row.path);
  }
  const Json built_in = schema_of_names(study::names_of(contact::materials()));
  return schema_of_type("object")
      .add("description", "materials of the study's own, beside those that are built in")
      .add("propertyNames", Json::object().add("pattern", "^[A-Za-z0-9_-]+$").add("not", built_in))
      .add("additionalProperties", schema_of_table(std::move(properties), required));
}

}  // namespace hilspace::app
