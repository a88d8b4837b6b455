#pragma once
// Shared memory page of loop and guard (guard.hpp), through which each monitors the other.

#include <atomic>
#include <cstdint>

namespace hilspace::rig {

struct GuardPage {
  std::atomic<int> loop{0};                 // process that is monitored
  std::atomic<std::uint64_t> beat{0};       // incremented by the loop
  std::atomic<std::uint64_t> pulse{0};      // incremented by the guard
  std::atomic<std::uint64_t> challenge{0};  // set when arming: the guard then writes the safe command,
  std::atomic<std::uint64_t> answer{0};     // and stores the challenge + 1 here on success,
  std::atomic<std::uint64_t> refusal{0};    // or here on failure
  std::atomic<int> priority{0};             // of the guard, SCHED_FIFO; 0: none
  std::atomic<double> volts{0.0};  // command at the output: the loop's, and the guard's once it has fired
  std::atomic<bool> armed{false};  // a missing beat now triggers the guard
  std::atomic<bool> fired{false};  // the guard has output the safe command
  std::atomic<bool> quit{false};   // the guard may end
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "shared by two processes");

/// Loop-side monitor of the guard. Counts cycles of the loop rather than time: a machine that stalls stops
/// both, and the loop's own delays must not count as silence of the guard.
class GuardWatch {
 public:
  GuardWatch() = default;
  /// Silent: no pulse for more than that many `cycles`.
  GuardWatch(const GuardPage* page, std::uint64_t cycles) : page_(page), most_(cycles) {}

  /// Once per cycle.
  bool is_silent() noexcept {
    if (page_ == nullptr) return false;
    const std::uint64_t pulse = page_->pulse.load(std::memory_order_acquire);
    still_ = pulse == pulse_ ? still_ + 1 : 0;
    pulse_ = pulse;
    return still_ > most_;
  }

 private:
  const GuardPage* page_ = nullptr;
  std::uint64_t most_ = 0, still_ = 0, pulse_ = 0;
};

}  // namespace hilspace::rig
