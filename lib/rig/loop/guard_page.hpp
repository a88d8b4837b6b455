#pragma once
// The page of memory that the loop shares with its guard (guard.hpp): each watches whether the other lives.

#include <atomic>
#include <cstdint>

namespace hilspace::rig {

struct GuardPage {
  std::atomic<int> loop{0};                 // process that is watched
  std::atomic<std::uint64_t> beat{0};       // counted up by the loop
  std::atomic<std::uint64_t> pulse{0};      // counted up by the guard
  std::atomic<std::uint64_t> challenge{0};  // put by the one that arms; the guard writes the safe command,
  std::atomic<std::uint64_t> answer{0};     // and gives the challenge back, plus 1, when that succeeded,
  std::atomic<std::uint64_t> refusal{0};    // or here when it failed
  std::atomic<int> priority{0};             // of the guard, SCHED_FIFO's; 0: it has none
  std::atomic<double> volts{0.0};  // command at the output: the loop's, and the guard's once it has fired
  std::atomic<bool> armed{false};  // from now on silence counts
  std::atomic<bool> fired{false};  // the guard has forced the safe value
  std::atomic<bool> quit{false};   // the guard may end
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "shared by two processes");

/// The guard as the loop sees it. Counted in cycles of the loop: a machine that stalls stops both, and the
/// loop's own sleep is no silence of the guard.
class GuardWatch {
 public:
  GuardWatch() = default;
  /// Silent is a guard whose pulse stands still for more than so many cycles.
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
