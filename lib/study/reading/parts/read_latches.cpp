#include "study/reading/parts/read_latches.hpp"

#include "dynamics/mass_properties.hpp"
#include "mechanism/assembly.hpp"
#include "study/reading/parts/part_reader.hpp"

namespace hilspace::study {
namespace {

using mechanism::kLatchNumbers;
using mechanism::kLatchTypes;
using mechanism::LatchNumber;
using mechanism::LatchSetup;

/// One [[mechanism.latch]].
class LatchReader : PartReader {
 public:
  using PartReader::PartReader;

  std::optional<LatchSetup> read() {
    const auto before = reading_.findings.size();
    const auto type = read_name("type", names_of(kLatchTypes));
    read_label(setup_.name, "\"pawl\"", "by which messages call it");
    if (!type) return std::nullopt;
    setup_.type = static_cast<mechanism::LatchType>(*type);
    check_keys();
    read_point("at", setup_.at);
    if (const auto* rotation = find(table_, "rotation"))
      setup_.rotation = read_numbers<3>(path_of("rotation"), rotation->value, "rad", "\"90 deg\"",
                                        R"(["45 deg", "0 deg", "0 deg"])")
                            .value_or(setup_.rotation);
    setup_.repeat = read_repeat();
    setup_.on_link = read_on_link();
    setup_.friction = read_friction().value_or(0.0);
    for (const auto key : kLatchTypes[*type].keys)
      if (!key.empty()) read_dimension(key);
    read_catch();
    if (reading_.findings.size() == before) check_pawl();
    if (setup_.type == mechanism::LatchType::sensor && setup_.trip > setup_.travel &&
        reading_.findings.size() == before)
      complain("trip", "is beyond its travel; it would never switch");
    if (reading_.findings.size() > before) return std::nullopt;
    return setup_;
  }

 private:
  void check_keys() {
    const auto& type = kLatchTypes[static_cast<std::size_t>(setup_.type)];
    std::vector<std::string> keys;
    for (const char* key : {"name", "type", "on", "catches", "at", "rotation", "repeat", "friction"})
      keys.push_back(path_of(key));
    for (const auto key : type.keys)
      if (!key.empty()) keys.push_back(path_of(key));
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    for (const auto& entry : table_) {
      const auto key = path_of(entry.key);
      if (std::ranges::find(known, key) == known.end())
        reading_.findings.add(entry.place, unknown_key(key, known));
    }
  }

  void read_dimension(std::string_view key) {
    const auto* entry = find(table_, key);
    const bool is_pawl = setup_.type == mechanism::LatchType::rotary;
    for (const LatchNumber& number : kLatchNumbers) {
      if (number.name != key) continue;
      const auto kind = static_cast<std::size_t>(setup_.type);
      if (entry == nullptr) return missing(key, number.examples[kind], number.meaning);
      const auto value =
          read_quantity(key, entry->value, number.units[kind], number.may_be_zero, number.examples[kind]);
      setup_.*number.value = value.value_or(1.0);
      return;
    }
    constexpr std::string_view kPlane = R"(["50 mm", "612 mm"])";
    if (entry == nullptr) {
      if (key == "direction") return missing(key, "[0, 1, 0]", "the way its tip points");
      if (key == "groove") return missing(key, R"(["-55 mm", "-30 mm"])", "x of its front and its rear");
      return missing(
          key, is_pawl ? kPlane : R"(["0 mm", "57 mm", "0 mm"])",
          is_pawl ? "a point of the pawl: along the docking axis, and away from it" : "its tip at rest");
    }
    if (key == "direction") return read_axis();
    if (!is_pawl && key == "tip") return read_point(key, setup_.tip_at);
    Vec2& at = key == "hinge"  ? setup_.hinge
               : key == "tip"  ? setup_.tip
               : key == "root" ? setup_.root
               : key == "heel" ? setup_.heel
                               : setup_.groove;
    at = read_numbers<2>(path_of(key), entry->value, "m", "\"45 mm\"", kPlane).value_or(at);
    if (key == "groove" && !(setup_.groove[0] < setup_.groove[1]))
      complain(key, "its front, which the plunger passes first, has the smaller x; write it first");
  }

  void read_axis() {
    read_direction("direction", setup_.direction);
    const auto& d = setup_.direction;
    if (!(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > 0.0))
      complain("direction", "points nowhere; write for example direction = [0, 1, 0]");
  }

  /// Both of its surfaces begin at the tip.
  void check_pawl() {
    if (setup_.type != mechanism::LatchType::rotary) return;
    for (const auto& [key, end] : {std::pair{"root", setup_.root}, std::pair{"heel", setup_.heel}})
      if (end == setup_.tip)
        complain(key, "is where its tip is; the surface from there to the tip needs a length");
  }

  void read_catch() {
    const auto* entry = find(table_, "catches");
    if (entry == nullptr) return missing("catches", "\"ring\"", "the feature of the target that holds it");
    const auto* name = read_text(path_of("catches"), entry->value, reading_);
    if (name == nullptr) return;
    std::vector<std::string_view> names;
    for (const auto& feature : reading_.study.features.features) {
      if (feature.side == mechanism::Side::chaser) continue;
      names.push_back(feature.name);
      if (feature.name != *name) continue;
      setup_.catches = *name;
      const bool turned =
          feature.type == mechanism::FeatureType::revolution || feature.type == mechanism::FeatureType::cone;
      if (setup_.type == mechanism::LatchType::rotary && feature.type != mechanism::FeatureType::edge)
        complain("catches", "a rotary latch catches an edge, the rim of a bore");
      if (setup_.type == mechanism::LatchType::plunger && !turned)
        complain("catches", "a plunger catches a revolution or a cone, with a groove in it");
      if (setup_.type == mechanism::LatchType::sensor && !turned &&
          feature.type != mechanism::FeatureType::plane)
        complain("catches", "a sensor is pushed by a plane, a revolution or a cone");
      if (feature.repeat > 1) complain("catches", "a feature with copies; a latch catches one that has none");
      return;
    }
    reading_.complain(path_of("catches"), entry->value,
                      fmt::format("no such feature of the target; there are: {}", fmt::join(names, ", ")));
  }

  LatchSetup setup_;
};

/// [mechanism.link].
class LinkReader : PartReader {
 public:
  using PartReader::PartReader;

  std::optional<mechanism::LinkSetup> read() {
    const auto before = reading_.findings.size();
    constexpr std::array<std::string_view, 5> keys{"mechanism.link.side", "mechanism.link.mass",
                                                   "mechanism.link.inertia", "mechanism.link.stiffness",
                                                   "mechanism.link.damping"};
    for (const auto& entry : table_)
      if (const auto key = path_of(entry.key); std::ranges::find(keys, key) == keys.end())
        reading_.findings.add(entry.place, unknown_key(key, keys));
    mechanism::LinkSetup setup;
    if (const auto* side = find(table_, "side")) {
      constexpr std::array<std::string_view, 2> sides{"chaser", "target"};
      const auto* name = read_choice(path_of("side"), side->value, sides, reading_);
      setup.on_target = name != nullptr && *name == sides[1];
    }
    if (const auto* mass = find(table_, "mass"))
      setup.mass = read_quantity("mass", mass->value, "kg", false, "\"70 kg\"").value_or(1.0);
    else
      missing("mass", "\"70 kg\"", "of the body that the features on it belong to");
    if (const auto* inertia = find(table_, "inertia"))
      read_each("inertia", inertia->value, {"kg m2", "kg m2", "kg m2"}, false, setup.inertia.data(),
                R"(["25 kg m2", "14 kg m2", "14 kg m2"])");
    else
      missing("inertia", R"(["25 kg m2", "14 kg m2", "14 kg m2"])", "about x, y and z");
    read_six("stiffness", "N m-1", "N m rad-1", setup.stiffness,
             R"(["8 kN/m", "8 kN/m", "8 kN/m", "3 kN m/rad", "3 kN m/rad", "3 kN m/rad"])");
    read_six("damping", "N s m-1", "N m s rad-1", setup.damping,
             R"(["8 kN s/m", "4 kN s/m", "4 kN s/m", "1 kN m s/rad", "1 kN m s/rad", "1 kN m s/rad"])");
    if (reading_.findings.size() == before) check_inertia(setup.inertia);
    if (reading_.findings.size() > before) return std::nullopt;
    return setup;
  }

 private:
  void check_inertia(const Vec3& about) {
    const Mat3 whole{about[0], 0.0, 0.0, 0.0, about[1], 0.0, 0.0, 0.0, about[2]};
    if (const auto problem = dynamics::unphysical(whole)) complain("inertia", *problem);
  }
};

/// That what stands on the link is of the side that the link is on.
void check_carrier(const Entry& features, Reading& reading) {
  const auto& its = reading.study.features;
  const bool on_target = its.link->on_target;
  const auto complain = [&](std::string_view table, std::string_view name, std::string_view advice) {
    reading.findings.add(
        features.place, fmt::format("mechanism.{}: {} stands on the link, which is the {}'s; {}", table, name,
                                    on_target ? "target" : "chaser", advice));
  };
  for (const auto& feature : its.features)
    if (feature.on_link && feature.side == (on_target ? mechanism::Side::chaser : mechanism::Side::target))
      complain("feature", feature.name,
               on_target ? "write on = \"body\", or side = \"chaser\" in [mechanism.link]"
                         : "write on = \"body\", or side = \"target\" in [mechanism.link]");
  if (!on_target) return;
  for (const auto& latch : its.latches)
    if (latch.on_link) complain("latch", latch.name, "latches stand on the chaser: write on = \"body\"");
}

}  // namespace

void read_link(const Entry* entry, Reading& reading) {
  if (entry == nullptr) return;
  const auto* table = entry->value.as<Table>();
  if (table == nullptr)
    return reading.complain("mechanism.link", entry->value, "must be a table, [mechanism.link]");
  reading.study.features.link = LinkReader("mechanism.link", entry->value, *table, reading).read();
}

void read_latches(const Entry* entry, Reading& reading) {
  for_each_part("mechanism.latch", entry, reading, [&](const Value& value, const Table& part) {
    auto latch = LatchReader("mechanism.latch", value, part, reading).read();
    if (!latch) return;
    auto& latches = reading.study.features.latches;
    if (std::ranges::find(latches, latch->name, &LatchSetup::name) != latches.end())
      return reading.findings.add(value.place, fmt::format("mechanism.latch: there is one named {} already; "
                                                           "give each a name of its own",
                                                           toml_string(latch->name)));
    latches.push_back(std::move(*latch));
  });
}

void check_link(const Entry& features, bool is_given, Reading& reading) {
  const auto& its = reading.study.features;
  const auto is_on_link = [](const auto& part) { return part.on_link; };
  const bool carries =
      std::ranges::any_of(its.features, is_on_link) || std::ranges::any_of(its.latches, is_on_link);
  if (carries && !is_given)
    reading.findings.add(features.place,
                         "mechanism.link: missing; features and latches with on = \"link\" need "
                         "[mechanism.link] with mass, inertia, stiffness and damping");
  if (its.link) check_carrier(features, reading);
  if (!carries && its.link)
    reading.findings.add(features.place,
                         "mechanism.link: nothing stands on it; write on = \"link\" for the features and "
                         "latches that do, or remove it");
}

}  // namespace hilspace::study
