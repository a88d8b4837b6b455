#pragma once
// A study around one parameter: what has to be given, or left out, so that the parameter means something.

#include <algorithm>
#include <string>
#include <vector>

#include "support/pawl_text.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {

const std::string kMaterialNames = "chaser_material = \"polyimide\"\ntarget_material = \"aluminium\"\n";
const std::string kRadius = "radius = \"25 mm\"\n";
const std::string kMaterialLines = kMaterialNames + kRadius;

[[maybe_unused]] static const std::string& example_of(models::ModelKind model) {
  switch (model) {
    case models::ModelKind::axial:
      return kExample;
    case models::ModelKind::sixdof:
      return kSixDof;
    case models::ModelKind::rig:
      return kRig;
    case models::ModelKind::four_mass:
      return kFourMass;
  }
  __builtin_unreachable();
}

struct Company {
  std::string text;  // a study without the parameter, to which tables may be added
  std::vector<Override> overrides;
};

/// Around a parameter of the contact.
inline Company contact_company(const std::string& key, models::ModelKind model) {
  const std::string& example = example_of(model);
  const std::string bare = without(example, models::is_on_one_axis(model) ? kMaterialLines : kMaterialNames);
  if (key.ends_with("_radius")) {
    const auto other = key.starts_with("chaser") ? "contact.target_radius" : "contact.chaser_radius";
    return {without(example, kRadius), {{other, "1 m"}}};
  }
  if (key == "stiffness") return {bare, {{"contact.exponent", "1"}}};
  if (key == "reference_force") return {bare, {{"contact.reference_penetration", "1 mm"}}};
  if (key == "reference_penetration") return {bare, {{"contact.reference_force", "1 N"}}};
  if (key == "damping") return {bare, {{"contact.law", "kelvin_voigt"}, {"contact.stiffness", "1 N/mm"}}};
  if (key == "compaction_rate")
    return {example, {{"contact.law", "viscoplastic"}, {"contact.permanent_deformation", "1.5"}}};
  if (key == "damping_per_stiffness" || key == "permanent_deformation" || key == "retreat")
    return {example, {{"contact.law", "viscoplastic"}}};
  if (key.starts_with("friction.") && key.ends_with("_velocity"))
    return {example, {{"contact.friction.stiction", "0.3"}}};
  return {example, {}};
}

/// Around a parameter of an instrument, "stage.key" or a key of the shorthand.
inline Company instrument_company(const std::string& instrument, const std::string& key,
                                  models::ModelKind model) {
  const std::string& example = example_of(model);
  const auto dot = key.find('.');
  if (dot == std::string::npos) {
    if (key == "damping") return {example, {{instrument + ".total_delay", "1 ms"}}};
    return {example, {}};
  }
  const auto stage = key.substr(0, dot);
  Company company{example, {{instrument + ".chain", "[\"" + stage + "\"]"}}};
  const auto also = [&](const std::string& other, const std::string& value) {
    if (key != other) company.overrides.push_back({instrument + '.' + other, value});
  };
  if (key == "low_pass.damping") also("low_pass.total_delay", "1 ms");
  if (stage == "noise") also("noise.bandwidth", "1 kHz");
  if (stage == "noise" && key != "noise.psd") also("noise.std", instrument == "actuator" ? "1 um" : "1 N");
  return company;
}

/// Around a parameter of an instrument with six components.
inline Company spatial_company(const std::string& instrument, const std::string& key) {
  if (key.find("noise.") != std::string::npos) {
    Company company{kSixDof, {{instrument + ".chain", "[\"noise\"]"}}};
    if (key != "noise.bandwidth") company.overrides.push_back({instrument + ".noise.bandwidth", "1 kHz"});
    if (key != "noise.std" && key != "noise.psd")
      company.overrides.push_back({instrument + ".noise.std", instrument == "robot" ? "1 um" : "1 N"});
    const std::string prefix = instrument == "robot" ? "angular_" : "torque_";
    if (key != prefix + "noise.std" && key != prefix + "noise.psd")
      company.overrides.push_back(
          {instrument + '.' + prefix + "noise.std", instrument == "robot" ? "1 urad" : "1 N m"});
    return company;
  }
  if (key.ends_with("damping")) return {kSixDof, {{instrument + ".total_delay", "1 ms"}}};
  for (const std::string stage : {"transport_delay", "sample_hold", "bias", "dead_band", "saturation"})
    if (key.find(stage + '.') != std::string::npos)
      return {kSixDof, {{instrument + ".chain", "[\"" + stage + "\"]"}}};
  return {kSixDof, {}};
}

/// The smallest study in six degrees of freedom, without its mechanism.
inline std::string without_drogue() {
  std::string text = kSixDof;
  const auto drogue = text.find("[drogue]");
  const auto next = text.find("\n[", drogue);
  text.erase(drogue, next == std::string::npos ? std::string::npos : next + 1 - drogue);
  return text;
}

/// Around a parameter of [scenario]: a mechanism of features with a latch.
inline Company scenario_company(const std::string& key) {
  const std::string text = without_drogue() + R"(
[mechanism]
kind = "features"
[[mechanism.feature]]
name = "pad"
side = "chaser"
type = "point"
[[mechanism.feature]]
name = "face"
side = "target"
type = "plane"
)" + test::kRingAndPawl;
  if (key == "thrust_time") return {text, {{"scenario.post_contact_thrust", "1 N"}}};
  if (key == "after_capture") return {text, {{"scenario.ends_with", "capture"}}};
  return {text, {}};
}

/// Around a parameter of [compensator].
inline Company compensator_company(const std::string& key, models::ModelKind model) {
  Company company{example_of(model), {}};
  const auto with = [&](const std::string& other, const std::string& value) {
    if (other != key) company.overrides.push_back({"compensator." + other, value});
  };
  if (key == "position" || key == "force") return company;
  with("position", key == "filter" ? "ats" : "polynomial");
  if (model == models::ModelKind::sixdof) company.overrides.push_back({"robot.total_delay", "1 ms"});
  with("force", key == "ports" ? "passivity" : "damper");
  if (key == "filter" || key == "ports") with("rate", "1 kHz");
  return company;
}

/// Around a parameter of [compliance] or [virtual]: a real spring beside a computed one.
inline Company hybrid_company(const std::string& table, const std::string& key, models::ModelKind model) {
  const bool is_axial = model == models::ModelKind::axial;
  Company company{
      is_axial ? without(kExample, kMaterialLines) : without(kSixDof, kMaterialNames),
      {{"contact.law", "kelvin_voigt"}, {"contact.stiffness", "1 N/mm"}, {"contact.damping", "40 N s/m"}}};
  const auto with = [&](const std::string& path, const std::string& value) {
    if (path != table + '.' + key) company.overrides.push_back({path, value});
  };
  if (key == "normal_angle" || key == "reading")
    company.text += R"(
[compliance]
springs = [
  { stiffness = "3 kN/m", direction = [1, 0, 0] },
  { stiffness = "800 N/m", direction = [0, 1, 0] },
  { stiffness = "800 N/m", direction = [0, 0, 1] },
]
)";
  else if (!(table == "compliance" && key.starts_with("stiffness_along")))
    with("compliance.stiffness", "0.5 N/mm");
  with("virtual.source", "measured");
  // Of three numbers along the axes all have to be there.
  for (const std::string name : {"stiffness_along", "damping_along"})
    if (key.starts_with(name))
      for (const std::string axis : {".x", ".y", ".z"})
        with(table + '.' + name + axis, name == "damping_along" ? "1 N s/m" : "1 N/mm");
  return company;
}

inline Company company_of(const Parameter& parameter, models::ModelKind model) {
  const std::string path(parameter.path);
  const auto dot = path.find('.');
  const auto table = path.substr(0, dot), key = path.substr(dot + 1);
  if (kind_with(*find_parameter(path))) return {without_drogue(), {{"mechanism", table}}};
  if (table == "contact") return contact_company(key, model);
  if (table == "actuator" || table == "force_sensor") return instrument_company(table, key, model);
  if (table == "scenario") return scenario_company(key);
  if (table == "robot" || table == "wrench_sensor") return spatial_company(table, key);
  if (table == "compensator") return compensator_company(key, model);
  if (table == "compliance" || table == "virtual") return hybrid_company(table, key, model);
  if (table == "rig" && key.ends_with("stiffness")) return {kRig, {{"rig.twin", "controlled"}}};
  if (key == "mouth_radius") return {without(kSixDof, "half_angle = \"24.78 deg\"\n"), {}};
  return {example_of(model), {}};
}

/// Around a parameter in each model that has it.
inline std::vector<Company> companies_of(const Parameter& parameter) {
  std::vector<Company> companies;
  for (std::size_t k = 0; k < models::kModels.size(); ++k)
    if (const auto model = static_cast<models::ModelKind>(k); parameter.models.has(model))
      companies.push_back(company_of(parameter, model));
  return companies;
}

}  // namespace hilspace::study
