#include <fmt/format.h>

#include <array>

#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"

namespace hilspace::study {
namespace {

std::string place_of_fixed(const Reading& reading) {
  return reading.findings.text_of(reading.given_settings.find("target.fixed")->second);
}

bool is_spring(BodyKey key, Body body, const Reading& reading) { return reading.present(id_of(body, key)); }

/// A fixed target has a wall in the place of its rear mass, or of its only one.
void check_fixed(const Table& root, Reading& reading) {
  const bool on_spring = is_spring("stiffness", Body::target, reading);
  if (reading.present("target.rear_mass"_id))
    reading.findings.add(
        reading.place_of("target.rear_mass"_id),
        fmt::format("target.rear_mass: excludes fixed (at {}), which is a wall in its place; "
                    "remove one of them",
                    place_of_fixed(reading)));
  if (on_spring && !reading.present("target.front_mass"_id))
    report_missing("target.front_mass"_id, root, reading, ", the mass between the spring and the contact");
  if (!on_spring)
    for (const Id id : {"target.front_mass"_id, "target.damping"_id})
      if (reading.present(id))
        reading.findings.add(
            reading.place_of(id),
            fmt::format("{}: means nothing for a wall (fixed, at {}); write target.stiffness, or remove this",
                        parameter(id).path, place_of_fixed(reading)));
}

void check_stiffness_of(Body body, const Table& root, Reading& reading) {
  const Id rear = id_of(body, "rear_mass"), stiffness = id_of(body, "stiffness");
  const std::array ids{rear};
  bool sprung = false;
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    sprung = sprung || (reading.present(rear) && values[rear] > 0.0);
    return !sprung;
  });
  if (sprung && !reading.present(stiffness))
    report_missing(stiffness, root, reading, ", of the spring between front_mass and rear_mass");
}

}  // namespace

void check_four_masses(const Table& root, Reading& reading) {
  const auto has_none = [&](Id id, std::string_view bodies) {  // bodies that are wrong were reported
    return !reading.present(id) && !reading.given_settings.contains(bodies);
  };
  if (const Id id = "chaser.front_mass"_id; has_none(id, "chaser.body")) report_missing(id, root, reading);
  check_companions("chaser", reading);
  check_stiffness_of(Body::chaser, root, reading);
  if (reading.study.fixed_target) return check_fixed(root, reading);
  if (const Id id = "target.front_mass"_id; has_none(id, "target.body")) report_missing(id, root, reading);
  check_companions("target", reading);
  check_stiffness_of(Body::target, root, reading);
}

void check_four_mass_values(Reading& reading) {
  const bool one_body = reading.study.fixed_target && !is_spring("stiffness", Body::target, reading);
  if (reading.study.fixed_target) reading.study.base["target.rear_mass"_id] = kNone;
  if (one_body) reading.study.base["target.damping"_id] = kNone;
  const std::array ids{"target.rear_mass"_id};
  bool has_latch = !one_body;
  if (!reading.study.fixed_target)
    for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
      has_latch = has_latch && !(values["target.rear_mass"_id] == 0.0);
      return has_latch;
    });
  const bool has_bodies = reading.given_settings.contains("target.body");
  if (reading.present("latch.travel"_id) && !has_latch && !has_bodies)
    reading.findings.add(reading.place_of("latch.travel"_id),
                         "latch.travel: the latch is the target's front mass on its spring, and this target "
                         "is one body; write target.rear_mass and target.stiffness, or remove this");
}

}  // namespace hilspace::study
