// The guard takes over while the loop stalls: what the loop writes afterwards.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "rig/loop/loop.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

constexpr std::uint64_t kTaken = 170;  // the command is at the offset

/// A rig with a guard that brings it to its safe command, or to another on its way, at one point of one
/// cycle: as a guard does while the loop stalls there. From then on writes are counted.
class Taken final : public bench::Between {
 public:
  /// Where the loop stalls: `before` Safety has judged its command, between that and the output, or `behind` it.
  enum class Stalls { before, between, behind };

  explicit Taken(Stalls stalls, double volts = 0.0) : stalls_(stalls), volts_(volts) {
    size_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    place_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unrecorded = new (place_) std::atomic<bool>{false};
    current() = this;
    struct sigaction trap {};
    trap.sa_handler = [](int) {
      ::mprotect(current()->place_, current()->size_, PROT_READ | PROT_WRITE);
      current()->take_over();
    };
    ::sigaction(SIGSEGV, &trap, &before_);
  }
  ~Taken() override {
    ::sigaction(SIGSEGV, &before_, nullptr);
    ::munmap(place_, size_);
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

  bool read(Inputs& inputs) noexcept override {
    if (reads_++ == kTaken) {
      driven = rig_.command();
      // The loop reads this flag after it has looked at the guard: the access is where it stalls.
      if (stalls_ == Stalls::between)
        ::mprotect(place_, size_, PROT_NONE);
      else if (stalls_ == Stalls::before)
        take_over();
    }
    return rig_.read(inputs);
  }
  bool write(const Outputs& outputs) noexcept override {
    if (page.fired) {
      ++writes_after;
      steepest = std::max(steepest, rig_.command() - outputs.command);
      highest = std::max(highest, outputs.command);
    }
    const bool written = rig_.write(outputs);
    if (stalls_ == Stalls::behind && reads_ == kTaken + 1 && !page.fired) take_over();
    return written;
  }

  GuardPage page;
  const std::atomic<bool>* unrecorded = nullptr;
  double driven = 0.0;  // V, when the guard took over
  std::uint64_t writes_after = 0;
  double steepest = 0.0, highest = 0.0;  // V, of those

 private:
  static Taken*& current() {
    static Taken* taken = nullptr;
    return taken;
  }
  void take_over() noexcept {
    page.fired = true;
    rig_.write({volts_, false});
    page.volts = volts_;
  }

  Stalls stalls_;
  double volts_;
  std::uint64_t reads_ = 0;
  std::size_t size_ = 0;
  void* place_ = nullptr;
  struct sigaction before_ {};
};

LoopReport run_on(Taken& daq, Ring<Record>& ring) {
  LoopSetup setup = bench::loop_setup();
  setup.limits.command_rate = 200.0;  // 0.1 V in a cycle: a retreat of many
  setup.limits.slew_time = 0.0;
  setup.guard = &daq.page;
  setup.guard_cycles = std::uint64_t{1} << 40;
  setup.unrecorded = daq.unrecorded;
  return run_loop(daq, setup, ring);
}

class Takeover : public testing::TestWithParam<Taken::Stalls> {};

// Neither the old command nor a heartbeat: the relay has opened, and must not close again.
TEST_P(Takeover, AfterItTheLoopWritesNothingAndEndsSafeWithTheGuardsTrip) {
  Taken daq(GetParam());
  Ring<Record> ring(1 << 14);
  const LoopReport report = run_on(daq, ring);
  ASSERT_TRUE(daq.page.fired);
  EXPECT_GT(daq.driven, 0.5);
  EXPECT_EQ(daq.writes_after, 0u);
  EXPECT_EQ(daq.command(), 0.0);
  EXPECT_EQ(daq.page.volts, 0.0);
  EXPECT_EQ(named(report.trip.fault).name, named(Fault::guard).name);
  EXPECT_EQ(report.ended, LoopEnd::tripped);
  EXPECT_TRUE(report.safe);
  EXPECT_EQ(report.failed_writes, 0u);
  std::vector<Record> records(ring.capacity());
  records.resize(ring.pop(records));
  EXPECT_GT(records.at(kTaken - 1).command, 0.05);
  const std::size_t first = GetParam() == Taken::Stalls::behind ? kTaken + 1 : kTaken;
  for (std::size_t i = first; i < records.size(); ++i) EXPECT_EQ(records[i].command, 0.0) << i;
}

// A guard that dies on its way leaves the rest to the loop, which goes on from there.
TEST_P(Takeover, TheLoopEndsTheRetreatOfAGuardThatDied) {
  constexpr double kLeft = 0.65;
  Taken daq(GetParam(), kLeft);
  Ring<Record> ring(1 << 14);
  const LoopReport report = run_on(daq, ring);
  EXPECT_GT(daq.driven, kLeft);
  EXPECT_EQ(named(report.trip.fault).name, named(Fault::guard).name);
  EXPECT_TRUE(report.safe);
  EXPECT_EQ(daq.command(), 0.0);
  EXPECT_EQ(daq.page.volts, 0.0);
  EXPECT_EQ(daq.writes_after, 7u);
  EXPECT_LT(daq.highest, kLeft);
  EXPECT_LE(daq.steepest, 0.1 + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Loop, Takeover,
                         testing::Values(Taken::Stalls::before, Taken::Stalls::between,
                                         Taken::Stalls::behind),
                         [](const auto& each) {
                           switch (each.param) {
                             case Taken::Stalls::before:
                               return "BeforeTheVerdict";
                             case Taken::Stalls::between:
                               return "AfterTheVerdict";
                             case Taken::Stalls::behind:
                               break;
                           }
                           return "AfterTheOutput";
                         });

}  // namespace
}  // namespace hilspace::rig
