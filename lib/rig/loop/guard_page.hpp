#pragma once
// The page of memory that the loop shares with its guard (guard.hpp).

#include <atomic>
#include <cstdint>

namespace hilspace::rig {

struct GuardPage {
  std::atomic<int> loop{0};                 // process that is watched
  std::atomic<std::uint64_t> beat{0};       // counted up by the loop
  std::atomic<std::uint64_t> challenge{0};  // put by the one that arms,
  std::atomic<std::uint64_t> answer{0};     // given back by the guard, plus 1
  std::atomic<double> volts{0.0};  // command at the output: the loop's, and the guard's once it has fired
  std::atomic<bool> armed{false};  // from now on silence counts
  std::atomic<bool> fired{false};  // the guard has forced the safe value
  std::atomic<bool> quit{false};   // the guard may end
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "shared by two processes");

}  // namespace hilspace::rig
