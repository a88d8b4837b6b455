#include "sweep/execution/schedule.hpp"

#include <algorithm>

namespace hilspace::sweep {
namespace {

/// Number of scenarios that fit into a time, within limits.
std::uint64_t fitting(double seconds, double seconds_each, std::uint64_t least, std::uint64_t most) {
  return static_cast<std::uint64_t>(
      std::clamp(seconds / seconds_each, static_cast<double>(least), static_cast<double>(most)));
}

}  // namespace

Schedule::Schedule(std::vector<results::Range> missing, int threads, double seconds)
    : gaps_(missing.rbegin(), missing.rend()),
      threads_(static_cast<std::uint64_t>(threads)),
      seconds_(seconds) {
  for (const auto& gap : gaps_) left_ += gap.size();
}

std::uint64_t Schedule::block_size() const {
  constexpr double kSeconds = 1.0;
  const std::uint64_t least = 4 * threads_;  // with fewer, threads would wait for each other and for the disk
  if (seconds_ == 0.0) return 16 * least;
  // Later scenarios may be much more expensive than those so far.
  const std::uint64_t most = std::clamp(8 * block_.size(), least, std::max(least, kLargestBlock));
  return fitting(kSeconds * static_cast<double>(threads_), seconds_, least, most);
}

std::uint64_t Schedule::batch_size() const {
  // Smaller towards the end, so that all threads finish together; but not so small that threads lose more by
  // lanes running empty than they gain.
  constexpr double kWorthwhile = 0.004, kLongest = 0.06;  // s
  const std::uint64_t share = std::max<std::uint64_t>(1, left_ / (4 * threads_));
  if (seconds_ == 0.0) return std::min<std::uint64_t>(share, 8);
  const std::uint64_t least = fitting(kWorthwhile, seconds_, 1, kLargestBatch / 4);
  const std::uint64_t most = fitting(kLongest, seconds_, 1, kLargestBatch);
  return std::clamp(share, least, most);
}

Schedule::Batch Schedule::next() {
  if (begin_ == block_.end) {
    if (gaps_.empty()) return {};
    results::Range& gap = gaps_.back();
    block_ = {gap.begin, gap.begin + std::min(gap.size(), block_size())};
    begin_ = block_.begin;
    gap.begin = block_.end;
    if (gap.size() == 0) gaps_.pop_back();
  }
  // Equal batches rather than a small last one.
  const std::uint64_t rest = block_.end - begin_;
  const std::uint64_t batches = (rest + batch_size() - 1) / batch_size();
  const results::Range range{begin_, begin_ + (rest + batches - 1) / batches};
  begin_ = range.end;
  left_ -= range.size();
  return {block_, range};
}

void Schedule::learn(std::uint64_t scenarios, double seconds) {
  const double found = std::max(seconds, 1e-9) / static_cast<double>(scenarios);
  // The latest counts most, since neighbours have similar costs.
  seconds_ = seconds_ == 0.0 ? found : 0.5 * (seconds_ + found);
}

}  // namespace hilspace::sweep
