// Cost of one cycle of the rig's loop: bodies, prefilter and PID, all of Safety with its observer, record.
// The converters cost nothing here (shared memory instead of a card), and there is no waiting.

#include <x86intrin.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core/random.hpp"
#include "models/published_rig.hpp"
#include "rig/backends/wall_clock.hpp"
#include "rig/loop/loop.hpp"

namespace {

using namespace hilspace;

/// Sensors with noise, and a force that comes and goes every few milliseconds as in impacts.
class Canned final : public rig::Daq {
 public:
  Canned() {
    const RandomStream random(1, 0, 0);
    for (std::size_t i = 0; i < kCount; ++i) noise_[i] = random.normal(i);
  }
  std::string_view name() const override { return "canned"; }
  rig::VoltRange input_range() const override { return {-10.0, 10.0}; }
  rig::VoltRange output_range() const override { return {-10.0, 10.0}; }
  bool stepped() const override { return false; }
  std::int64_t now() noexcept override { return clock_.now(); }
  void wait_until(std::int64_t) noexcept override { begin = __rdtsc(); }
  bool read(rig::Inputs& inputs) noexcept override {
    // Follows the command like an actuator without lag.
    const double noise = noise_[++at_ % kCount];
    inputs.position = 10.0 / 300.0 * 316.3 * 0.1 * command_ + 0.024 * noise;
    inputs.force = 0.0015 * noise + (at_ % 750 < 375 ? 0.001 : 0.3);
    inputs.stop = false;
    inputs.relay_closed = true;
    return true;
  }
  bool write(const rig::Outputs& outputs) noexcept override {
    command_ += 0.01 * (outputs.command - command_);
    return true;
  }
  std::uint64_t begin = 0;

 private:
  static constexpr std::size_t kCount = 4096;
  std::vector<double> noise_ = std::vector<double>(kCount);
  std::size_t at_ = 0;
  double command_ = 0.0;
  rig::WallClock clock_{75e3};
};

rig::LoopSetup setup() {
  rig::LoopSetup setup;
  setup.computer.approach_velocity = 1e-9;  // the bodies stay in place under any force
  setup.computer.chaser_mass = setup.computer.target_mass = 1e12;
  setup.computer.air_gap = 43e-6;
  setup.computer.offset = 20e-6;
  setup.computer.force_threshold = 22.0;
  setup.computer.prefilter = models::kPrefilterPublished;
  setup.computer.controller = models::kPid;
  rig::Limits& limits = setup.limits;
  limits.command_rate = rig::kMostPerWrite * setup.computer.rate;
  limits.slew_time = 0.0;  // noise makes the controller want more
  limits.velocity_max = 1e9;
  limits.late_in_a_row = limits.long_in_a_row = limits.late_in_all = limits.long_in_all = 0.0;
  limits.position_stuck_time = limits.force_stuck_time = 1e9;
  // All of Safety, with tolerances that never trip: the specimens always touch.
  rig::Expectation& e = setup.expectation;
  e.known = true;
  e.actuator = {models::kAmplifier[0], models::kPiezo[0], models::kPiezo[1]};
  e.actuator_sections = 3;
  e.compliance = 1.0 / 27e6;
  e.touch = 1e-6;
  e.stiffness = 1e9;
  e.damping_number = 0.4;
  e.approach = 0.05;
  e.frame_compliance = 1.0 / 200e6;
  e.force_sensor[0] = {{1.0, 0.0, 0.0}, {1.0, 2.0 * 0.707 / 6283.0, 1.0 / (6283.0 * 6283.0)}};
  e.force_sensor_sections = 1;
  e.reduced_mass = 0.5e12;
  e.tolerances.position = e.tolerances.force = rig::kUnlimited;
  setup.rest_time = setup.ramp_time = setup.settle_time = 1e-3;
  setup.scenario_time = 1e9;
  return setup;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t cycles = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3'000'000;
  Canned daq;
  rig::Ring<rig::Record> ring(1 << 16);
  rig::Loop loop(daq, setup(), ring);
  std::vector<rig::Record> batch(1 << 12);
  std::vector<std::uint32_t> ticks;
  ticks.reserve(cycles);
  const auto cold = cycles / 100;
  for (std::size_t i = 0; i < cycles + cold; ++i) {
    loop.cycle();
    const std::uint64_t end = __rdtsc();
    if (i >= cold) ticks.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(end - daq.begin, ~0u)));
    if (i % batch.size() == 0) ring.pop(batch);  // the recorder's part, between two cycles
  }
  const rig::LoopReport report = loop.report();
  if (report.trip || report.lost > 0) {
    std::fprintf(stderr, "the loop tripped (%s) or lost records: nothing was measured\n",
                 rig::named(report.trip.fault).name.data());
    return 1;
  }
  std::sort(ticks.begin(), ticks.end());
  const double ns = rig::WallClock(75e3).ns_per_tick();
  if (ns == 0.0) {
    std::fprintf(stderr, "the time-stamp counter of this processor is not invariant\n");
    return 1;
  }
  for (const double share : {0.5, 0.99, 0.999, 0.9999})
    std::printf("%g %.1f\n", share,
                ns * ticks[static_cast<std::size_t>(share * static_cast<double>(cycles - 1))]);
  std::printf("1 %.1f\n", ns * ticks.back());
  return 0;
}
