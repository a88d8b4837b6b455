#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/mass_properties.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/reading/vectors.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

// ---- spacecraft

constexpr std::array kBoth{Body::chaser, Body::target};
constexpr std::array<BodyKey, 3> kMoments{"inertia.xx", "inertia.yy", "inertia.zz"};
constexpr std::array<BodyKey, 6> kInertia{"inertia.xx", "inertia.yy", "inertia.zz",
                                          "inertia.xy", "inertia.xz", "inertia.yz"};

template <std::size_t N>
std::array<Id, N> ids_of(Body body, const std::array<BodyKey, N>& keys) {
  std::array<Id, N> ids{};
  for (std::size_t i = 0; i < N; ++i) ids[i] = id_of(body, keys[i]);
  return ids;
}

std::string_view inertia_of(Body body) {
  const auto path = parameter(id_of(body, "inertia.xx")).path;
  return path.substr(0, path.rfind('.'));
}

/// The place where a setting was written.
const Location* given(Body body, std::string_view key, const Reading& reading) {
  const auto name = table_of(parameter(id_of(body, "mass")).path);
  const auto found = reading.given_settings.find(fmt::format("{}.{}", name, key));
  return found == reading.given_settings.end() ? nullptr : &found->second;
}

void check_totals(Body body, const Table& root, Reading& reading) {
  const auto path = inertia_of(body);
  const auto table = table_of(path);
  if (const auto* port = given(body, "port", reading))
    reading.findings.add(*port, fmt::format("{0}.port: means nothing without shapes; write [[{0}.shape]], or "
                                            "center_to_port instead of it",
                                            table));
  if (const Id id = id_of(body, "mass"); !reading.present(id))
    report_missing(id, root, reading, fmt::format(", or put it together from [[{}.shape]]", table));
  if (any_present(ids_of(body, kInertia), reading)) {
    for (const Id id : ids_of(body, kMoments))
      if (!reading.present(id)) report_missing(id, root, reading);
  } else {
    reading.findings.add(place_of_table(table, root), fmt::format("{}: missing; write inertia = {} in [{}]",
                                                                  path, find_vector(path)->example, table));
  }
  if (const Id id = id_of(body, "center_to_port"); !reading.present(id)) report_missing(id, root, reading);
}

void check_shapes(Body body, const Table& root, Reading& reading) {
  const auto table = table_of(inertia_of(body));
  const Location& shapes = *given(body, "shape", reading);
  std::array<Id, BodyKey::kCount> totals{};
  for (std::size_t key = 0; key < BodyKey::kCount; ++key) totals[key] = id_of(body, BodyKey(key));
  if (any_present(totals, reading)) {
    const Id first = first_present(totals, reading);
    reading.findings.add(
        reading.place_of(first),
        fmt::format("{}: excludes {}.shape (at {}); a spacecraft has either shapes and port, or "
                    "mass, inertia and center_to_port",
                    parameter(first).path, table, reading.findings.text_of(shapes)));
  }
  if (given(body, "port", reading) == nullptr)
    reading.findings.add(
        place_of_table(table, root),
        fmt::format("{0}.port: missing; write port = [\"1.2 m\", \"0 m\", \"0 m\"] in [{0}]", table));
}

void compose(Body body, Reading& reading) {
  auto& shaped = reading.study.shaped[static_cast<std::size_t>(body)];
  if (shaped.shapes.empty()) return;  // a finding already
  std::vector<dynamics::MassProperties> parts;
  for (const auto& shape : shaped.shapes) parts.push_back(dynamics::mass_properties(shape));
  const auto whole = dynamics::composed(parts);
  shaped.whole = {whole.mass, whole.inertia, {}};
  for (std::size_t i = 0; i < 3; ++i) shaped.whole.port[i] = shaped.port[i] - whole.centre[i];
  const bool finite = std::isfinite(whole.mass) &&
                      std::ranges::all_of(shaped.whole.port, [](double each) { return std::isfinite(each); });
  const auto problem = dynamics::unphysical(whole.inertia);
  if (problem || !finite)
    reading.findings.add(
        *given(body, "shape", reading),
        fmt::format("{}.shape: makes an inertia that cannot be; {}", table_of(inertia_of(body)),
                    problem.value_or("its mass is beyond the numbers of double precision")));
}

/// Only that every scenario's inertia is one a body can have. These inertias are a convex set, so that it is
/// enough to look at the ends of axes.
void check_inertia(Body body, Reading& reading) {
  if (has_shapes(body, reading)) return compose(body, reading);
  const auto ids = ids_of(body, kInertia);
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return true;
    const auto problem = dynamics::unphysical(spacecraft_setup(reading.study, body, values).inertia);
    if (problem)
      reading.findings.add(reading.place_of(last_present(ids, reading)),
                           fmt::format("{}: {}", inertia_of(body), *problem));
    return !problem;
  });
}

// ---- mechanism

constexpr std::array kDrogue{"drogue.cylinder_radius"_id, "drogue.cylinder_length"_id,
                             "drogue.frustum_length"_id, "drogue.half_angle"_id, "drogue.mouth_radius"_id};

void check_drogue(const Table& root, Reading& reading) {
  for (const Id id : {"drogue.cylinder_radius"_id, "drogue.cylinder_length"_id, "drogue.frustum_length"_id})
    if (!reading.present(id)) report_missing(id, root, reading);
  if (!any_present(std::array{"drogue.half_angle"_id, "drogue.mouth_radius"_id}, reading))
    report_missing("drogue.half_angle"_id, root, reading, ", or mouth_radius");
}

/// Dimensions of a mechanism that the study does not have.
void check_other_dimensions(Reading& reading) {
  const auto name_of = [](mechanism::MechanismKind kind) {
    return mechanism::kMechanisms[static_cast<std::size_t>(kind)].name;
  };
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const Id id{i};
    const bool is_drogue = std::ranges::find(kDrogue, id) != kDrogue.end();
    const auto kind = is_drogue ? mechanism::MechanismKind::drogue : kind_with(id);
    if (!kind || *kind == reading.study.mechanism || !reading.present(id)) continue;
    reading.findings.add(
        reading.place_of(id),
        fmt::format("{0}: there is no {1} where mechanism = \"{2}\"; remove it, or write mechanism = \"{1}\"",
                    parameter(id).path, name_of(*kind), name_of(reading.study.mechanism)));
  }
}

/// That `larger` is greater than `smaller` in every scenario.
void check_greater(Id larger, Id smaller, std::string_view otherwise, Reading& reading) {
  const std::array ids{larger, smaller};
  if (!reading.present(larger) || !reading.present(smaller)) return;
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading) || values[larger] > values[smaller]) return true;
    reading.findings.add(
        reading.place_of(last_present(ids, reading)),
        fmt::format("{} = \"{} m\" is not greater than {} = \"{} m\", {}; in every scenario it must be",
                    parameter(larger).path, values[larger], parameter(smaller).path, values[smaller],
                    otherwise));
    return false;
  });
}

}  // namespace

bool has_shapes(Body body, const Reading& reading) { return given(body, "shape", reading) != nullptr; }

void check_sixdof(const Table& root, Reading& reading) {
  for (const Body body : kBoth)
    has_shapes(body, reading) ? check_shapes(body, root, reading) : check_totals(body, root, reading);
  if (reading.study.mechanism == mechanism::MechanismKind::drogue) check_drogue(root, reading);
  check_other_dimensions(reading);
  check_capture(reading);
}

void check_sixdof_values(Reading& reading) {
  for (const Body body : kBoth) check_inertia(body, reading);
  check_greater("drogue.cylinder_radius"_id, "contact.radius"_id,
                "which makes a probe wider than the cylinder", reading);
  if (mechanism::is_ready_made(reading.study.mechanism)) check_ready_made(reading);
  check_greater("drogue.mouth_radius"_id, "drogue.cylinder_radius"_id, "so the cone does not open", reading);
  if (reading.findings.size() == 0) check_hook_values(reading);
}

}  // namespace hilspace::study
