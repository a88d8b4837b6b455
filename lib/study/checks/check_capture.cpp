#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/checks/checks.hpp"

namespace hilspace::study {

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
  if (reading.present("scenario.after_capture"_id) && !study.ends_with_capture)
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
  const auto written = reading.given_settings.find("scenario.ends_with");
  if (!study.ends_with_capture || written == reading.given_settings.end()) return;
  const Location place = written->second;
  if (!of_features || (!holds && reading.findings.size() == 0))
    add(place, "scenario.ends_with",
        "there are no latches; write [[mechanism.latch]], or remove it: the run ends with docked_at");
  if (study.first_impact)
    add(place, "scenario.ends_with", "a run ends with its first impact; remove impacts = \"first\"");
}

}  // namespace hilspace::study
