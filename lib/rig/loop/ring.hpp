#pragma once
// Ring: a queue of fixed length between one thread that puts in and one that takes out. Neither waits for
// the other, neither allocates. What does not fit is lost and counted.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hilspace::rig {

template <class T>
class Ring {
 public:
  /// Room for at least so many.
  explicit Ring(std::size_t capacity) : slots_(std::bit_ceil(capacity)) {}

  std::size_t capacity() const { return slots_.size(); }

  /// False: it is full, and the entry is lost.
  bool push(const T& entry) noexcept {
    if (!has_room()) {
      lost_.store(lost_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return false;
    }
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    slots_[head & (slots_.size() - 1)] = entry;
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  /// Of the thread that puts in. Looks at the other side only when it has to.
  bool has_room() noexcept {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    if (head - seen_tail_ < slots_.size()) return true;
    seen_tail_ = tail_.load(std::memory_order_acquire);
    return head - seen_tail_ < slots_.size();
  }

  /// Takes the oldest ones, at most entries.size(); says how many.
  std::size_t pop(std::span<T> entries) noexcept {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    const std::uint64_t there = head_.load(std::memory_order_acquire) - tail;
    const std::size_t count = std::min<std::size_t>(there, entries.size());
    for (std::size_t i = 0; i < count; ++i) entries[i] = slots_[(tail + i) & (slots_.size() - 1)];
    tail_.store(tail + count, std::memory_order_release);
    return count;
  }

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kCacheLine = 64;
  std::vector<T> slots_;
  alignas(kCacheLine) std::atomic<std::uint64_t> head_{0};  // written by the one that puts in
  std::uint64_t seen_tail_ = 0;
  std::atomic<std::uint64_t> lost_{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> tail_{0};  // written by the one that takes out
};

}  // namespace hilspace::rig
