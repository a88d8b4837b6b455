// A relay that has opened does not close again at a driven output, however the loop is stopped.

#include <gtest/gtest.h>

#include <algorithm>

#include "rig/loop/loop.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

constexpr double kHold = 5e-3;                                     // s, of the relay
constexpr std::uint64_t kContact = 200;                            // a cycle in which the output is driven
constexpr std::int64_t kLonger = 8'000'000, kShorter = 3'000'000;  // ns

/// A machine that stops in one cycle: before the loop looks at its inputs, or between that and the output.
class Stopped final : public bench::Between {
 public:
  enum class At { wait, read, write };
  Stopped(At at, std::int64_t time) : at_(at), time_(time) {}

  void wait_until(std::int64_t time) noexcept override {
    rig_.wait_until(time);
    if (reads_ == kContact) {
      driven = rig_.command();
      until_ = time + time_;
    }
    if (at_ == At::wait && reads_ == kContact) rig_.wait_until(time + time_);
  }
  bool read(Inputs& inputs) noexcept override {
    const bool good = rig_.read(inputs);
    if (!inputs.relay_closed && was_closed_) opened_at_ = std::min(opened_at_, reads_);
    if (inputs.relay_closed && opened_at_ < reads_) closed_again = true;
    was_closed_ = was_closed_ || inputs.relay_closed;
    if (at_ == At::read && reads_ == kContact) {
      rig_.wait_until(rig_.now() + time_);
      Inputs meanwhile;
      rig_.read(meanwhile);
      if (!meanwhile.relay_closed) opened_at_ = reads_;
    }
    ++reads_;
    return good;
  }
  bool write(const Outputs& outputs) noexcept override {
    const bool lost = at_ == At::write && reads_ > kContact && rig_.now() < until_;
    return !lost && rig_.write(outputs);
  }
  bool opened() const { return opened_at_ < reads_; }

  bool closed_again = false;
  double driven = 0.0;  // V, when it stopped

 private:
  At at_;
  std::int64_t time_, until_ = 0;
  std::uint64_t reads_ = 0, opened_at_ = ~std::uint64_t{0};
  bool was_closed_ = false;
};

LoopReport run_on(Stopped& daq, double relay_holds) {
  Ring<Record> ring(1 << 14);
  LoopSetup setup = bench::loop_setup();
  setup.relay_holds = relay_holds;
  setup.limits.late_in_a_row = setup.limits.late_in_all = 0.0;  // not checked, as for an emulated rig
  setup.limits.long_in_a_row = setup.limits.long_in_all = 0.0;
  setup.after_time = 20e-3;  // for so long the loop goes on trying to write
  setup.limits.relay_time = 1e-6;
  setup.limits.position_stuck_time = setup.limits.force_stuck_time = 0.0;
  daq.write({0.0, true});  // closes the relay
  return run_loop(daq, setup, ring);
}

class Pause : public testing::TestWithParam<Stopped::At> {};

TEST_P(Pause, EndsForGoodWhereItPausedForLongerThanTheRelayHolds) {
  Stopped daq(GetParam(), kLonger);
  const LoopReport report = run_on(daq, kHold);
  EXPECT_TRUE(daq.opened());
  EXPECT_FALSE(daq.closed_again);
  EXPECT_EQ(report.ended, LoopEnd::tripped);
  EXPECT_TRUE(report.safe);
  EXPECT_GT(daq.driven, 0.5);
  // Named is the machine, and not the relay, which did what it is for.
  EXPECT_EQ(named(report.trip.fault).name, "paused");
  EXPECT_NEAR(report.trip.value, 8e-3, 0.1e-3);
  EXPECT_EQ(report.trip.limit, kHold);
}

/// The relay says so itself, where it was not known for how long it holds.
TEST(Heartbeat, EndsForGoodWhereTheRelayReportsOpenAfterATrip) {
  Stopped daq(Stopped::At::wait, kLonger);
  const LoopReport report = run_on(daq, 0.0);
  EXPECT_TRUE(daq.opened());
  EXPECT_FALSE(daq.closed_again);
  EXPECT_EQ(report.ended, LoopEnd::tripped);
  EXPECT_TRUE(report.safe);
  EXPECT_NE(named(report.trip.fault).name, named(Fault::paused).name);
}

/// The edge that was lost does not follow when a write succeeds again.
TEST(Heartbeat, IsNoEdgeBehindWritesThatFailed) {
  Stopped daq(Stopped::At::write, kLonger);
  const LoopReport report = run_on(daq, kHold);
  EXPECT_TRUE(daq.opened());
  EXPECT_FALSE(daq.closed_again);
  EXPECT_EQ(report.ended, LoopEnd::tripped);
  EXPECT_TRUE(report.safe);
  EXPECT_NE(named(report.trip.fault).name, named(Fault::paused).name);
}

TEST_P(Pause, GoesOnBehindAShorterPause) {
  Stopped daq(GetParam(), kShorter);
  const LoopReport report = run_on(daq, kHold);
  EXPECT_FALSE(daq.closed_again);
  EXPECT_NE(named(report.trip.fault).name, named(Fault::relay_open).name);
  EXPECT_NE(named(report.trip.fault).name, named(Fault::paused).name);
}

INSTANTIATE_TEST_SUITE_P(Loop, Pause, testing::Values(Stopped::At::wait, Stopped::At::read),
                         [](const auto& its) { return its.param == Stopped::At::wait ? "Wait" : "Read"; });

}  // namespace
}  // namespace hilspace::rig
