#pragma once
// WallClock: clock of the backends that run in wall-clock time, and the wait for the next cycle.
//
//   t = t0 + k (n - n0)     n  time-stamp counter (TSC);  k  ns per tick, measured against CLOCK_MONOTONIC
//
// Reading the TSC takes 10 ns and never enters the kernel. It is used where the processor reports it as
// invariant (constant rate at any core clock); elsewhere t is CLOCK_MONOTONIC itself. k is accurate to about
// 1e-6: t drifts from CLOCK_MONOTONIC by a few ms per hour, which is harmless for a campaign.
//
// Above kBusyAbove the wait is a busy loop. At lower rates it sleeps until kLead before the deadline and then
// spins; a PREEMPT_RT kernel wakes a thread within about 10 us, far less than kLead.
//
// After construction nothing allocates, throws or locks.

#include <cpuid.h>
#include <time.h>

#include <cstdint>
#include <limits>

namespace hilspace::rig {

class WallClock {
 public:
  static constexpr double kBusyAbove = 10e3;      // Hz
  static constexpr std::int64_t kLead = 100'000;  // ns

  /// rate: of the waits, Hz. Takes 20 ms.
  explicit WallClock(double rate, bool trust_tsc = tsc_is_invariant()) : busy_(rate > kBusyAbove) {
    if (trust_tsc) calibrate();
  }

  /// Whether the processor guarantees an invariant TSC.
  static bool tsc_is_invariant() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;
  }

  bool by_tsc() const noexcept { return tick_ > 0.0; }
  double ns_per_tick() const noexcept { return tick_; }  // k; 0 without TSC

  /// ns since the instant at which CLOCK_MONOTONIC was 0.
  std::int64_t now() const noexcept {
    if (tick_ == 0.0) return monotonic();
    return start_ + static_cast<std::int64_t>(tick_ * static_cast<double>(ticks() - start_ticks_));
  }

  /// Returns at that time, or immediately if it has passed.
  void wait_until(std::int64_t time) const noexcept {
    if (!busy_) sleep(time - now() - kLead);
    while (now() < time) __builtin_ia32_pause();
  }

  static std::int64_t monotonic() noexcept {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * kSecond + t.tv_nsec;
  }

 private:
  static constexpr std::int64_t kSecond = 1'000'000'000;

  // Compiler builtins: including the intrinsics header would cost more than the rest of this header together.
  static std::uint64_t ticks() noexcept { return __builtin_ia32_rdtsc(); }

  struct Instant {
    std::uint64_t ticks;
    std::int64_t ns;
  };

  static void sleep(std::int64_t duration) noexcept {
    if (duration <= 0) return;
    const timespec t{.tv_sec = duration / kSecond, .tv_nsec = duration % kSecond};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, nullptr);  // a signal ends it early; the remainder is spun
  }

  // Samples both clocks together; of several attempts the least disturbed one is kept.
  static Instant instant() noexcept {
    Instant best{};
    std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 16; ++i) {
      const std::uint64_t before = ticks();
      const std::int64_t ns = monotonic();
      const std::uint64_t width = ticks() - before;
      if (width >= narrowest) continue;
      narrowest = width;
      best = {before + width / 2, ns};
    }
    return best;
  }

  void calibrate() noexcept {
    const Instant first = instant();
    sleep(20'000'000);
    const Instant last = instant();
    if (last.ticks <= first.ticks || last.ns <= first.ns) return;
    tick_ = static_cast<double>(last.ns - first.ns) / static_cast<double>(last.ticks - first.ticks);
    start_ = last.ns;
    start_ticks_ = last.ticks;
  }

  bool busy_;
  double tick_ = 0.0;  // ns
  std::int64_t start_ = 0;
  std::uint64_t start_ticks_ = 0;
};

}  // namespace hilspace::rig
