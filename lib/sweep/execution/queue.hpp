#pragma once
// Queue: passes items between threads, in order.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace hilspace::sweep {

template <class T>
class Queue {
 public:
  void put(T thing) {
    const std::lock_guard lock(mutex_);
    things_.push_back(thing);
    changed_.notify_one();
  }
  /// Closes the queue: nothing more is accepted, and take() fails once it is empty.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Waits for the next item; nothing if there will be none.
  std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !things_.empty(); });
    if (things_.empty()) return std::nullopt;
    const T thing = things_.front();
    things_.pop_front();
    return thing;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> things_;
  bool closed_ = false;
};

}  // namespace hilspace::sweep
