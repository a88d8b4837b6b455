#include "rig/comparison/twin_ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/random.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/records/run_trace.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::rig {
namespace {

/// Random stream of these runs, different from the rig's and for each seed.
constexpr std::uint64_t kEnsembleSeed = 0x656e'7365'6d62;
constexpr std::uint64_t kSeedApart = 1'000'003;
constexpr std::uint64_t kPhaseStream = 0x7068;

struct TwinRun {
  models::RigSetup scenario;
  LoopSetup loop;
  InProcessSetup rig;
};

TwinRun twin_run(const Campaign& campaign, const study::Study& study, std::uint64_t index) {
  TwinRun run{as_the_rig_has_it(campaign.rig, study::rig_setup(study, index)), {}, {}};
  run.loop = loop_setup(campaign.rig, run.scenario.computer);
  run.loop.limits = only_of_the_command(run.loop.limits);
  run.rig.plant = run.scenario.plant;
  run.rig.scaling = run.loop.scaling;
  return run;
}

Measured measured(const TwinRun& run, std::uint64_t index, double mass) {
  InProcess daq(run.rig);
  const SteppedRun ran = run_stepped(daq, run.loop);
  if (ran.report.trip)
    throw RunError(fmt::format("scenario {}: the run of the twin tripped ({}); check that the loop is stable",
                               index, named(ran.report.trip.fault).name));
  const models::RigComputerSetup& computer = run.scenario.computer;
  return measured(run_trace(ran.records, computer.air_gap + computer.offset), mass, computer.air_gap,
                  Of::testbed);
}

double mass_of(const study::Study& study, std::uint64_t index) {
  return models::reduced_mass(study::axial_setup(study, index));
}

}  // namespace

TwinEnsemble twin_ensemble(const Campaign& campaign, std::uint64_t index) {
  TwinEnsemble found;
  found.scenario = index;
  found.mass = mass_of(campaign.study, index);
  const models::RigComputerSetup computer = study::rig_setup(campaign.study, index).computer;
  found.air_gap = computer.air_gap;
  const bool controlled = campaign.twin == static_cast<std::size_t>(study::Twin::controlled);
  const auto traced = [&](const study::Study& study) {
    return controlled
               ? simulate::simulate_traced(as_the_rig_has_it(campaign.rig, study::rig_setup(study, index)))
                     .trace
               : simulate::simulate_traced(study::axial_setup(study, index)).trace;
  };
  found.trace = traced(campaign.study);
  found.docking = measured(found.trace.groups[0], found.mass, found.air_gap, Of::docking);
  study::Study study = campaign.study;
  const double step = computer.approach_velocity / computer.rate;  // m between two samples
  for (std::uint32_t i = 0; i < campaign.twins; ++i) {
    study.seed = kEnsembleSeed + kSeedApart * campaign.study.seed + i;
    if (!controlled) {
      found.runs.push_back(measured(traced(study).groups[1], found.mass, found.air_gap, Of::testbed));
      continue;
    }
    TwinRun run = twin_run(campaign, study, index);
    const double phase = RandomStream(study.seed, index, kPhaseStream).uniform(0) - 0.5;
    run.rig.plant.air_gap = std::max(run.rig.plant.air_gap + phase * step, 0.0);
    found.runs.push_back(measured(run, index, found.mass));
  }
  return found;
}

Measured twin_with(const Campaign& campaign, std::uint64_t index, const Offsets& offsets) {
  TwinRun run = twin_run(campaign, campaign.study, index);
  models::RigPlantSetup& plant = run.rig.plant;
  plant.position_sensor = without_noise(plant.position_sensor);
  plant.force_sensor = without_noise(plant.force_sensor);
  plant.air_gap = std::max(plant.air_gap + offsets.gap, 0.0);
  plant.contact.stiffness *= 1.0 + offsets.stiffness;
  run.rig.input_bits = 0;
  run.rig.scaling.newton_per_volt /= 1.0 + offsets.force_scale;
  std::vector<instruments::CurvePoint> curve(run.rig.scaling.position.begin(),
                                             run.rig.scaling.position.end());
  for (auto& point : curve) point.output /= 1.0 + offsets.position_scale;
  run.rig.scaling.position = curve;
  return measured(run, index, mass_of(campaign.study, index));
}

}  // namespace hilspace::rig
