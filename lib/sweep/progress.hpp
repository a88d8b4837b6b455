#pragma once
// Progress of a run, and the reporter that tells it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

namespace hilspace::sweep {

struct Progress {
  std::uint64_t done = 0;  // scenarios, earlier sessions included
  std::uint64_t total = 0;
  double per_second = 0.0;  // of this session
  double seconds_left = 0.0;
  /// The time history being simulated at the end of a run; count = 0: not there yet.
  struct Traces {
    std::uint64_t number = 0, count = 0;
  };
  Traces traces{};
};

/// Counts finished scenarios from any thread and reports them a few times a second.
class Reporter {
 public:
  Reporter(std::uint64_t done, std::uint64_t total, const std::function<void(const Progress&)>& tell)
      : first_(done), total_(total), done_(done), tell_(tell) {}

  void finished(std::uint64_t scenarios) {
    done_ += scenarios;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || seconds_since(last_) < 0.2) return;
    last_ = Clock::now();
    tell();
  }
  void tell(Progress::Traces traces = {}) const {
    if (!tell_) return;
    const std::uint64_t done = done_;
    const double rate = static_cast<double>(done - first_) / std::max(seconds_since(start_), 1e-9);
    tell_({done, total_, rate, rate > 0.0 ? static_cast<double>(total_ - done) / rate : 0.0, traces});
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  std::uint64_t first_, total_;
  std::atomic<std::uint64_t> done_;
  const std::function<void(const Progress&)>& tell_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::mutex mutex_;
};

}  // namespace hilspace::sweep
