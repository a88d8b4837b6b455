// A whole run whose writes fail now and then: what the converter holds, and the relay.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "rig/loop/loop.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

/// A rig of which a write fails, or a read, where that is so for its number.
class Failing final : public bench::Between {
 public:
  using Fails = std::function<bool(std::uint64_t)>;
  Failing(Fails write, Fails read) : write_(std::move(write)), read_(std::move(read)) {}
  bool read(Inputs& inputs) noexcept override {
    const bool good = rig_.read(inputs);
    if (good && closed_ && !inputs.relay_closed && rig_.command() > 1e-3) opened_driven_ = true;
    closed_ = inputs.relay_closed;
    return good && !read_(reads_++);
  }
  bool write(const Outputs& outputs) noexcept override {
    if (write_(writes_++)) return false;
    steepest_ = std::max(steepest_, std::abs(outputs.command - rig_.command()));
    return rig_.write(outputs);
  }
  double steepest() const { return steepest_; }  // V from one output to the next
  bool opened_driven() const { return opened_driven_; }

 private:
  Fails write_, read_;
  std::uint64_t reads_ = 0, writes_ = 0;
  double steepest_ = 0.0;
  bool closed_ = false, opened_driven_ = false;
};

bool never(std::uint64_t) { return false; }

constexpr std::uint64_t kDriven = 170;  // the command is at the offset, 1 V

LoopReport run_with(Failing& daq) {
  LoopSetup setup = bench::loop_setup();
  setup.limits.command_rate = 200.0;  // 0.1 V in a cycle: a retreat of many
  setup.limits.slew_time = 0.0;
  Ring<Record> ring(1 << 14);
  return run_loop(daq, setup, ring);
}

// Whether they recover before the trip, or at some time of the retreat.
TEST(Loop, FailedWritesThatRecoverMakeNoStep) {
  for (const std::uint64_t failed : {1U, 2U, 5U, 8U, 20U, 40U}) {
    SCOPED_TRACE(failed);
    Failing daq([=](std::uint64_t i) { return i >= kDriven && i < kDriven + failed; }, never);
    const LoopReport report = run_with(daq);
    EXPECT_EQ(named(report.trip.fault).name, named(failed < 3 ? Fault::none : Fault::unwritten).name);
    EXPECT_LE(daq.steepest(), 0.1 + 1e-9);
    EXPECT_TRUE(report.safe);
    EXPECT_EQ(daq.command(), 0.0);
  }
}

// A converter that fails often, but never for long: it trips while the relay is still closed, because
// a heartbeat of which every second change is lost stands still.
TEST(Loop, WritesAndReadsThatFailTooOftenTrip) {
  for (const auto& [bad, of] : {std::pair{1U, 2U}, {2U, 3U}, {1U, 3U}}) {
    SCOPED_TRACE(testing::Message() << bad << " of " << of);
    const auto fails = [bad = bad, of = of](std::uint64_t i) { return i >= kDriven && i % of < bad; };
    Failing unwritten(fails, never);
    const LoopReport written = run_with(unwritten);
    EXPECT_EQ(named(written.trip.fault).name, "unwritten_in_all");
    EXPECT_TRUE(written.safe);
    EXPECT_EQ(unwritten.command(), 0.0);
    EXPECT_LE(unwritten.steepest(), 0.1 + 1e-9);
    EXPECT_FALSE(unwritten.opened_driven());
    Failing unread(never, fails);
    const LoopReport read = run_with(unread);
    EXPECT_EQ(named(read.trip.fault).name, "silent_in_all");
    EXPECT_TRUE(read.safe);
  }
}

// The run ends, and says so, also where it can never become safe.
TEST(Loop, WritesThatFailForGoodEndTheRunUnsafe) {
  Failing daq([](std::uint64_t i) { return i >= kDriven; }, never);
  const LoopReport report = run_with(daq);
  EXPECT_EQ(named(report.trip.fault).name, "unwritten");
  EXPECT_FALSE(report.safe);
  EXPECT_GT(daq.command(), 0.5);
}

}  // namespace
}  // namespace hilspace::rig
