#include "unit/rig/faulty/trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/law.hpp"
#include "results/format/column.hpp"
#include "study/study.hpp"
#include "support/repository.hpp"

namespace hilspace::rig::test {
namespace {

const study::Study& published() {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  static const study::Study study = study::load(
      hilspace::test::repository() + "/studies/13-rig-twin/published.toml", twin, results::known_metrics());
  return study;
}

LoopSetup quick_loop(const models::RigComputerSetup& computer) {
  LoopSetup setup;
  setup.computer = computer;
  setup.limits.extension_max = 290e-6;
  setup.limits.velocity_max = 1.5;
  setup.limits.ignored_time = 1e-3;
  setup.ramp_time = 12e-3;  // a frozen sensor must be detected before the bodies move
  setup.settle_time = 6e-3;
  setup.scenario_time = 40e-3;
  setup.after_time = 2e-3;
  return setup;
}

Prepared prepare(std::uint64_t index) {
  Prepared made{index, study::rig_setup(published(), index), {}, {}, {}, 0.0, 0.0, 0.0};
  made.rig.plant = made.scenario.plant;
  made.rig.plant_step = 1.0 / 150e3;
  made.loop = quick_loop(made.scenario.computer);
  const Tolerances tolerances;
  made.envelope = envelope(made.loop, made.rig.plant, tolerances);
  expect(made.loop, made.scenario, tolerances, made.envelope);
  made.begin = made.loop.rest_time + made.loop.ramp_time + made.loop.settle_time;
  made.contact = made.begin + made.loop.computer.air_gap / made.loop.computer.approach_velocity;
  const contact::LawSetup& law = made.rig.plant.contact;
  made.duration = contact::elastic_duration(law, made.loop.expectation.reduced_mass,
                                            made.loop.computer.approach_velocity);
  return made;
}

Ran run(const Prepared& scenario, const InProcessSetup& rig, std::span<const Flaw> flaws,
        std::uint64_t seed) {
  FaultyRig daq(rig, flaws, seed);
  LoopSetup setup = scenario.loop;
  setup.guard = &daq.page;
  setup.guard_cycles = 375;  // 5 ms
  setup.unrecorded = &daq.unrecorded;
  Ring<Record> ring(1);
  Ran ran{run_loop(daq, setup, ring), 0.0, 0.0, 0.0, 0.0, 0.0};
  ran.force = daq.rig().largest_force() / scenario.envelope.force;
  ran.extension = daq.rig().largest_extension() / scenario.envelope.extension;
  ran.lowest = daq.rig().lowest_extension();
  const double from = flaws.empty() || flaws[0].kind->from_start ? 0.0 : flaws[0].instant;
  ran.after = static_cast<double>(ran.report.trip.cycle) / setup.computer.rate - from;
  ran.steepest = daq.steepest() * setup.computer.rate / (setup.limits.command_rate * 10.0);
  return ran;
}

}  // namespace

const std::vector<Prepared>& prepared() {
  static const std::vector<Prepared> all = [] {
    std::vector<Prepared> made;
    for (std::uint64_t index = 0; index < 480; index += 40) made.push_back(prepare(index));
    return made;
  }();
  return all;
}

Ran run_faulty(const Prepared& scenario, std::span<const Flaw> flaws, std::uint64_t seed) {
  InProcessSetup rig = scenario.rig;
  rig.plant.random = {seed, scenario.index};
  return run(scenario, rig, flaws, seed);
}

Ran run_healthy(const Prepared& scenario, std::uint64_t seed) {
  const RandomStream random(seed, scenario.index, 77);
  const Tolerances& t = scenario.loop.expectation.tolerances;
  std::uint64_t k = 0;
  const auto within = [&](double tolerance) { return tolerance * (2.0 * random.uniform(k++) - 1.0); };
  InProcessSetup rig = scenario.rig;
  rig.plant.random = {seed, scenario.index};
  rig.plant.contact.stiffness *= 1.0 + within(t.stiffness);
  rig.plant.air_gap += within(t.gap);
  rig.plant.position_sensor.add(instruments::BiasSetup{within(t.position_zero)});
  const double force_zero = within(t.force_zero);
  bool biased = false;
  for (auto& stage : rig.plant.force_sensor.all())
    if (auto* bias = std::get_if<instruments::BiasSetup>(&stage)) {
      bias->value = force_zero;
      biased = true;
    }
  if (!biased) rig.plant.force_sensor.add(instruments::BiasSetup{force_zero});
  // The actuator's gain within half of its tolerance: the rest is reserved for its dynamics.
  std::vector<instruments::Section> actuator(rig.plant.actuator.begin(), rig.plant.actuator.end());
  const double gain = 1.0 + within(0.5 * t.actuator);
  for (double& b : actuator[0].numerator) b *= gain;
  rig.plant.actuator = actuator;
  return run(scenario, rig, {}, seed);
}

double draw_instant(const Prepared& scenario, const RandomStream& random, std::uint64_t k) {
  const double where = random.uniform(k), share = random.uniform(k + 1);
  if (where < 0.3) return share * scenario.contact;
  return scenario.contact + share * scenario.duration;
}

}  // namespace hilspace::rig::test
