// The relay's test on a machine that stalls meanwhile: the relay is not blamed for it.

#include "rig/loop/relay.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/message.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

constexpr std::int64_t kMs = 1'000'000;  // ns
constexpr double kGuardSilence = 13e-3, kRetreat = 250.0;

InProcessSetup slow_relay() {
  InProcessSetup rig = bench::rig_setup();
  rig.relay_hold = 20e-3;
  return rig;
}

/// A machine that stalls for a time, when the heartbeat has paused or toggled for some writes in a row.
class Stalling final : public bench::Between {
 public:
  Stalling(bool beating, int after, std::int64_t stall, int times)
      : Between(slow_relay()), left(times), beating_(beating), after_(after), stall_(stall) {}

  void wait_until(std::int64_t time) noexcept override {
    rig_.wait_until(time);
    if (left == 0 || row_ == 0 || (beating_ ? row_ % after_ != 0 : row_ != after_)) return;
    --left;
    rig_.wait_until(time + stall_);
    closing_ = beating_ ? kToClose : 0;
  }
  bool read(Inputs& inputs) noexcept override {
    const bool good = rig_.read(inputs);
    if (closing_ > 0) inputs.relay_closed = --closing_ == 0;
    return good;
  }
  bool write(const Outputs& outputs) noexcept override {
    row_ = (outputs.heartbeat != before_) == beating_ ? row_ + 1 : 0;
    before_ = outputs.heartbeat;
    return rig_.write(outputs);
  }

  int left;  // stalls to come

 private:
  bool beating_;
  int after_;
  std::int64_t stall_;
  static constexpr int kToClose = 40;  // reads for which a relay that has opened is on its way back
  int closing_ = 0;
  int row_ = 0;
  bool before_ = false;
};

RelayTime timed(Daq& daq) { return time_relay(daq, bench::loop_setup(), 1.0, kGuardSilence, kRetreat); }
std::string refusal_of(Daq& daq) {
  return test::message_of<RunError>(
      [&] { require_guard_first(timed(daq), Limits{}, kGuardSilence, kRetreat); });
}

TEST(Relay, IsSeenToOpenBetweenTwoLooks) {
  const double hold = slow_relay().relay_hold;
  for (const std::int64_t stall : {0L, 1L, 5L, 15L, 19L, 40L}) {
    Stalling daq(false, 50, stall * kMs, 1);
    const RelayTime found = time_relay(daq, bench::loop_setup(), 1.0, 0.0, kRetreat);
    EXPECT_LE(found.closed, hold) << stall;
    EXPECT_GE(found.open, hold) << stall;
    EXPECT_LE(found.open - found.closed,
              3.0 / bench::loop_setup().computer.rate + 1e-3 * static_cast<double>(stall));
    EXPECT_NEAR(found.cycle, 1.0 / bench::loop_setup().computer.rate, 1e-7);
  }
}

// 2.5 ms after the last edge the machine stalls until the relay, of 20 ms, has opened.
TEST(Relay, IsTimedAgainWhereAStallLeavesItOpen) {
  ASSERT_NEAR(guard_takes(Limits{}, kGuardSilence, kRetreat, 0.0), 18.825e-3, 1e-9);
  for (const int stalls : {1, 2, 4}) {
    Stalling daq(false, 50, 18 * kMs, stalls);
    EXPECT_EQ(refusal_of(daq), "") << stalls;
    EXPECT_EQ(daq.left, 0);
  }
}

TEST(Relay, OfAMachineThatAlwaysStallsIsNotBlamed) {
  Stalling daq(false, 50, 18 * kMs, 1000);
  const std::string said = refusal_of(daq);
  EXPECT_NE(said.find("the machine stalled for 18."), std::string::npos) << said;
  EXPECT_NE(said.find("hilspace-rig doctor"), std::string::npos) << said;
  EXPECT_EQ(said.find("monoflop"), std::string::npos) << said;
  EXPECT_EQ(1000 - daq.left, 5);
}

// A stall that decides nothing is none: the relay holds long enough, or opens too early all the same.
TEST(Relay, IsJudgedAcrossAStallThatDecidesNothing) {
  Stalling before(false, 50, 10 * kMs, 1000);
  EXPECT_EQ(refusal_of(before), "");
  EXPECT_EQ(1000 - before.left, 1);
  const RelayTime early{2e-3, 15e-3, 0.0, 50e-6};
  EXPECT_NE(test::message_of<RunError>([&] {
              require_guard_first(early, Limits{}, kGuardSilence, kRetreat);
            }).find("set the relay's monoflop"),
            std::string::npos);
}

/// A converter of which every tenth write takes 1 ms.
class Uneven final : public bench::Between {
 public:
  Uneven() : Between(slow_relay()) {}
  bool write(const Outputs& outputs) noexcept override {
    if (++writes_ % 10 == 0) rig_.wait_until(rig_.now() + kMs);
    return rig_.write(outputs);
  }
  bool read(Inputs& inputs) noexcept override { return rig_.read(inputs); }
  void wait_until(std::int64_t time) noexcept override { rig_.wait_until(time); }

 private:
  int writes_ = 0;
};

// Its guard makes 2 % of full scale in the long writes, and has no time for more in the others.
TEST(Relay, IsTooEarlyForAGuardWhoseWritesAreUneven) {
  Uneven daq;
  const RelayTime found = timed(daq);
  EXPECT_NEAR(found.write, 1e-3, 1e-5);
  EXPECT_NE(test::message_of<RunError>([&] {
              require_guard_first(found, Limits{}, kGuardSilence, kRetreat);
            }).find("set the relay's monoflop to more than 64.8"),
            std::string::npos);
}

// It opens where the machine does not beat for longer than it holds.
TEST(Relay, ThatOpensWhileTheMachineStallsIsHeldAgain) {
  Stalling once(true, 900, 30 * kMs, 3);
  EXPECT_EQ(refusal_of(once), "");
  EXPECT_EQ(once.left, 0);
  Stalling always(true, 900, 30 * kMs, 1000);
  const std::string said = refusal_of(always);
  EXPECT_NE(said.find("the machine stalled for 30."), std::string::npos) << said;
  EXPECT_EQ(said.find("monoflop"), std::string::npos) << said;
}

}  // namespace
}  // namespace hilspace::rig
