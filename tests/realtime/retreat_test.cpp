// The guard's ramp to the safe command: from the loop's last output, in small steps.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>

#include "rig/loop/guard.hpp"

namespace hilspace::rig {
namespace {

/// Output of the guard, shared with its process.
struct Written {
  std::atomic<double> last{0.0}, steepest{0.0};
  std::atomic<int> count{0};
  std::atomic<bool> failed{false};  // the next write does
};

Written& shared() {
  void* place = ::mmap(nullptr, sizeof(Written), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return *new (place) Written;
}

template <class Condition>
bool eventually_so(Condition&& condition) {
  const timespec pause{0, 1'000'000};
  for (int i = 0; i < 300'000; ++i) {
    if (condition()) return true;
    ::nanosleep(&pause, nullptr);
  }
  return false;
}

TEST(Guard, RetreatsFromWhereTheLoopLeftTheCommand) {
  constexpr double kRate = 35e3, kStep = 0.3;
  for (const double left : {8.0, 0.3, -4.0}) {
    Written& written = shared();
    Guard guard(1e-3, {0.0, kRate, kStep, [&](double volts) {
                         const double step = std::abs(volts - written.last);
                         written.steepest = std::max(written.steepest.load(), step);
                         written.last = volts;
                         ++written.count;
                         return true;
                       }});
    guard.confirm(300.0);
    written.last = left;
    written.steepest = 0.0;
    written.count = 0;
    guard.page().volts = left;
    guard.arm();
    ASSERT_TRUE(eventually_so([&] { return guard.page().fired && written.last == 0.0; }));
    EXPECT_LE(written.steepest, kStep * (1.0 + 1e-9));
    EXPECT_GE(written.count, std::abs(left) / kStep);
    ASSERT_TRUE(eventually_so([&] { return guard.page().volts == 0.0; }));
    guard.disarm();
  }
}

// Every second write fails: it goes on by its largest step with each of the others.
TEST(Guard, GetsAheadWhereWritesFail) {
  constexpr double kLeft = 8.0, kStep = 0.3;
  Written& written = shared();
  Guard guard(1e-3, {0.0, 35e3, kStep, [&](double volts) {
                       if (written.last == kLeft + 1.0) return true;  // asked whether it can write
                       if (written.failed.exchange(!written.failed)) return false;
                       written.steepest = std::max(written.steepest.load(), std::abs(volts - written.last));
                       if (volts != written.last) ++written.count;
                       written.last = volts;
                       return true;
                     }});
  written.last = kLeft + 1.0;
  guard.confirm(300.0);
  written.last = kLeft;
  guard.page().volts = kLeft;
  guard.arm();
  ASSERT_TRUE(eventually_so([&] { return guard.page().fired && guard.page().volts == 0.0; }));
  EXPECT_LE(written.steepest, kStep * (1.0 + 1e-9));
  EXPECT_LE(written.count, std::ceil(kLeft / kStep) + 1.0);
  guard.disarm();
}

// A write that stalled in the driver is output after the guard's, and the loop beats again: it is not silent.
TEST(Guard, TakesALateWriteBack) {
  Written& written = shared();
  Guard guard(0.1, {0.0, 35e3, 0.2, [&](double volts) {
                      written.last = volts;
                      ++written.count;
                      return true;
                    }});
  guard.confirm(300.0);
  guard.page().volts = 3.0;
  guard.arm();
  ASSERT_TRUE(eventually_so([&] { return guard.page().fired && guard.page().volts == 0.0; }));
  for (const double late : {3.0, 7.0}) {
    written.last = late;
    ASSERT_TRUE(eventually_so([&] {
      ++guard.page().beat;
      return written.last == 0.0;
    })) << late;
  }
  guard.disarm();
}

}  // namespace
}  // namespace hilspace::rig
