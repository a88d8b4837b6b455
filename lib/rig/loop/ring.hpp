#pragma once
// Ring: a lock-free queue of fixed length for one producer and one consumer. Neither waits for the other,
// neither allocates. Entries that do not fit are dropped and counted.

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
  /// Capacity of at least that many entries.
  explicit Ring(std::size_t capacity) : slots_(std::bit_ceil(capacity)) {}

  std::size_t capacity() const { return slots_.size(); }

  /// False: the queue is full and the entry is dropped.
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

  /// Producer only. Reads the consumer's index only when necessary.
  bool has_room() noexcept {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    if (head - seen_tail_ < slots_.size()) return true;
    seen_tail_ = tail_.load(std::memory_order_acquire);
    return head - seen_tail_ < slots_.size();
  }

  /// Removes the oldest entries, at most entries.size(), and returns their number.
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
  alignas(kCacheLine) std::atomic<std::uint64_t> head_{0};  // written by the producer
  std::uint64_t seen_tail_ = 0;
  std::atomic<std::uint64_t> lost_{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> tail_{0};  // written by the consumer
};

}  // namespace hilspace::rig
