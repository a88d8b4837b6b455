// A million cycles on the in-process rig, consumed from the ring by another thread: every record arrives, in
// order, and is consistent.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "support/times.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

TEST(Long, AMillionCyclesWithoutAWrongOrMissingRecord) {
  const double cycles = 1e6 * static_cast<double>(test::times());
  LoopSetup setup = bench::loop_setup();
  setup.settle_time = cycles / setup.computer.rate;
  setup.wait_for_room = true;
  Ring<Record> ring(1 << 14);
  std::atomic<bool> over{false};
  std::uint64_t count = 0, wrong = 0;
  double peak = 0.0, highest = 0.0;
  std::thread reader([&] {
    std::vector<Record> batch(4096);
    Record before;
    for (;;) {
      const bool last = over;
      const std::size_t got = ring.pop(batch);
      for (std::size_t i = 0; i < got; ++i) {
        const Record& each = batch[i];
        const bool in_place = each.cycle == count++;
        const bool in_time = each.cycle == 0 || std::abs(each.time - before.time - 50e-6) < 2e-9;
        const bool agrees = each.extension == setup.scaling.extension(each.position_volts) &&
                            each.command >= 0.0 && each.command <= 1.0 && each.fault == Fault::none &&
                            each.phase >= before.phase;
        wrong += in_place && in_time && agrees ? 0 : 1;
        peak = std::max(peak, each.force);
        highest = std::max(highest, each.command);
        before = each;
      }
      if (got == 0 && last) break;
      if (got == 0) std::this_thread::yield();
    }
  });
  InProcess daq(bench::rig_setup());
  const LoopReport report = run_loop(daq, setup, ring);
  over = true;
  reader.join();
  EXPECT_GE(static_cast<double>(report.cycles), cycles);
  EXPECT_EQ(count, report.cycles);
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(report.lost, 0u);
  EXPECT_EQ(report.missed, 0u);
  EXPECT_EQ(report.ended, LoopEnd::parted);  // followed by the same contact as without the delay
  EXPECT_GT(peak, 50.0);
  EXPECT_EQ(setup.scaling.command_volts(highest), daq.highest_command());
}

}  // namespace
}  // namespace hilspace::rig
