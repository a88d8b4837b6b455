#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "compensation/compensator.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

constexpr std::array kKeys{"compensator.position"_id,  "compensator.force"_id,
                           "compensator.order"_id,     "compensator.lag"_id,
                           "compensator.lag_error"_id, "compensator.model_error"_id,
                           "compensator.damping"_id,   "compensator.filter"_id,
                           "compensator.rate"_id,      "compensator.ports"_id};

using compensation::Force;
using compensation::Position;

/// The kinds of compensator that read a key, first those of position, then those of force.
struct Readers {
  Id key;
  std::vector<Position> positions;
  std::vector<Force> forces;

  bool read(const compensation::CompensatorSetup& setup) const {
    return std::ranges::find(positions, setup.position) != positions.end() ||
           std::ranges::find(forces, setup.force) != forces.end();
  }
  std::string text() const {
    std::vector<std::string> all;
    for (const auto each : positions)
      all.push_back(
          fmt::format("position = \"{}\"", compensation::kPositions[static_cast<std::size_t>(each)].name));
    for (const auto each : forces)
      all.push_back(
          fmt::format("force = \"{}\"", compensation::kForces[static_cast<std::size_t>(each)].name));
    return fmt::format("{}", fmt::join(all, " or "));
  }
};

const std::vector<Readers>& readers() {
  const std::vector<Position> of_a_lag{Position::polynomial, Position::lead, Position::predictor,
                                       Position::ats};
  static const std::vector<Readers> all{
      {"compensator.order"_id, {Position::polynomial, Position::lead}, {}},
      {"compensator.lag"_id, of_a_lag, {Force::damper, Force::smith}},
      {"compensator.lag_error"_id, of_a_lag, {Force::lead, Force::damper, Force::smith}},
      {"compensator.model_error"_id, {Position::predictor}, {Force::damper, Force::smith}},
      {"compensator.damping"_id, {}, {Force::damper}},
      {"compensator.filter"_id, {Position::ats}, {}},
      {"compensator.ports"_id, {}, {Force::passivity}},
  };
  return all;
}

/// Only keys that some scenario reads; of the others no default either. A position said to be none is a compensator
/// switched off, whose keys may stay.
void check_readers(Reading& reading) {
  const std::array kinds{"compensator.position"_id, "compensator.force"_id};
  if (!any_present(kinds, reading)) return;  // said of its companions
  bool is_off = reading.present("compensator.position"_id);
  for_each_combination(reading.study, kinds, [&](const ParameterValues& values) {
    is_off = is_off && compensator_setup(values).position == Position::none;
    return is_off;
  });
  for (const auto& its : readers()) {
    bool is_read = false;
    for_each_combination(reading.study, kinds, [&](const ParameterValues& values) {
      is_read = is_read || its.read(compensator_setup(values));
      return !is_read;
    });
    if (is_read || (is_off && !its.positions.empty())) continue;
    if (!reading.present(its.key))
      reading.study.base[its.key] = kNone;
    else
      reading.findings.add(reading.place_of(its.key),
                           fmt::format("{}: nothing reads it here; write {}, or remove this",
                                       parameter(its.key).path, its.text()));
  }
}

std::string algebraic_loop(int order, std::string_view instruments) {
  return fmt::format(
      "the command would depend on the force that it causes at the same instant, an algebraic loop: a lead "
      "of order {} needs {} with a low-pass, a delay or a sample_hold",
      order, instruments);
}

/// The same in six degrees of freedom, where each component has its own lag.
std::string spatial_complaint(const compensation::CompensatorSetup& setup, const Study& study,
                              const ParameterValues& values) {
  if (setup.position != Position::none && setup.position != Position::polynomial &&
      setup.position != Position::lead)
    return fmt::format(
        "{} is known on one axis only; in six degrees of freedom write none, polynomial or lead",
        compensation::kPositions[static_cast<std::size_t>(setup.position)].name);
  if (setup.force == Force::smith)
    return "smith is known on one axis only; in six degrees of freedom write none, lead, secant, damper or "
           "passivity";
  const bool along_normal = setup.force != Force::none && setup.force != Force::lead;
  if (along_normal && study.mechanism != mechanism::MechanismKind::drogue &&
      study.mechanism != mechanism::MechanismKind::plane)
    return fmt::format(
        "{} acts along the normal of a single contact, that of one tip on one surface: write mechanism = "
        "\"drogue\" or \"plane\", or force = \"lead\"",
        compensation::kForces[static_cast<std::size_t>(setup.force)].name);
  if (setup.force == Force::lead && study.features.link)
    return "the rate of a link's reaction is not known: write force = \"none\" where there is a "
           "[mechanism.link]";
  if (setup.force == Force::passivity && setup.ports == 2 && !(setup.rate > 0.0))
    return "two ports are watched at samples: give compensator.rate, or watch one";
  models::SixDofSetup its;
  its.compensator = setup;
  for (std::size_t i = 0; i < models::kComponents; ++i) {
    its.robot[i] = chain_setup(study, SpatialInstrument::robot, i, values);
    its.wrench_sensor[i] = chain_setup(study, SpatialInstrument::wrench_sensor, i, values);
  }
  its.robot_coupling = study.couplings[static_cast<std::size_t>(SpatialInstrument::robot)];
  if (models::is_realisable(its)) {
    its.hybrid = spatial_hybrid_setup(study, values, its);
    return models::is_realisable(its)
               ? ""
               : "the command would depend on the force that it causes at the same instant, through the "
                 "computed part, an algebraic loop; take another virtual.source, a measurement_delay, or "
                 "position = \"polynomial\"";
  }
  return "what is commanded ahead would show at once: each component with a lag needs a robot with a "
         "low-pass, "
         "a delay or a sample_hold, for example robot.total_delay";
}

/// Why the compensator cannot be had with these instruments; empty if it can.
std::string complaint(const compensation::CompensatorSetup& setup, const Study& study,
                      const ParameterValues& values) {
  if (study.twin != Twin::controlled && setup.position == Position::lead && setup.order > 2)
    return "a lead has order 1 or 2; the third derivative of the motion is not known";
  if (study.model == models::ModelKind::sixdof) return spatial_complaint(setup, study, values);
  if (study.twin == Twin::controlled) {
    if (setup.force == Force::damper && setup.damping == compensation::kByRestitution)
      return "the controlled twin takes the damping as a number or from the observer: write damping = "
             "\"observer\" or, for example, \"900 N s/m\"";
    return "";  // everything is held for a sample
  }
  if (setup.force == Force::passivity && setup.ports == 2 && !(setup.rate > 0.0))
    return "two ports are watched at samples: give compensator.rate, or watch one";
  if (setup.position == Position::ats && !(setup.rate > 0.0))
    return "ats learns at samples: give compensator.rate";
  if (is_realisable(setup, chain_setup(study, Instrument::actuator, values),
                    chain_setup(study, Instrument::force_sensor, values)))
    return "";
  return algebraic_loop(setup.order, "an actuator or a force sensor");
}

}  // namespace

void check_compensator(Reading& reading) {
  check_companions("compensator", reading);
  if (reading.study.twin != Twin::controlled || !reading.present("compensator.rate"_id)) return;
  reading.findings.add(reading.place_of("compensator.rate"_id),
                       "compensator.rate: the computer of the rig samples at rig.rate, and so does its "
                       "compensator; remove this");
}

void check_compensator_values(Reading& reading) {
  if (!any_present(kKeys, reading)) return;
  check_readers(reading);
  std::vector<Id> ids(kKeys.begin(), kKeys.end());
  for (const auto instrument : {SpatialInstrument::robot, SpatialInstrument::wrench_sensor}) {
    const auto first = static_cast<std::size_t>(of_whole(instrument, "total_delay"));
    for (std::size_t i = first; i < first + rows::kSpatialCount; ++i)
      if (reading.present(Id{i})) ids.push_back(Id{i});
  }
  for (const Id id : {"virtual.source"_id, "virtual.measurement_delay"_id, "virtual.rate"_id})
    if (reading.present(id)) ids.push_back(id);
  for (const auto instrument : {Instrument::actuator, Instrument::force_sensor})
    for (std::size_t key = 0; key < InstrumentKey::kCount; ++key)
      if (const Id id = id_of(instrument, InstrumentKey(key)); reading.present(id)) ids.push_back(id);
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return true;
    const auto setup = compensator_setup(values);
    if (!setup.present()) return true;
    const auto problem = complaint(setup, reading.study, values);
    if (problem.empty()) return true;
    const bool is_order = setup.position == Position::lead && setup.order > 2;
    Id blamed = last_present(kKeys, reading);
    if (is_order && reading.present("compensator.order"_id)) blamed = "compensator.order"_id;
    if (setup.position == Position::ats && !(setup.rate > 0.0)) blamed = "compensator.position"_id;
    reading.findings.add(reading.place_of(blamed), fmt::format("{}: {}", parameter(blamed).path, problem));
    return false;
  });
}

}  // namespace hilspace::study
