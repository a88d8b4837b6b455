#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/sixdof_setup.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/mechanism_start.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

/// What the step of a scenario depends on.
constexpr std::array kStepIds{
    "chaser.mass"_id,
    "target.mass"_id,
    "approach.velocity"_id,
    "contact.law"_id,
    "contact.restitution"_id,
    "contact.exponent"_id,
    "contact.chaser_material"_id,
    "contact.target_material"_id,
    "contact.radius"_id,
    "contact.stiffness"_id,
    "contact.reference_force"_id,
    "contact.reference_penetration"_id,
    "contact.damping"_id,
    "contact.damping_per_stiffness"_id,
    "numerics.step"_id,
};

/// The longest fine step of all scenarios. s
double longest_fine_step(const Reading& reading) {
  double longest = 0.0;
  for_each_combination(reading.study, kStepIds, [&](const ParameterValues& values) {
    if (!all_known(kStepIds, values, reading)) return true;
    models::SixDofSetup setup;
    setup.chaser = spacecraft_setup(reading.study, Body::chaser, values);
    setup.target = spacecraft_setup(reading.study, Body::target, values);
    setup.mechanism.link = reading.study.features.link;
    setup.contact = law_setup(reading.study, values);
    setup.approach_velocity = values["approach.velocity"_id];
    const double step = or_else(values["numerics.step"_id], models::automatic_step(setup));
    longest = std::fmax(longest, step / models::kFineSteps);
    return true;
  });
  return longest;
}

}  // namespace

void check_capture(Reading& reading) {
  const Study& study = reading.study;
  const auto add = [&](const Location& place, std::string_view key, std::string_view text) {
    reading.findings.add(place, fmt::format("{}: {}", key, text));
  };
  const bool of_features = mechanism::is_of_features(study.mechanism);
  for (const Id id :
       {"scenario.post_contact_thrust"_id, "scenario.thrust_time"_id, "scenario.after_capture"_id})
    if (reading.present(id) && !of_features)
      add(reading.place_of(id), parameter(id).path,
          "is of a mechanism of features; write [mechanism] with kind = \"features\" or a ready-made one "
          "such "
          "as \"androgynous\", or remove it");
  if (reading.present("scenario.thrust_time"_id) && !reading.present("scenario.post_contact_thrust"_id))
    add(reading.place_of("scenario.thrust_time"_id), "scenario.thrust_time",
        "there is no thrust; write scenario.post_contact_thrust, or remove it");
  const auto written = reading.given_settings.find("scenario.ends_with");
  const bool is_unknown =
      !study.ends_with_capture && written != reading.given_settings.end();  // already said
  if (reading.present("scenario.after_capture"_id) && !study.ends_with_capture && !is_unknown)
    add(reading.place_of("scenario.after_capture"_id), "scenario.after_capture",
        "a run does not end with its capture; write ends_with = \"capture\", or remove it");
  const bool lists = study.mechanism == mechanism::MechanismKind::features;
  const bool holds =
      !lists || std::any_of(study.features.latches.begin(), study.features.latches.end(),
                            [](const auto& its) { return its.type != mechanism::LatchType::sensor; });
  const auto sensors = reading.given_settings.find("wrench_sensor.sensors");
  const bool has_link = lists ? study.features.link.has_value() : of_features;
  if (study.one_sensor && !has_link && sensors != reading.given_settings.end())
    add(sensors->second, "wrench_sensor.sensors",
        "without a link one sensor measures what pushes both spacecraft; remove it, or write "
        "[mechanism.link]");
  const auto table = reading.given_settings.find("mechanism");
  if (!study.features.hard.hooks.empty() && table != reading.given_settings.end() &&
      reading.findings.size() == 0 && (!holds || !study.ends_with_capture))
    add(table->second, "mechanism.hook",
        "hooks close after a capture; write ends_with = \"capture\" in [scenario], and [[mechanism.latch]] "
        "where there are no latches");
  if (!study.ends_with_capture || written == reading.given_settings.end()) return;
  const Location place = written->second;
  if (!of_features || (!holds && reading.findings.size() == 0))
    add(place, "scenario.ends_with",
        "there are no latches; write [[mechanism.latch]], or remove it: the run ends with docked_at");
  if (study.first_impact)
    add(place, "scenario.ends_with", "a run ends with its first impact; remove impacts = \"first\"");
}

void check_hook_values(Reading& reading) {
  const auto& hooks = reading.study.features.hard.hooks;
  if (hooks.empty() || hooks.size() != reading.hook_places.size()) return;
  const double step = longest_fine_step(reading);
  for (std::size_t i = 0; i < hooks.size(); ++i) {
    const double way = hooks[i].stroke + hooks[i].pull;
    if (hooks[i].speed * step <= way) continue;
    reading.findings.add(
        reading.hook_places[i],
        fmt::format("mechanism.hook.speed: at \"{} m/s\" its way of {:.3g} m is over within {:.2g} s, "
                    "less than a "
                    "fine step of {:.2g} s, which cannot follow it; write at most \"{:.2g} m/s\", or a "
                    "numerics.step of at most \"{:.2g} s\"",
                    hooks[i].speed, way, way / hooks[i].speed, step, 0.9 * way / step,
                    0.9 * models::kFineSteps * way / hooks[i].speed));
  }
}

void check_docked_at(const Table& root, Reading& reading) {
  const Study& study = reading.study;
  const auto& its = study.features;
  if (!mechanism::is_of_features(study.mechanism) || !std::isfinite(its.docked_at) ||
      std::isfinite(its.start_at))
    return;
  const ParameterValues values = parameter_values(study, 0);
  models::SixDofSetup first;
  first.mechanism = mechanism_setup(study, values);
  first.offset = {values["approach.offset.y"_id], values["approach.offset.z"_id]};
  first.attitude = {values["approach.attitude.roll"_id], values["approach.attitude.pitch"_id],
                    values["approach.attitude.yaw"_id]};
  const auto start = mechanism_start(first);
  if (!start.meets || its.docked_at > start.port) return;
  const auto& table = *find(root, "mechanism")->value.as<Table>();
  reading.findings.add(
      find(table, "docked_at")->place,
      fmt::format(
          "mechanism.docked_at: the chaser is there at the start, where its port is at x = \"{:.4g} mm\" "
          "in the first scenario; write more than that",
          1e3 * start.port));
}

}  // namespace hilspace::study
