#include "sweep/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "results/results.hpp"
#include "sweep/block.hpp"
#include "sweep/output.hpp"
#include "sweep/part_store.hpp"

namespace hilspace::sweep {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Counts finished scenarios from any thread and tells of them a few times a second.
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
  void tell() const {
    if (!tell_) return;
    const std::uint64_t done = done_;
    const double rate = static_cast<double>(done - first_) / std::max(seconds_since(start_), 1e-9);
    tell_({done, total_, rate, rate > 0.0 ? static_cast<double>(total_ - done) / rate : 0.0});
  }

 private:
  std::uint64_t first_, total_;
  std::atomic<std::uint64_t> done_;
  const std::function<void(const Progress&)>& tell_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::mutex mutex_;
};

constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 16;

/// How many scenarios make about a second of work, so that little is lost when the run is killed and the
/// parts stay few. Only the files depend on it, never the rows.
class BlockSize {
 public:
  explicit BlockSize(int threads) : least_(static_cast<std::uint64_t>(threads) * 16), size_(4 * least_) {}
  std::uint64_t scenarios() const { return size_; }
  void learn(std::uint64_t scenarios, double seconds) {
    constexpr double kSeconds = 1.0;
    const double fitting = static_cast<double>(scenarios) / std::max(seconds, 1e-6) * kSeconds;
    size_ = static_cast<std::uint64_t>(
        std::clamp(fitting, static_cast<double>(least_), static_cast<double>(kLargestBlock)));
  }

 private:
  std::uint64_t least_;  // below it some threads would have nothing to do
  std::uint64_t size_;
};

}  // namespace

Report run(const study::Study& study, const Options& options) {
  static const std::atomic<bool> never{false};
  const std::atomic<bool>& stop = options.stop != nullptr ? *options.stop : never;
  const std::string start_time = utc_now();
  const Clock::time_point start = Clock::now();
  const Output output(study, options.output, options.shard);
  Report report;
  report.range = output.range();
  report.is_part = options.shard.has_value();
  if (output.is_complete(options.fresh)) {
    // Parts are left when a run was killed right after its merge.
    if (std::filesystem::exists(PartStore::folder_of(options.output)))
      PartStore(output, study, options.fresh).remove();
    report.ending = Ending::already_complete;
    return report;
  }
  PartStore store(output, study, options.fresh);
  if (output.is_complete(options.fresh)) {  // by a run that ended while this one asked for the lock
    report.ending = Ending::already_complete;
    return report;
  }
  Workers workers(options.threads);
  report.threads = workers.count();

  const auto interrupted = [&] {
    report.ending = Ending::interrupted;
    report.seconds = seconds_since(start);
    return report;
  };
  report.summary = results::summary(store.parts());
  std::uint64_t there = 0;
  for (const auto& part : store.parts()) there += part.range.size();
  Reporter reporter(there, report.range.size(), options.progress);
  BlockSize block_size(report.threads);
  for (results::Range gap : store.missing()) {
    while (gap.begin < gap.end) {
      const results::Range range{gap.begin, std::min(gap.end, gap.begin + block_size.scenarios())};
      const Clock::time_point began = Clock::now();
      const auto block = workers.compute(
          study, range, [&](std::uint64_t n) { reporter.finished(n); }, stop);
      if (!block) return interrupted();
      store.add(*block);
      report.summary.include(block->rows, block->error);
      block_size.learn(range.size(), seconds_since(began));
      report.computed += range.size();
      gap.begin = range.end;
    }
  }
  reporter.tell();
  if (!output.write(store.parts(), start_time, stop)) return interrupted();
  store.remove();
  report.seconds = seconds_since(start);
  return report;
}

std::uint64_t memory(std::uint64_t scenarios) {
  constexpr std::uint64_t kProgram = 24'000'000;
  // A block's rows, and the columns they are written from.
  return kProgram + 2 * std::min(scenarios, kLargestBlock) * sizeof(metrics::Row);
}

}  // namespace hilspace::sweep
