#include "study/reading/parts/read_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <variant>

#include "core/error.hpp"
#include "mechanism/assembly.hpp"
#include "mechanism/extent.hpp"
#include "mechanism/pairs/no_pair.hpp"
#include "mechanism/revolution.hpp"
#include "study/reading/check_partners.hpp"
#include "study/reading/parts/part_reader.hpp"
#include "study/reading/parts/read_hooks.hpp"
#include "study/reading/parts/read_latches.hpp"

namespace hilspace::study {
namespace {

using mechanism::FeatureNumber;
using mechanism::FeatureSetup;
using mechanism::kFeatureNumbers;
using mechanism::kFeatureTypes;

/// One [[mechanism.feature]].
class FeatureReader : PartReader {
 public:
  using PartReader::PartReader;

  std::optional<FeatureSetup> read() {
    const auto before = reading_.findings.size();
    const auto type = read_name("type", names_of(kFeatureTypes));
    const auto side = read_name("side", mechanism::kSides);
    read_label(setup_.name, "\"head\"", "by which pairs call it");
    if (!type) return std::nullopt;
    setup_.type = static_cast<mechanism::FeatureType>(*type);
    setup_.side = static_cast<mechanism::Side>(side.value_or(0));
    check_keys();
    read_place();
    setup_.on_link = read_on_link();
    for (const auto key : mechanism::named(setup_.type).keys)
      if (!key.empty()) read_dimension(key);
    if (reading_.findings.size() > before) return std::nullopt;
    for (const auto& [key, text] : mechanism::faults(setup_)) complain(key, text);
    if (reading_.findings.size() > before) return std::nullopt;
    return setup_;
  }

 private:
  static constexpr std::array<std::string_view, 8> kOfAll{"name", "side", "on",       "type",
                                                          "at",   "axis", "rotation", "repeat"};

  /// A key that this type of feature does not have.
  void check_keys() {
    const auto& type = mechanism::named(setup_.type);
    std::vector<std::string> keys;
    for (const auto key : kOfAll) keys.push_back(path_of(key));
    for (const auto key : type.keys)
      if (!key.empty()) keys.push_back(path_of(key));
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    for (const auto& entry : table_) {
      const auto key = path_of(entry.key);
      if (std::ranges::find(known, key) != known.end()) continue;
      const bool elsewhere = std::ranges::any_of(kFeatureTypes, [&](const auto& other) {
        return std::ranges::find(other.keys, entry.key) != other.keys.end();
      });
      reading_.findings.add(entry.place, elsewhere
                                             ? fmt::format("{}: a {} has none; remove it", key, type.name)
                                             : unknown_key(key, known));
    }
  }

  void read_place() {
    read_point("at", setup_.at);
    const auto *rotation = find(table_, "rotation"), *axis = find(table_, "axis");
    if (rotation != nullptr && axis != nullptr) complain("axis", "excludes rotation; use one of them");
    if (rotation != nullptr)
      setup_.rotation = read_numbers<3>(path_of("rotation"), rotation->value, "rad", "\"90 deg\"",
                                        R"(["0 deg", "90 deg", "0 deg"])")
                            .value_or(setup_.rotation);
    if (axis != nullptr) read_direction("axis", setup_.axis.emplace());
    setup_.repeat = read_repeat();
  }

  void read_dimension(std::string_view key) {
    const auto* entry = find(table_, key);
    if (key == "from" || key == "to")
      return entry == nullptr ? missing(key, R"(["0 mm", "0 mm", "0 mm"])", "an end")
                              : read_point(key, key == "from" ? setup_.from : setup_.to);
    if (key == "faces")
      return entry == nullptr ? missing(key, "[0, 0, 1]", "the side on which the other body is")
                              : read_direction(key, setup_.faces);
    if (key == "half_width")
      return entry == nullptr ? missing(key, R"(["28.5 deg", "15 deg"])", "at the base and at the top")
                              : read_half_width(*entry);
    if (key == "profile")
      return entry == nullptr ? missing(key, R"([["0 mm", "50 mm"], ["-90 mm", "50 mm"]])",
                                        "points (x, r), free space on the left")
                              : read_profile(*entry);
    const auto& number = *std::ranges::find(kFeatureNumbers, key, &FeatureNumber::name);
    if (entry == nullptr && !number.has_default) return missing(key, number.example, number.meaning);
    if (entry == nullptr) return;
    const bool is_angle = number.unit == "rad";
    const auto path = path_of(key);
    const Parameter known{path,  ValueKind::quantity, number.unit,
                          0.0,   number.may_be_zero,  is_angle ? std::numbers::pi / 2.0 : kFarthest,
                          kNone, number.example,      "",
                          false};
    setup_.*number.value = read_value(known, entry->value, reading_).value_or(0.0);
  }

  void read_half_width(const Entry& entry) {
    const auto path = path_of("half_width");
    setup_.half_width = read_numbers<2>(path, entry.value, "rad", "\"15 deg\"", R"(["28.5 deg", "15 deg"])")
                            .value_or(setup_.half_width);
    if (std::ranges::any_of(setup_.half_width,
                            [](double each) { return each < 0.0 || each > std::numbers::pi; }))
      reading_.complain(path, entry.value, "must be between 0 and 180 deg");
  }

  void read_profile(const Entry& entry) {
    const auto path = path_of("profile");
    const auto* points = entry.value.as<Array>();
    if (points == nullptr)
      return reading_.complain(
          path, entry.value,
          R"(must be an array of points (x, r), as in [["0 mm", "50 mm"], ["-90 mm", "50 mm"]])");
    for (const auto& point : *points)
      if (const auto read = read_numbers<2>(path, point, "m", "\"50 mm\"", R"(["-90 mm", "50 mm"])"))
        setup_.profile.push_back(*read);
  }

  FeatureSetup setup_;
};

std::string names_on(mechanism::Side side, const std::vector<FeatureSetup>& features) {
  std::vector<std::string_view> names;
  for (const auto& feature : features)
    if (feature.side == side || feature.side == mechanism::Side::both) names.push_back(feature.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// One [[mechanism.pair]], of features that are there.
class PairReader : PartReader {
 public:
  using PartReader::PartReader;

  void read() {
    constexpr std::array<std::string_view, 3> keys{"active", "passive", "friction"};
    std::vector<std::string> paths;
    for (const auto key : keys) paths.push_back(path_of(key));
    const std::vector<std::string_view> known(paths.begin(), paths.end());
    for (const auto& entry : table_)
      if (const auto path = path_of(entry.key); std::ranges::find(known, path) == known.end())
        reading_.findings.add(entry.place, unknown_key(path, known));
    const auto before = reading_.findings.size();
    const auto active = read_feature("active", mechanism::Side::chaser),
               passive = read_feature("passive", mechanism::Side::target);
    mechanism::FeaturePairSetup setup;
    setup.friction = read_friction();
    if (reading_.findings.size() > before) return;
    setup.active = active->name;
    setup.passive = passive->name;
    const auto is_the_same = [&](const mechanism::FeaturePairSetup& other) {
      return other.active == setup.active && other.passive == setup.passive;
    };
    if (std::ranges::any_of(reading_.study.features.pairs, is_the_same))
      return reading_.findings.add(value_.place, fmt::format("{}: {} and {} are a pair already; remove one",
                                                             path_, active->name, passive->name));
    const auto one = mechanism::primitive_of(*active), other = mechanism::primitive_of(*passive);
    if (mechanism::find_pair(one, other) == nullptr)
      reading_.findings.add(value_.place, fmt::format("{}: {} and {}: {}", path_, active->name, passive->name,
                                                      mechanism::no_pair(one, other)));
    else if (mechanism::never_push(one, other))
      reading_.findings.add(value_.place, fmt::format("{}: {} and {}: {}", path_, active->name, passive->name,
                                                      mechanism::kNeverPush));
    reading_.study.features.pairs.push_back(setup);
  }

 private:
  const FeatureSetup* read_feature(std::string_view key, mechanism::Side side) {
    const auto& features = reading_.study.features.features;
    const auto* entry = find(table_, key);
    const bool is_chaser = side == mechanism::Side::chaser;
    if (entry == nullptr) {
      missing(key, is_chaser ? "\"head\"" : "\"cone\"",
              is_chaser ? "a feature of the chaser" : "a feature of the target");
      return nullptr;
    }
    const auto* name = read_text(path_of(key), entry->value, reading_);
    if (name == nullptr) return nullptr;
    for (const auto& feature : features)
      if (feature.name == *name && (feature.side == side || feature.side == mechanism::Side::both))
        return &feature;
    reading_.complain(path_of(key), entry->value,
                      fmt::format("no such feature of the {}; there are: {}", is_chaser ? "chaser" : "target",
                                  names_on(side, features)));
    return nullptr;
  }
};

/// Where the chaser starts, and where it has docked.
void read_places(const Table& table, Reading& reading) {
  auto& its = reading.study.features;
  for (const auto& [key, at] : {std::pair{"start_at", &its.start_at}, std::pair{"docked_at", &its.docked_at}})
    if (const auto* entry = find(table, key)) {
      const auto path = join("mechanism", key);
      const Parameter known{path,  ValueKind::quantity, "m", -kFarthest, true, kFarthest,
                            kNone, "\"-245 mm\"",       ""};
      *at = read_value(known, entry->value, reading).value_or(*at);
    }
  if (std::isfinite(its.start_at) && its.docked_at <= its.start_at)
    reading.findings.add(find(table, "docked_at")->place,
                         "mechanism.docked_at: the chaser is there at the start; it must be above start_at");
}

void read_features(const Table& table, const Location& place, Reading& reading) {
  auto& its = reading.study.features;
  const auto before = reading.findings.size();
  const auto* features = find(table, "feature");
  if (features == nullptr)
    return reading.findings.add(
        place, "mechanism.feature: missing; write [[mechanism.feature]] for each feature, or another kind");
  for_each_part("mechanism.feature", features, reading, [&](const Value& value, const Table& part) {
    const auto feature = FeatureReader("mechanism.feature", value, part, reading).read();
    if (!feature) return;
    if (std::ranges::find(its.features, feature->name, &FeatureSetup::name) != its.features.end())
      return reading.findings.add(value.place,
                                  fmt::format("mechanism.feature: there is one named {} already; give each "
                                              "a name of its own",
                                              toml_string(feature->name)));
    its.features.push_back(*feature);
  });
  read_places(table, reading);
  if (reading.findings.size() > before) return;  // pairs name them
  for_each_part("mechanism.pair", find(table, "pair"), reading, [&](const Value& value, const Table& part) {
    PairReader("mechanism.pair", value, part, reading).read();
  });
  if (reading.findings.size() == before && its.pairs.empty()) check_partners(features->place, reading);
  if (reading.findings.size() > before) return;
  read_link(find(table, "link"), reading);
  read_latches(find(table, "latch"), reading);
  check_link(*features, find(table, "link") != nullptr, reading);
  if (reading.findings.size() > before) return;
  try {
    its.assembly = std::make_shared<const mechanism::Assembly>(
        mechanism::Assembly::of(its.features, its.pairs, its.latches, its.link && its.link->on_target));
  } catch (const InputError& error) {  // what only shows where latches are put in their places
    const auto* latch = find(table, "latch");
    for (const auto& finding : error.findings())
      reading.findings.add(latch != nullptr ? latch->place : features->place, "mechanism.latch: " + finding);
    return;
  }
  its.latch_count = mechanism::count_of(its.latches, false);
  its.sensor_count = mechanism::count_of(its.latches, true);
  if (std::isfinite(its.start_at) && mechanism::is_past(*its.assembly, its.start_at))
    reading.findings.add(
        find(table, "start_at")->place,
        fmt::format("mechanism.start_at: the chaser starts beyond the target and moves away; "
                    "straight ahead they meet at {:.6g} m",
                    its.assembly->start(Eigen::Matrix3d::Identity(), 0.0, 0.0)));
  if (const auto* latch = its.assembly->blocked())
    reading.findings.add(
        find(table, "latch")->place,
        fmt::format("mechanism.latch: {} cannot give way on a straight approach: it locks "
                    "itself, or travel is too short; move its hinge, or give it more travel or "
                    "less friction",
                    latch->name()));
  else
    for (const auto& placed : its.assembly->latches())
      if (const auto text = placed.misplaced(); !text.empty()) {
        reading.findings.add(find(table, "latch")->place, "mechanism.latch: " + text);
        break;  // the copies of a latch are alike
      }
  if (const auto* pair = its.assembly->inside_out()) {
    const auto &active = its.assembly->chaser()[pair->chaser],
               &passive = its.assembly->target()[pair->target];
    const auto is_profile = [](const mechanism::Feature& feature) {
      return std::holds_alternative<mechanism::Revolution>(feature.primitive);
    };
    reading.findings.add(
        features->place,
        fmt::format("mechanism.feature: {} and {} overlap before they touch; one of them is inside out: {}",
                    active.name, passive.name,
                    is_profile(active) || is_profile(passive)
                        ? "free space is on the left of a profile, from its first point to its last"
                        : "the material of a pad is on the side that its x points to, by axis or rotation"));
  }
}

void read_kind(const Value& value, std::string_view path, Reading& reading) {
  const auto names = names_of(mechanism::kMechanisms);
  if (const auto* name = read_choice(path, value, names, reading))
    reading.study.mechanism =
        static_cast<mechanism::MechanismKind>(std::ranges::find(names, *name) - names.begin());
}

}  // namespace

void check_mechanism_name(const Table& root, Reading& reading) {
  const auto* entry = find(root, "mechanism");
  if (entry == nullptr || reading.study.model != models::ModelKind::sixdof) return;
  const auto* table = entry->value.as<Table>();
  const auto* kind = table == nullptr ? nullptr : find(*table, "kind");
  const Value* name = kind != nullptr ? &kind->value : &entry->value;
  const auto* text = name->as<std::string>();
  const auto names = names_of(mechanism::kMechanisms);
  if (text == nullptr || std::ranges::find(names, *text) != names.end()) return;
  read_kind(*name, kind != nullptr ? "mechanism.kind" : "mechanism", reading);
  reading.findings.throw_if_any();
}

void read_mechanism(std::string_view path, const Value& value, Reading& reading) {
  const auto* table = value.as<Table>();
  const auto before = reading.findings.size();
  if (table == nullptr) {
    read_kind(value, path, reading);
    if (reading.study.mechanism == mechanism::MechanismKind::features && reading.findings.size() == before)
      reading.complain(path, value,
                       "needs a table; write [mechanism] with kind = \"features\" and [[mechanism.feature]]");
    return;
  }
  constexpr std::array<std::string_view, 9> keys{
      "mechanism.kind",  "mechanism.start_at", "mechanism.docked_at", "mechanism.feature", "mechanism.pair",
      "mechanism.latch", "mechanism.link",     "mechanism.hook",      "mechanism.joint"};
  for (const auto& entry : *table)
    if (const auto key = join(path, entry.key); std::ranges::find(keys, key) == keys.end())
      reading.findings.add(entry.place, unknown_key(key, keys));
  const auto* kind = find(*table, "kind");
  if (find(*table, "feature") != nullptr) reading.study.mechanism = mechanism::MechanismKind::features;
  if (kind == nullptr)
    return reading.findings.add(value.place, fmt::format("mechanism.kind: missing; one of {}",
                                                         fmt::join(names_of(mechanism::kMechanisms), ", ")));
  read_kind(kind->value, "mechanism.kind", reading);
  if (reading.findings.size() > before) return;
  if (mechanism::is_of_features(reading.study.mechanism)) read_hard_capture(*table, reading);
  if (reading.study.mechanism == mechanism::MechanismKind::features)
    return read_features(*table, kind->place, reading);
  const bool has_places = mechanism::is_ready_made(reading.study.mechanism);
  const auto is_of_a_unit = [](std::string_view key) {
    return key == "start_at" || key == "docked_at" || key == "hook" || key == "joint";
  };
  for (const auto& entry : *table)
    if (entry.key != "kind" && !(has_places && is_of_a_unit(entry.key)))
      reading.findings.add(
          entry.place,
          fmt::format("mechanism.{}: is of kind = \"features\"; remove it, or change the kind", entry.key));
  if (has_places) read_places(*table, reading);
}

}  // namespace hilspace::study
