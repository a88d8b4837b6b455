#include "sweep/sweep.hpp"

#include <algorithm>
#include <chrono>

#include "results/disk/files.hpp"
#include "results/disk/provenance.hpp"
#include "results/results.hpp"
#include "sampling/openturns.hpp"
#include "sweep/checks/disk_space.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/execution/schedule.hpp"
#include "sweep/execution/simulator.hpp"
#include "sweep/execution/workers.hpp"
#include "sweep/output/block_writer.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/extension.hpp"

namespace hilspace::sweep {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One block being filled, one being written, one in between. A single worker waits for the writer, so that
/// it occupies no more than one core.
std::size_t block_count(int threads) { return threads == 1 ? 1 : 3; }

}  // namespace

Report run(const study::Study& study, const RunOptions& options) {
  static const std::atomic<bool> never{false};
  const std::atomic<bool>& stop = options.stop != nullptr ? *options.stop : never;
  const std::string start_time = results::utc_now();
  const Clock::time_point start = Clock::now();
  if (!options.shard) check_traces(study);
  OutputFile output(study, options.output, options.shard);
  Report report;
  report.range = output.range();
  report.is_part = options.shard.has_value();
  // Checked again under the lock: another run may have finished meanwhile.
  const auto to_extend = [&] {
    return options.extend ? smaller_result(options.output, study) : std::nullopt;
  };
  auto smaller = to_extend();
  if (output.is_complete(options.fresh || smaller)) {
    output.verify(stop);  // its parts are kept until it is known to be complete
    // A run that was killed right after its merge leaves its parts.
    if (!stop && results::files::exists(PartStore::folder_of(options.output)))
      PartStore(output, study, options.fresh).remove();
    report.completion = stop ? Completion::interrupted : Completion::already_complete;
    return report;
  }
  // A run that was killed right after its merge leaves its parts, also beside a result that is now extended.
  PartStore store(output, study, options.fresh, smaller ? std::optional(smaller->identity) : std::nullopt);
  output.look();
  smaller = to_extend();
  if (output.is_complete(options.fresh ||
                         smaller)) {  // by a run that ended while this one waited for the lock
    report.completion = Completion::already_complete;
    return report;
  }
  if (smaller) store.add_elsewhere(*std::move(smaller));
  Workers workers(options.threads);
  report.threads = workers.count();

  const auto gaps = store.missing();  // parts of interrupted runs may overlap
  std::uint64_t missing = 0;
  for (const results::Range& gap : gaps) missing += gap.size();
  check_disk_space(study, report.range.size(), missing, output.file());
  Reporter reporter(report.range.size() - missing, report.range.size(), options.progress);
  Schedule schedule(gaps, report.threads, guessed_seconds(study));
  Blocks blocks(study, block_count(report.threads));
  output.on_trace([&](std::uint64_t number, std::uint64_t count) { reporter.tell({number, count}); });
  BlockWriter recorder(
      store, output, blocks, start_time, [&] { reporter.tell(); }, stop);
  workers.compute(
      study, schedule, blocks, [&](std::uint64_t n) { reporter.finished(n); }, stop);
  const auto summary = recorder.finish();
  report.computed = recorder.scenarios();
  if (summary) {
    report.summary = *summary;
    report.warnings = output.warnings(*summary);
    store.remove();
  } else {
    report.completion = Completion::interrupted;
  }
  report.seconds = seconds_since(start);
  return report;
}

std::uint64_t memory(const study::Study& study, int threads) {
  const std::uint64_t program =
      36'000'000 + (sampling::openturns::loaded()
                        ? 65'000'000
                        : 0);  // the libraries of the module that the study required
  // A batch: setups, rows, and running pairs.
  constexpr std::uint64_t kBatchSize = 4 * Schedule::kLargestBatch * sizeof(models::AxialSetup);
  const std::uint64_t block = std::min(study::scenario_count(study), Schedule::kLargestBlock) *
                              results::stored_columns(study).size() * sizeof(double);
  std::uint64_t values = 0;  // of the axes, and while they are read once more: few, but those of a design
  for (const auto& axis : study.axes) values += 2 * axis.values.size() * axis.size() * sizeof(double);
  const auto trace = static_cast<std::uint64_t>(least_trace_sizes(study).largest);
  return program + values + trace + static_cast<std::uint64_t>(threads) * kBatchSize +
         block_count(threads) * block;
}

}  // namespace hilspace::sweep
