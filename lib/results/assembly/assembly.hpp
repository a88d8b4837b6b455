#pragma once
// Assembly: the output file of a run, put together while its numbers arrive, in any order. It is the result
// of a whole study or a part that joins smaller ones. The file appears only when it is complete; until then
// nothing in it is safe, so the caller keeps the parts.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "models/trace.hpp"
#include "results/disk/place.hpp"
#include "results/h5/digest.hpp"
#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// Provides the time histories of one scenario on request, so that no more than one is in memory; empty after
/// a stop request.
using TraceOf = std::function<std::optional<models::Trace>(std::uint64_t index)>;

struct RunFacts {
  std::string start_time;  // ISO 8601, UTC
  std::string end_time;
  /// Physical plausibility warnings derived from the properties common to all rows; one sentence each.
  std::function<std::vector<std::string>(const metrics::Summary& summary)> warnings{};
};

/// Throws RunError when the file cannot be written. Used and destroyed by the thread that created it; until
/// its destruction it keeps other threads out of HDF5.
class Assembly {
 public:
  /// For the result, or for a part with these scenarios. The file grows in `folder`, or beside `place` if
  /// that is on another disk.
  /// With `sources`, parts that hold each scenario exactly once, the result is virtual (virtual_result.hpp):
  /// added numbers are checked and stay where they are.
  Assembly(const study::Study& study, const Place& place, std::optional<Range> part,
           const std::filesystem::path& folder, std::span<const PartInfo> sources = {});
  ~Assembly();

  void add(const Block& block);
  /// Adds parts in the order of their scenarios. Memory is independent of their number and sizes. Returns
  /// false if `stop` was raised meanwhile.
  bool add(std::span<const PartInfo> parts, const std::atomic<bool>& stop);
  /// Properties common to all rows so far.
  const metrics::Summary& summary() const { return summary_; }

  /// Adds the time histories that the study requests. Returns false if `trace_of` was stopped.
  bool add_traces(const TraceOf& trace_of);
  /// Completes the file, reads it back and gives it its final name. Each scenario must have been added
  /// exactly once. Throws RunError when the file does not hold what was added, or when something else has
  /// taken its place.
  void commit(const RunFacts& facts);

 private:
  struct Target;
  void add_numbers(std::size_t column, Range range, std::span<const double> numbers);
  void read_back(const std::filesystem::path& file) const;

  const study::Study& study_;
  bool is_part_;
  Range whole_;
  std::vector<Column> columns_;
  std::vector<Digest> digests_;  // of the columns, as added
  metrics::Summary summary_;
  std::uint64_t added_ = 0;  // scenarios
  std::unique_ptr<Target> target_;
};

}  // namespace hilspace::results
