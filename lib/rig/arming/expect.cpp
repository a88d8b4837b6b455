#include "rig/arming/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/law.hpp"
#include "core/error.hpp"
#include "dynamics/axial.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/backends/in_process.hpp"

namespace hilspace::rig {
namespace {

/// Random stream of these runs, different from the rig's.
constexpr std::uint64_t kTwinSeed = 0x5477'696e;

constexpr double kNoiseAtLimit = 3.0;   // standard deviations
constexpr double kNoiseAtRest = 2.0;    // the same for a mean over the time at rest
constexpr double kNoiseAtLeast = 0.25;  // the same for the minimum noise of a live signal
constexpr double kKineticShare = 0.05;
constexpr double kTimeReserve = 1.1;  // for what deviates else: damping, gap, lag of the rig

/// Share of a limit that is used up; beyond it where the limit leaves no room.
double share_of(double value, double limit) { return limit > 0.0 ? value / limit : kUnlimited; }

/// s for which the bodies of the predicted scenario move, with a contact longer by that factor.
double time_of(const models::RigComputerSetup& setup, const metrics::Demand& demand, double longer) {
  const models::RigComputer computer(setup);  // starts earlier with a compensator
  const double approach = -computer.displacement() / computer.velocity();
  return kTimeReserve * (approach + demand.duration * longer + setup.air_gap / demand.rebound);
}

double mass_of(const models::RigComputerSetup& computer) {
  return 1.0 / dynamics::inverse_reduced_mass(computer.chaser_mass, computer.target_mass);
}

}  // namespace

Envelope envelope(const LoopSetup& loop, const models::RigPlantSetup& plant, const Tolerances& tolerances,
                  Stops* stops) {
  LoopSetup setup = loop;
  setup.expectation = {};
  setup.stop = nullptr;
  setup.guard = nullptr;
  setup.unrecorded = nullptr;
  setup.ramp_time = std::min(setup.ramp_time, 10e-3);
  setup.settle_time = std::min(setup.settle_time, 10e-3);
  setup.limits = only_of_the_command(loop.limits);

  Envelope found;
  std::uint64_t run = 0;
  for (const double stiffness : {0.0, -1.0, 1.0})
    for (const double gap : {0.0, -1.0, 1.0}) {
      if ((stiffness == 0.0) != (gap == 0.0)) continue;
      InProcessSetup rig;
      rig.plant = plant;
      rig.plant.contact.stiffness *= 1.0 + stiffness * tolerances.stiffness;
      rig.plant.air_gap += gap * (tolerances.gap + tolerances.position_zero);
      rig.plant.random = {kTwinSeed, run++};
      rig.scaling = setup.scaling;
      rig.inputs = {-kUnlimited, kUnlimited};
      rig.input_bits = 0;
      InProcess daq(rig);
      Ring<Record> ring(1);
      Loop its(daq, setup, ring);
      // Many stops of one run are enough; the others add their worst ones.
      const bool often = stiffness == 0.0;
      while (its.cycle())
        if (stops != nullptr)
          stops->see(daq.plant(), setup.scaling.command(daq.command()), setup.computer.rate, often);
      if (stops != nullptr) stops->next();
      const LoopReport report = its.report();
      if (report.trip)
        throw RunError(fmt::format("the run of the twin tripped ({}); check that the loop is stable",
                                   named(report.trip.fault).name));
      found.force = std::max(found.force, daq.largest_force());
      found.extension = std::max(found.extension, daq.largest_extension());
      found.injected = std::max(found.injected, report.injected);
      if (!(daq.largest_force() > 0.0))
        throw RunError(fmt::format(
            "the twin never touches the specimens: loop.scenario_time is {:g} s, and the "
            "command may change by limits.command_rate = {:g} V/s; raise in the rig file what is too low",
            setup.scenario_time,
            setup.limits.command_rate * (setup.scaling.command_full - setup.scaling.command_zero)));
      if (report.ended == LoopEnd::time_limit)
        throw RunError(fmt::format(
            "not armed: the bodies of the twin, with stiffness and gap as tolerated, have not parted "
            "when loop.scenario_time, {:g} ms, is over, so the contact would be cut off; write a "
            "longer loop.scenario_time in the rig file, of at most {:g} s",
            1e3 * setup.scenario_time, kLongestScenario));
    }
  return found;
}

Expectation expectation(const models::RigSetup& scenario, const Tolerances& tolerances) {
  const models::RigPlantSetup& plant = scenario.plant;
  const contact::LawSetup& law = plant.contact;
  Expectation e;
  e.known = true;
  e.actuator_sections = std::min(plant.actuator.size(), e.actuator.size());
  std::copy_n(plant.actuator.begin(), e.actuator_sections, e.actuator.begin());
  e.compliance = plant.compliance;
  e.touch = plant.air_gap + plant.offset;
  e.stiffness = law.stiffness;
  e.exponent = law.exponent;
  e.curve = law.curve;
  e.approach = scenario.computer.approach_velocity;
  e.plastic = law.law == contact::Law::viscoplastic;
  e.damping_number = law.damping_number;
  e.damping_per_stiffness = law.damping_per_stiffness;
  e.viscosity = law.viscosity;
  e.frame_compliance = plant.frame_compliance;
  for (const auto& stage : plant.force_sensor.all())
    if (const auto* low_pass = std::get_if<instruments::LowPassSetup>(&stage);
        low_pass != nullptr && low_pass->natural_frequency > 0.0)
      e.force_sensor[e.force_sensor_sections++] = section_of(*low_pass);
  e.reduced_mass = mass_of(scenario.computer);
  e.tolerances = tolerances;
  e.leap = tolerances.position;
  return e;
}

void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances,
            const Envelope& envelope) {
  const models::RigPlantSetup& plant = scenario.plant;
  const double position_noise = noise_of(plant.position_sensor), force_noise = noise_of(plant.force_sensor);
  loop.expectation = expectation(scenario, tolerances);
  const Expectation& e = loop.expectation;
  Limits& limits = loop.limits;
  limits.force_max = std::min(limits.force_max, tolerances.margin * envelope.force);
  const double pressed = envelope.extension - e.touch;
  const double exponent = contact::exponent_at(plant.contact, pressed);
  const double depth = std::pow(tolerances.margin, 1.0 / exponent) * pressed;
  limits.extension_max = std::min(limits.extension_max, e.touch + depth + kNoiseAtLimit * position_noise);
  limits.injected_max =
      tolerances.energy * envelope.injected + kKineticShare * 0.5 * e.reduced_mass * e.approach * e.approach;
  limits.position_zero = tolerances.position_zero + kNoiseAtRest * position_noise;
  limits.force_zero = tolerances.force_zero + kNoiseAtRest * force_noise;
  limits.position_quiet = kNoiseAtLeast * position_noise;
  limits.force_quiet = kNoiseAtLeast * force_noise;
}

void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances) {
  Stops stops;
  const Envelope found = envelope(loop, scenario.plant, tolerances, &stops);
  require_stops(stops, loop.limits, loop.computer.rate,
                loop.scaling.command_full - loop.scaling.command_zero);
  expect(loop, scenario, tolerances, found);
}

metrics::Qualification within_own_limits(const RigFile& rig, const models::RigSetup& scenario,
                                         const metrics::Demand& demand) {
  const Tolerances& t = rig.tolerances;
  const models::RigPlantSetup& plant = scenario.plant;
  const double penetration = demand.extension - plant.air_gap - plant.offset;
  const double power = 1.0 / (contact::exponent_at(plant.contact, penetration) + 1.0);
  const double force = demand.force * std::pow(1.0 + t.stiffness, power);
  const double softer = std::pow(1.0 - t.stiffness, -power);  // factor on penetration and duration
  const double extension = demand.extension + t.gap + t.position_zero + penetration * (softer - 1.0);
  // Beyond what the command or the reference may be, the actuator stays behind the bodies, unnoticed by any limit.
  const double by_command = rig.limits.command_max * full_stroke(scenario) - plant.compliance * demand.force;
  const double reach = std::min({rig.limits.extension_max, by_command, scenario.computer.reference_max});
  const auto bound = metrics::worse({metrics::Limit::force_max, share_of(force, rig.limits.force_max)},
                                    {metrics::Limit::extension_max, share_of(extension, reach)});
  const double time = time_of(scenario.computer, demand, softer);
  return metrics::worse(bound, {metrics::Limit::scenario_time, share_of(time, rig.scenario_time)});
}

std::string how_to_give(double scenario_time) {
  const double enough = std::floor(1e3 * scenario_time) + 1.0;  // ms
  if (enough > 1e3 * kLongestScenario)
    return fmt::format("it cannot be run, since that is at most {:g} s: leave it out", kLongestScenario);
  return fmt::format("write loop.scenario_time = \"{:.0f} ms\" in the rig file", enough);
}

Limits limits_in_air(const RigFile& rig, const models::RigSetup& scenario, double farthest) {
  constexpr double kBeyond = 1.25;
  Limits limits = rig.limits;
  const double force = scenario.computer.force_threshold + rig.tolerances.force;
  limits.force_min = std::max(limits.force_min, -force);
  limits.force_max = std::min(limits.force_max, force);
  limits.extension_max = std::min(limits.extension_max, kBeyond * farthest + rig.tolerances.position);
  return limits;
}

}  // namespace hilspace::rig
