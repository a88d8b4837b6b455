// Tables of `hilspace list` about mechanisms: features, their pairs, latches.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "mechanism/assembly.hpp"
#include "mechanism/hook_setup.hpp"
#include "mechanism/pairs/no_pair.hpp"
#include "reference/list.hpp"

namespace hilspace::app {
namespace {

/// A feature of that type, of any size; a segment is a pin of that thickness.
mechanism::Primitive example_of(const mechanism::NamedFeatureType& type, double thickness) {
  mechanism::FeatureSetup setup;
  setup.type = static_cast<mechanism::FeatureType>(&type - mechanism::kFeatureTypes.data());
  setup.radius = setup.type == mechanism::FeatureType::segment ? thickness : 2.0;
  setup.tube = setup.length = 1.0;
  setup.profile = {{0.0, 1.0}, {-1.0, 1.0}};
  return mechanism::primitive_of(setup);
}

/// Whether features of these types can push each other, where their segments have that thickness.
bool meet(const mechanism::NamedFeatureType& one, const mechanism::NamedFeatureType& other,
          double thickness) {
  const auto first = example_of(one, thickness), second = example_of(other, thickness);
  return mechanism::find_pair(first, second) != nullptr && !mechanism::never_push(first, second);
}

/// What parts of a mechanism may be, and the keys of each.
template <class Types>
ListTable types_of(const Types& all) {
  ListTable types{"Types", {{"type", true}, {"what it is"}, {"its keys", true}}, {}};
  for (const auto& type : all) {
    std::vector<std::string> keys;
    for (const auto key : type.keys)
      if (!key.empty()) keys.push_back(std::string(key));
    types.rows.push_back(
        {std::string(type.name), std::string(type.meaning), fmt::format("{}", fmt::join(keys, ", "))});
  }
  return types;
}

}  // namespace

std::vector<ListTable> feature_tables() {
  const ListTable types = types_of(mechanism::kFeatureTypes);
  ListTable keys{"Keys", {{"key", true}, {"example", true}, {"meaning"}}, {}};
  keys.rows = {
      {"name", "\"head\"", "by which pairs call it"},
      {"side", "\"chaser\"",
       "chaser, target, or both: on the chaser as written, on the target turned by half a turn about z"},
      {"type", "\"sphere\"", "one of the above"},
      {"at", R"(["45 mm", "0 mm", "0 mm"])", "its origin, from the port of its body; default: 0"},
      {"axis", "[0, 0, 1]", "where its x points; default: along x of the body"},
      {"rotation", R"(["0 deg", "90 deg", "0 deg"])", "instead: roll, pitch and yaw of its axes (3-2-1)"},
      {"repeat", "3", "so many copies of it around x of the body, evenly; default: 1"},
      {"on", "\"link\"", "body (default), or link: on [mechanism.link], if that is on its side"},
  };
  for (const auto& number : mechanism::kFeatureNumbers)
    keys.rows.push_back({std::string(number.name), std::string(number.example), std::string(number.meaning)});
  keys.rows.insert(keys.rows.end(),
                   {{"from", R"(["0 mm", "20 mm", "0 mm"])", "one end of the segment or border"},
                    {"to", R"(["0 mm", "20 mm", "90 mm"])", "the other end"},
                    {"faces", "[0, 1, 0]", "the side of the border on which the other body is"},
                    {"half_width", R"(["28.5 deg", "15 deg"])", "of the petal, at its base and at its top"},
                    {"profile", R"([["0 mm", "50 mm"], ["-90 mm", "50 mm"]])",
                     "points (x, r) of the revolution, in order: free space on the left of the way"}});
  ListTable pairs{"Contacts that are known (*: with a thickness)", {{"feature", true}, {"meets", true}}, {}};
  for (const auto& one : mechanism::kFeatureTypes) {
    std::vector<std::string> partners;
    for (const auto& other : mechanism::kFeatureTypes)
      if (meet(one, other, 1.0))
        partners.push_back(std::string(other.name) + (meet(one, other, 0.0) ? "" : "*"));
    pairs.rows.push_back({std::string(one.name), fmt::format("{}", fmt::join(partners, ", "))});
  }
  return {types, keys, pairs};
}

std::vector<ListTable> latch_tables() {
  const std::string origin = R"(["0 mm", "0 mm", "0 mm"])";
  const ListTable types = types_of(mechanism::kLatchTypes);
  ListTable keys{
      "Keys", {{"key", true}, {"rotary", true}, {"plunger", true}, {"sensor", true}, {"meaning"}}, {}};
  keys.rows = {
      {"name", "\"pawl\"", "\"bolt\"", "\"switch\"", "by which messages call it"},
      {"catches", "\"ring\"", "\"cone\"", "\"face\"",
       "of the target, what holds or pushes it: an edge; a revolution; either a plane"},
      {"on", "\"link\"", "\"link\"", "\"link\"", "body (default), or link"},
      {"at", origin, origin, origin, "its origin, from the port; default: 0"},
      {"rotation", R"(["45 deg", "0 deg", "0 deg"])", "", "", "roll, pitch and yaw of its axes (3-2-1)"},
      {"repeat", "3", "4", "2", "so many copies of it around x, evenly; default: 1"},
      {"friction", "0.1", "0.1", "0.1", "coefficient, of all its surfaces; default: 0"},
      {"hinge", R"(["110 mm", "485 mm"])", "", "", "along x of its axes, and along y"},
      {"tip", R"(["50 mm", "612 mm"])", R"(["0 mm", "57 mm", "0 mm"])", R"(["8 mm", "630 mm", "0 mm"])",
       "its tip at rest"},
      {"root", R"(["120 mm", "475 mm"])", "", "", "the surface from tip to root glides on the edge"},
      {"heel", R"(["46 mm", "540 mm"])", "", "", "the surface from tip to heel holds behind the bore"},
      {"direction", "", "[0, 1, 0]", "[1, 0, 0]", "the way its tip points"},
      {"groove", "", R"(["-55 mm", "-30 mm"])", "", "x of its front and its rear, axes of the revolution"},
  };
  for (const auto& its : mechanism::kLatchNumbers)
    keys.rows.push_back({std::string(its.name), std::string(its.examples[0]), std::string(its.examples[1]),
                         std::string(its.examples[2]), std::string(its.meaning)});
  ListTable hooks{"Keys of a hook, [[mechanism.hook]]", {{"key", true}, {"example", true}, {"meaning"}}, {}};
  hooks.rows = {{"name", "\"hook\"", "by which messages call it"},
                {"at", R"(["0 mm", "640 mm", "0 mm"])",
                 "its place from the chaser's port, its mate's from the target's"},
                {"repeat", "12", "so many copies of it around x, evenly; default: 1"}};
  for (const auto& its : mechanism::kHookNumbers)
    hooks.rows.push_back({std::string(its.name), std::string(its.example), std::string(its.meaning)});
  return {types, keys, hooks};
}

}  // namespace hilspace::app
