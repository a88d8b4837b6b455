// Schema of a mechanism's features and pairs.

#include <algorithm>
#include <array>
#include <vector>

#include "mechanism/feature_setup.hpp"
#include "mechanism/hook_setup.hpp"
#include "mechanism/latch_setup.hpp"
#include "reference/schema.hpp"
#include "study/reading/choice.hpp"

namespace hilspace::app {
namespace {

Json lengths(std::size_t count) { return schema_of_array(quantity_schema("m"), count, count); }
Json angles(std::size_t count) { return schema_of_array(quantity_schema("rad"), count, count); }
Json direction() { return schema_of_array(schema_of_type("number"), 3, 3); }

bool has_default(std::string_view key) {
  const auto* number = std::ranges::find(mechanism::kFeatureNumbers, key, &mechanism::FeatureNumber::name);
  return number != mechanism::kFeatureNumbers.end() && number->has_default;
}

/// The dimensions of one type: required unless they have a default; those of other types are errors.
Json rule_of(const mechanism::NamedFeatureType& type, const std::vector<std::string_view>& dimensions) {
  std::vector<std::string_view> required, others;
  for (const auto key : dimensions) {
    if (std::ranges::find(type.keys, key) == type.keys.end())
      others.push_back(key);
    else if (!has_default(key))
      required.push_back(key);
  }
  return schema_where("type", Json::list(std::array{type.name}),
                      schema_without(others).add("required", Json::list(required)));
}

}  // namespace

Json feature_schema() {
  Json properties = Json::object();
  properties.add("name", schema_of_type("string"));
  properties.add("on", schema_of_names(std::array{"body", "link"}));
  properties.add("side", schema_of_names(mechanism::kSides));
  properties.add("type", schema_of_names(study::names_of(mechanism::kFeatureTypes)));
  properties.add("at", lengths(3)).add("rotation", angles(3)).add("axis", direction());
  properties.add("repeat", schema_of_type("integer").add("minimum", 1));
  std::vector<std::string_view> dimensions{"from", "to", "faces", "half_width", "profile"};
  properties.add("from", lengths(3)).add("to", lengths(3)).add("faces", direction());
  properties.add("half_width", angles(2)).add("profile", schema_of_array(lengths(2), 2));
  for (const auto& its : mechanism::kFeatureNumbers) {
    dimensions.push_back(its.name);
    properties.add(std::string(its.name),
                   quantity_schema(its.unit, 0.0, its.may_be_zero).add("description", its.meaning));
  }
  Json feature = schema_of_table(std::move(properties), {"name", "side", "type"});
  Json rules = Json::array();
  for (const auto& type : mechanism::kFeatureTypes) rules.push(rule_of(type, dimensions));
  feature.add("allOf", std::move(rules));
  return feature.add("not", Json::object().add("required", Json::list(std::array{"rotation", "axis"})));
}

Json feature_pair_schema() {
  const Json name = schema_of_type("string");
  return schema_of_table(Json::object()
                             .add("active", name)
                             .add("passive", name)
                             .add("friction", schema_of_type("number").add("minimum", 0)),
                         {"active", "passive"});
}

/// Two types share the names of keys, not their units; the reader tells them apart.
Json latch_schema() {
  Json properties = Json::object();
  properties.add("name", schema_of_type("string")).add("catches", schema_of_type("string"));
  properties.add("type", schema_of_names(study::names_of(mechanism::kLatchTypes)));
  properties.add("on", schema_of_names(std::array{"body", "link"}));
  properties.add("at", lengths(3)).add("rotation", angles(3)).add("direction", direction());
  properties.add("repeat", schema_of_type("integer").add("minimum", 1));
  properties.add("friction", schema_of_type("number").add("minimum", 0));
  properties.add("tip", schema_of_array(quantity_schema("m"), 2, 3));
  for (const char* key : {"hinge", "root", "heel", "groove"}) properties.add(key, lengths(2));
  for (const auto& its : mechanism::kLatchNumbers)
    properties.add(std::string(its.name), schema_of_type("string").add("description", its.meaning));
  return schema_of_table(std::move(properties),
                         {"name", "type", "catches", "preload", "rate", "travel", "stop"});
}

Json hook_schema() {
  Json properties = Json::object();
  properties.add("name", schema_of_type("string")).add("at", lengths(3));
  properties.add("repeat", schema_of_type("integer").add("minimum", 1));
  std::vector<std::string_view> required{"name", "at"};
  for (const auto& its : mechanism::kHookNumbers) {
    properties.add(std::string(its.name), quantity_schema(its.unit, 0.0, its.may_be_zero));
    if (!its.has_default) required.push_back(its.name);
  }
  return schema_of_table(std::move(properties), required);
}

Json joint_schema() {
  return schema_of_table(Json::object()
                             .add("stiffness", schema_of_array(schema_of_type("string"), 3, 6))
                             .add("damping", schema_of_array(schema_of_type("string"), 3, 6)),
                         {"stiffness", "damping"});
}

Json link_schema() {
  return schema_of_table(Json::object()
                             .add("side", schema_of_names(std::array{"chaser", "target"}))
                             .add("mass", quantity_schema("kg", 0.0, false))
                             .add("inertia", schema_of_array(quantity_schema("kg m2", 0.0, false), 3, 3))
                             .add("stiffness", schema_of_array(schema_of_type("string"), 3, 6))
                             .add("damping", schema_of_array(schema_of_type("string"), 3, 6)),
                         {"mass", "inertia", "stiffness", "damping"});
}

}  // namespace hilspace::app
