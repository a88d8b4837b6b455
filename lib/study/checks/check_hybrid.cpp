#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/schema/value_names.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

constexpr std::array kHybridKeys{"compliance.stiffness"_id,
                                 "compliance.stiffness_along.x"_id,
                                 "compliance.damping"_id,
                                 "virtual.source"_id,
                                 "virtual.stiffness"_id,
                                 "virtual.stiffness_along.x"_id,
                                 "virtual.damping"_id,
                                 "virtual.damping_along.x"_id,
                                 "virtual.torsional_damping.x"_id,
                                 "virtual.measurement_delay"_id,
                                 "virtual.rate"_id};

/// Three numbers along the probe's axes: all of them, or none.
constexpr std::array<std::array<Id, 3>, 3> kAlong{{
    {"compliance.stiffness_along.x"_id, "compliance.stiffness_along.y"_id, "compliance.stiffness_along.z"_id},
    {"virtual.stiffness_along.x"_id, "virtual.stiffness_along.y"_id, "virtual.stiffness_along.z"_id},
    {"virtual.damping_along.x"_id, "virtual.damping_along.y"_id, "virtual.damping_along.z"_id},
}};

bool is_spatial(const Reading& reading) { return reading.study.model == models::ModelKind::sixdof; }

void check_axes(Reading& reading) {
  for (const auto& ids : kAlong)
    for (const Id id : ids) {
      if (!any_present(ids, reading) || reading.present(id)) continue;
      const Id first = first_present(ids, reading);
      reading.findings.add(reading.place_of(first), fmt::format("{}: missing, beside {}; write all three",
                                                                parameter(id).path, parameter(first).path));
      return;
    }
}

/// The key by which the study has a hybrid contact; none: it has none.
struct HybridKey {
  Location place;
  std::string path;
  std::string_view table() const { return table_of(path); }
};
std::optional<HybridKey> hybrid_key(const Reading& reading) {
  const auto springs = reading.given_settings.find("compliance.springs");
  if (springs != reading.given_settings.end()) return HybridKey{springs->second, "compliance.springs"};
  if (!any_present(kHybridKeys, reading)) return std::nullopt;
  const Id first = first_present(kHybridKeys, reading);
  return HybridKey{reading.place_of(first), std::string(parameter(first).path)};
}

/// Where there is one contact, the sum of both parts never pulls. Of several the sensor shows the sum alone: each may.
void check_several_contacts(const HybridKey& key, Reading& reading) {
  if (!mechanism::is_of_features(reading.study.mechanism) || key.table() != "compliance") return;
  for (const std::size_t law : laws_of(reading.study)) {
    if (law == static_cast<std::size_t>(contact::Law::kelvin_voigt_tensile)) continue;
    reading.findings.add(
        key.place,
        fmt::format(
            "{}: a mechanism of features has several contacts, and the sensor shows their sum alone: with "
            "[compliance] each of them may pull; write contact.law = \"kelvin_voigt_tensile\", or remove "
            "[compliance] and have [virtual] alone",
            key.path));
    return;
  }
}

/// Latches, links and hooks have springs of their own, which no computed force follows.
void check_features(const HybridKey& key, Reading& reading) {
  if (!mechanism::is_of_features(reading.study.mechanism)) return;
  const auto& its = reading.study.features;
  const char* has = its.latch_count + its.sensor_count > 0 ? "latches"
                    : its.link                             ? "a link"
                    : !its.hard.hooks.empty()              ? "hooks"
                                                           : nullptr;
  if (has != nullptr)
    reading.findings.add(key.place, fmt::format("{}: a hybrid contact is that of surfaces alone, and this "
                                                "mechanism has {}; remove them, or remove [{}]",
                                                key.path, has, key.table()));
}

bool has_measured_source(const Study& study) {
  const auto is_measured = [](double value) {
    return value == static_cast<double>(hybrid::Source::measured);
  };
  for (const auto& axis : study.axes)
    for (std::size_t i = 0; i < axis.parameters.size(); ++i)
      if (axis.parameters[i] == "virtual.source"_id) return std::ranges::any_of(axis.values[i], is_measured);
  return is_measured(study.base["virtual.source"_id]);
}

/// Why the compensator cannot be had with the virtual part; empty if it can.
std::string algebraic_loop(const models::AxialSetup& setup) {
  if (models::is_realisable(setup)) return "";
  return "the command of the compensator would depend on the force that it causes at the same instant, "
         "through "
         "the computed part, an algebraic loop; take another source, a measurement_delay, or position = "
         "\"polynomial\"";
}

/// Keys that refine a compliance which is not there, and two ways to say how stiff it is.
void check_compliance(Reading& reading) {
  const auto springs = reading.given_settings.find("compliance.springs");
  const bool has_springs = springs != reading.given_settings.end();
  const bool has_directions = has_springs || reading.present(kAlong[0][0]);
  const bool has_stiffness = reading.present("compliance.stiffness"_id) || has_directions;
  for (const Id id : {"compliance.stiffness"_id, kAlong[0][0]})
    if (has_springs && reading.present(id))
      reading.findings.add(reading.place_of(id),
                           fmt::format("{}: excludes compliance.springs (at {}); use one of them",
                                       parameter(id).path, reading.findings.text_of(springs->second)));
  for (const Id id : {"compliance.damping"_id, "compliance.normal_angle"_id, "compliance.reading"_id}) {
    const bool by_springs = id != "compliance.damping"_id;
    if (!reading.present(id) || has_directions || (has_stiffness && !by_springs)) continue;
    reading.findings.add(
        reading.place_of(id),
        fmt::format("{}: means nothing without {}; write it, or remove this", parameter(id).path,
                    by_springs ? "compliance.springs" : "compliance.stiffness"));
  }
}

/// Springs have to bear something along every normal of the study, in six degrees of freedom along any.
void check_springs(Reading& reading) {
  if (reading.study.springs.empty()) return;
  if (is_spatial(reading)) {
    if (!stiffness_along(hybrid::stiffness_of(reading.study.springs), {1.0, 0.0, 0.0},
                         hybrid::ComplianceReading::force))
      reading.findings.add(reading.given_settings.at("compliance.springs"),
                           "compliance.springs: bear nothing in some direction; a contact may have any "
                           "normal, which takes springs in three directions");
    return;
  }
  const std::array ids{"compliance.normal_angle"_id, "compliance.reading"_id};
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading) || !std::isnan(compliance_stiffness(reading.study, values)))
      return true;
    reading.findings.add(
        reading.given_settings.at("compliance.springs"),
        "compliance.springs: bear nothing along the contact's normal; a tip that slides needs springs "
        "in three directions, or write reading = \"displacement\"");
    return false;
  });
}

}  // namespace

void check_hybrid(Reading& reading) {
  check_compliance(reading);
  check_companions("virtual", reading);
  if (reading.present("virtual.measurement_delay"_id) && reading.present("virtual.source"_id) &&
      !has_measured_source(reading.study))
    reading.findings.add(reading.place_of("virtual.measurement_delay"_id),
                         "virtual.measurement_delay: is that of a measured source; write source = "
                         "\"measured\", or remove this");
  check_axes(reading);
  const auto key = hybrid_key(reading);
  if (!key) return;
  for (const std::size_t law : laws_of(reading.study)) {
    if (named_law(static_cast<double>(law)).damping == contact::Damping::viscosity) continue;
    reading.findings.add(
        reading.place_of("contact.law"_id),
        fmt::format("contact.law = \"{}\": with [{}] the wanted contact is linear; write law "
                    "= \"kelvin_voigt\" or \"kelvin_voigt_tensile\", or remove [{}]",
                    names_of(ValueKind::law, reading.study)[law], key->table(), key->table()));
    return;
  }
  if (is_spatial(reading)) check_several_contacts(*key, reading);
}

void check_hybrid_values(Reading& reading) {
  if (const auto key = hybrid_key(reading); key && is_spatial(reading)) check_features(*key, reading);
  check_springs(reading);
  // The numbers along the axes stand in the place of these.
  if (reading.present("virtual.stiffness_along.x"_id)) reading.study.base["virtual.stiffness"_id] = kNone;
  if (reading.present("virtual.damping_along.x"_id)) reading.study.base["virtual.damping"_id] = kNone;
  if (is_spatial(reading)) return;  // with its compensator
  if (!reading.present("virtual.source"_id) || !reading.present("compensator.position"_id)) return;
  std::vector<Id> ids{"virtual.source"_id,       "virtual.measurement_delay"_id, "virtual.rate"_id,
                      "compensator.position"_id, "compensator.order"_id,         "compensator.lag"_id,
                      "compensator.force"_id};
  for (std::size_t key = 0; key < InstrumentKey::kCount; ++key)
    if (const Id id = id_of(Instrument::actuator, InstrumentKey(key)); reading.present(id)) ids.push_back(id);
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    models::AxialSetup setup;
    setup.actuator = chain_setup(reading.study, Instrument::actuator, values);
    setup.force_sensor = chain_setup(reading.study, Instrument::force_sensor, values);
    setup.compensator = compensator_setup(values);
    setup.hybrid = hybrid_setup(reading.study, values, setup);
    const auto problem = algebraic_loop(setup);
    if (problem.empty()) return true;
    reading.findings.add(reading.place_of("virtual.source"_id), fmt::format("virtual.source: {}", problem));
    return false;
  });
}

}  // namespace hilspace::study
