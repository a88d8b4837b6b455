// From a scenario's index to the rig, with its computer and hardware modelled separately.

#include <cmath>
#include <numbers>

#include "contact/general_law.hpp"
#include "models/published_rig.hpp"
#include "study/scenario.hpp"
#include "study/setups/phases.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

using instruments::ChainSetup, instruments::Section;

constexpr std::array<Section, 3> kActuator{models::kAmplifier[0], models::kPiezo[0], models::kPiezo[1]};

std::span<const Section> prefilter(Prefilter choice) {
  switch (choice) {
    case Prefilter::published:
      return models::kPrefilterPublished;
    case Prefilter::model_based:
      return models::kPrefilterModelBased;
    case Prefilter::none:
      return {};
  }
  __builtin_unreachable();
}

/// The sensor that is the source of the identified noise: its low-pass colours the noise and filters the
/// signal alike. The chain's own low-pass is the controlled actuator, which is modelled by its parts here.
ChainSetup position_sensor(const ChainSetup& actuator) {
  ChainSetup sensor;
  for (const auto& stage : actuator.all())
    if (const auto* noise = std::get_if<instruments::NoiseSetup>(&stage);
        noise != nullptr && noise->bandwidth > 0.0)
      sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * noise->bandwidth, noise->damping});
  for (const auto& stage : actuator.all())
    if (!std::holds_alternative<instruments::LowPassSetup>(stage)) sensor.add(stage);
  return sensor;
}

}  // namespace

models::RigSetup rig_setup(const Study& study, std::uint64_t index) {
  const ParameterValues values = parameter_values(study, index);
  ChainSetup actuator = chain_setup(study, Instrument::actuator, values);
  ChainSetup force_sensor = chain_setup(study, Instrument::force_sensor, values);
  if (!std::isnan(values["numerics.repeat"_id])) {
    draw_phases(actuator, {study.seed, index, kPlacePhases}, false);
    draw_phases(force_sensor, {study.seed, index, kForcePhases}, true);
  }
  models::RigSetup setup;

  models::RigComputerSetup& computer = setup.computer;
  computer.rate = values["rig.rate"_id];
  computer.chaser_mass = values["chaser.mass"_id];
  computer.target_mass = values["target.mass"_id];
  computer.approach_velocity = values["approach.velocity"_id];
  computer.air_gap = values["approach.air_gap"_id];
  computer.offset = values["rig.offset"_id];
  computer.prefilter = prefilter(study.prefilter);
  computer.controller = models::kPid;

  models::RigPlantSetup& plant = setup.plant;
  plant.actuator = kActuator;
  plant.compliance = or_else(1.0 / values["rig.stiffness"_id], 0.0);
  plant.frame_compliance = or_else(1.0 / values["rig.frame_stiffness"_id], 0.0);
  plant.contact = law_setup(study, values);
  plant.slowest = contact::kSlowestShare * computer.approach_velocity;
  plant.air_gap = computer.air_gap;
  plant.offset = computer.offset;
  plant.position_sensor = position_sensor(actuator);
  plant.force_sensor = force_sensor;
  plant.random = {study.seed, index};
  // A dead band at the end is the computer's contact detection.
  if (const auto all = force_sensor.all(); !all.empty())
    if (const auto* detection = std::get_if<instruments::DeadBandSetup>(&all.back())) {
      computer.force_threshold = detection->threshold;
      plant.force_sensor = force_sensor.without(all.size() - 1);
    }

  // The lag is that of the rig as identified, noise and detection aside.
  computer.compensation = {compensator_setup(values), actuator, force_sensor, plant.contact};

  // Absent: the setup's own default.
  setup.step = or_else(values["numerics.step"_id], setup.step);
  setup.time_limit = or_else(values["numerics.time_limit"_id], setup.time_limit);
  setup.penetration_limit = penetration_limit(study, values);
  return setup;
}

}  // namespace hilspace::study
