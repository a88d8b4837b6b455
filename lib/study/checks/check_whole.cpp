#include <fmt/format.h>

#include <functional>
#include <vector>

#include "study/checks/checks.hpp"

namespace hilspace::study {
namespace {

void check_required(const Table& root, Reading& reading) {
  // A spacecraft has other ways to specify its mass.
  if (reading.study.model == models::ModelKind::four_mass)
    check_four_masses(root, reading);
  else if (models::is_on_one_axis(reading.study.model))
    for (const Id id : {"chaser.mass"_id, "target.mass"_id})
      if (!reading.present(id)) report_missing(id, root, reading);
  for (const Id id : {"approach.velocity"_id, "contact.law"_id})
    if (!reading.present(id)) report_missing(id, root, reading);
}

void check_exclusive(Reading& reading) {
  for (const auto [first, second] : exclusive_parameters())
    if (reading.present(first) && reading.present(second)) report_exclusive(first, second, reading);
}

/// An axis takes precedence over the value in its table; but a --set that is thereby ignored would be a
/// surprise.
void check_settings_against_axes(Reading& reading) {
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const Id id = static_cast<Id>(i);
    const auto& given = reading.given[id];
    const auto& varied = reading.varied[id];
    if (given && varied && given->setting != nullptr)
      reading.findings.add(
          *given,
          fmt::format("{}: is varied by the {} at {}; change it there, or take it away", parameter(id).path,
                      reading.study.design ? "design" : "axis", reading.findings.text_of(*varied)));
  }
}

/// Who gives a step means a method that takes it.
void choose_solver(Reading& reading) {
  if (reading.given_settings.contains("numerics.solver")) return;
  if (reading.study.model == models::ModelKind::sixdof)
    reading.study.solver = models::Solver::dopri5;
  else if (reading.study.model == models::ModelKind::axial && !reading.present("numerics.step"_id))
    reading.study.solver = models::Solver::automatic;
}

/// Whether a check finds nothing.
template <class Check>
bool passes(Reading& reading, Check check) {
  const auto before = reading.findings.size();
  check();
  return reading.findings.size() == before;
}

/// A part of the study, checked in two passes; the second runs only if the first finds nothing.
struct Part {
  std::function<void()> structure;
  std::function<void()> values;
};

std::vector<Part> parts_of(const Table& root, Reading& reading) {
  std::vector<Part> parts{
      {[&] { check_contact(root, reading); }, [&] { check_contact_values(reading); }},
  };
  if (models::is_on_one_axis(reading.study.model)) {
    if (reading.study.model == models::ModelKind::rig) parts.push_back({[&] { check_rig(reading); }, [] {}});
    for (const auto i : {Instrument::actuator, Instrument::force_sensor})
      parts.push_back({[&reading, i] { check_instrument(i, reading); },
                       [&reading, i] { check_instrument_values(i, reading); }});
    parts.push_back({[&] { check_compensator(reading); },
                     [&] {
                       if (reading.findings.size() == 0) check_compensator_values(reading);
                     }});
    parts.push_back({[&] { check_hybrid(reading); },
                     [&] {
                       if (reading.findings.size() == 0) check_hybrid_values(reading);
                     }});
    return parts;
  }
  parts.push_back({[&] { check_sixdof(root, reading); }, [&] { check_sixdof_values(reading); }});
  for (const auto i : {SpatialInstrument::robot, SpatialInstrument::wrench_sensor})
    parts.push_back({[&reading, i] { check_spatial_instrument(i, reading); },
                     [&reading, i] { check_spatial_instrument_values(i, reading); }});
  parts.push_back({[&] { check_compensator(reading); },
                   [&] {
                     if (reading.findings.size() == 0) check_compensator_values(reading);
                   }});
  parts.push_back({[&] { check_hybrid(reading); },
                   [&] {
                     if (reading.findings.size() == 0) check_hybrid_values(reading);
                   }});
  return parts;
}

}  // namespace

void check_whole(const Table& root, Reading& reading) {
  choose_solver(reading);
  if (reading.study.model == models::ModelKind::rig) identify_instruments(reading);
  check_required(root, reading);
  auto parts = parts_of(root, reading);
  std::erase_if(parts, [&](const Part& part) { return !passes(reading, part.structure); });
  check_exclusive(reading);
  check_settings_against_axes(reading);

  fill_defaults(reading);
  for (const auto& part : parts) part.values();
  if (reading.study.model == models::ModelKind::four_mass) check_four_mass_values(reading);
  if (reading.study.model == models::ModelKind::sixdof && reading.findings.size() == 0)
    check_docked_at(root, reading);
  if (models::is_on_one_axis(reading.study.model) && reading.findings.size() == 0)
    check_numerics_values(reading);
}

}  // namespace hilspace::study
