#include "rig/arming/stepped_run.hpp"

#include "rig/loop/rig_run.hpp"

namespace hilspace::rig {

SteppedRun run_stepped(Daq& daq, const LoopSetup& setup) {
  constexpr double kPatience = 1.0;  // s, of stepped time
  constexpr std::size_t kBatch = 1 << 10;
  LoopSetup alone = setup;
  alone.guard = nullptr;
  alone.unrecorded = nullptr;
  alone.stop = nullptr;
  confirm_relay(daq, alone, kPatience);
  Ring<Record> ring(kBatch);
  Loop loop(daq, alone, ring);
  SteppedRun run;
  std::vector<Record> batch(kBatch);
  for (bool goes_on = true; goes_on;) {
    goes_on = loop.cycle();
    const std::size_t count = ring.pop(batch);
    run.records.insert(run.records.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
  }
  run.report = loop.report();
  return run;
}

instruments::ChainSetup without_noise(instruments::ChainSetup chain) {
  for (auto& stage : chain.all())
    if (auto* noise = std::get_if<instruments::NoiseSetup>(&stage)) noise->std = 0.0;
  return chain;
}

double noise_of(const instruments::ChainSetup& chain) {
  double noise = 0.0;
  for (const auto& stage : chain.all())
    if (const auto* found = std::get_if<instruments::NoiseSetup>(&stage)) noise = found->std;
  return noise;
}

instruments::Section section_of(const instruments::LowPassSetup& low_pass) {
  const double w = low_pass.natural_frequency;
  return {{1.0, 0.0, 0.0}, {1.0, 2.0 * low_pass.damping / w, 1.0 / (w * w)}};
}

Limits only_of_the_command(const Limits& limits) {
  Limits l;
  l.command_min = limits.command_min;
  l.command_max = limits.command_max;
  l.command_rate = limits.command_rate;
  l.retreat_rate = limits.retreat_rate;
  l.command_safe = limits.command_safe;
  l.velocity_bandwidth = limits.velocity_bandwidth;
  l.extension_min = l.force_min = -kUnlimited;
  l.extension_max = l.velocity_max = l.force_max = kUnlimited;
  l.blocking_force = 1e12, l.stroke = 1.0;  // out of reach
  l.slew_time = l.position_stuck_time = l.force_stuck_time = l.railed_time = 0.0;
  return l;
}

}  // namespace hilspace::rig
