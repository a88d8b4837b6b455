// What a study may say of its mechanism: the name of a ready-made one, or a table of features.

#include <algorithm>
#include <array>

#include "mechanism/feature_setup.hpp"
#include "mechanism/setup.hpp"
#include "schema.hpp"
#include "study/reading/choice.hpp"

namespace hilspace::app {
namespace {

using mechanism::kFeatureNumbers;
using mechanism::kFeatureTypes;
using study::names_of;

Json lengths(std::size_t count) { return schema_of_array(quantity_schema("m"), count, count); }
Json angles(std::size_t count) { return schema_of_array(quantity_schema("rad"), count, count); }
Json direction() { return schema_of_array(schema_of_type("number"), 3, 3); }

/// A type of feature needs its keys, and takes no others of the table.
Json type_rule(const mechanism::NamedFeatureType& type, const std::vector<std::string_view>& of_types) {
  std::vector<std::string_view> required, others;
  for (const auto key : of_types) {
    if (std::ranges::find(type.keys, key) == type.keys.end()) {
      others.push_back(key);
      continue;
    }
    const auto number = std::ranges::find(kFeatureNumbers, key, &mechanism::FeatureNumber::name);
    if (number == kFeatureNumbers.end() || !number->has_default) required.push_back(key);
  }
  return schema_where("type", Json::list(std::array{type.name}),
                      schema_without(others).add("required", Json::list(required)));
}

}  // namespace

Json features_schema() {
  Json properties = Json::object();
  properties.add("name", schema_of_type("string")).add("side", schema_of_names(mechanism::kSides));
  properties.add("type", schema_of_names(names_of(kFeatureTypes)));
  properties.add("at", lengths(3)).add("axis", direction()).add("rotation", angles(3));
  properties.add("repeat", schema_of_type("integer").add("minimum", 1).add("maximum", 360));
  std::vector<std::string_view> of_types{"from", "to", "faces", "half_width", "profile"};
  properties.add("from", lengths(3)).add("to", lengths(3)).add("faces", direction());
  properties.add("half_width", angles(2)).add("profile", schema_of_array(lengths(2), 1));
  for (const auto& its : kFeatureNumbers) {
    of_types.push_back(its.name);
    properties.add(std::string(its.name),
                   quantity_schema(its.unit, 0.0, its.may_be_zero).add("description", its.meaning));
  }
  Json rules = Json::array();
  for (const auto& type : kFeatureTypes) rules.push(type_rule(type, of_types));
  rules.push(
      Json::object().add("not", Json::object().add("required", Json::list(std::array{"axis", "rotation"}))));
  Json feature = schema_of_table(std::move(properties), {"name", "side", "type"});
  return schema_of_array(std::move(feature.add("allOf", std::move(rules))), 1);
}

Json pairs_schema() {
  Json properties =
      Json::object().add("active", schema_of_type("string")).add("passive", schema_of_type("string"));
  properties.add("friction", schema_of_type("number").add("minimum", 0));
  return schema_of_array(schema_of_table(std::move(properties), {"active", "passive"}), 1);
}

Json mechanism_schema() {
  auto ready_made = names_of(mechanism::kMechanisms);
  std::erase(ready_made, "features");
  Json properties = Json::object().add("kind", schema_of_names(names_of(mechanism::kMechanisms)));
  properties.add("start_at", quantity_schema("m")).add("docked_at", quantity_schema("m"));
  properties.add("feature", features_schema()).add("pair", pairs_schema());
  Json table = schema_of_table(std::move(properties), {"kind"});
  Json rules = Json::array();
  rules.push(schema_where("kind", Json::list(std::array{"features"}),
                          Json::object().add("required", Json::list(std::array{"feature"}))));
  rules.push(schema_where("kind", Json::list(ready_made),
                          schema_without({"start_at", "docked_at", "feature", "pair"})));
  table.add("allOf", std::move(rules));
  return Json::object().add("anyOf", Json::array({schema_of_names(ready_made), std::move(table)}));
}

}  // namespace hilspace::app
