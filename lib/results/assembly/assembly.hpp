#pragma once
// Assembly: the file that a run leaves, put together while its numbers come in, in any order: the result of
// a whole study, or a part that joins smaller ones. It appears when it is whole. Nothing in it is safe
// before that: whoever adds to it keeps parts.

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

/// Gives the time histories of one scenario when it is their turn, so that never more than one is held;
/// nothing when it was told to stop.
using TraceOf = std::function<std::optional<models::Trace>(std::uint64_t index)>;

struct RunFacts {
  std::string start_time;  // ISO 8601, UTC
  std::string end_time;
  /// What a physicist would warn of, given what all rows have in common; each a sentence.
  std::function<std::vector<std::string>(const metrics::Summary& summary)> warnings{};
};

/// Throws RunError when it cannot be written. Used and destroyed by the thread that made it: until then it
/// keeps other threads off HDF5.
class Assembly {
 public:
  /// Of the result, or of a part with these scenarios. It grows in `folder`, or beside `place` where
  /// that is on another disk.
  /// With `sources`, parts that hold each scenario once, the result is a virtual one (virtual_result.hpp):
  /// what is added is looked at and left where it is.
  Assembly(const study::Study& study, const Place& place, std::optional<Range> part,
           const std::filesystem::path& folder, std::span<const PartInfo> sources = {});
  ~Assembly();

  void add(const Block& block);
  /// Parts in the order of their scenarios. Memory grows neither with their number nor with their sizes.
  /// False when `stop` was raised meanwhile.
  bool add(std::span<const PartInfo> parts, const std::atomic<bool>& stop);
  /// What all rows so far have in common.
  const metrics::Summary& summary() const { return summary_; }

  /// The time histories that the study asks for. False when `trace_of` was told to stop.
  bool add_traces(const TraceOf& trace_of);
  /// Ends the file, reads it back and gives it its name. Each scenario must have been added, once. Throws
  /// RunError when it does not hold what was added, or something else has taken its place.
  void commit(const RunFacts& facts);

 private:
  struct Target;
  void add_numbers(std::size_t column, Range range, std::span<const double> numbers);
  void read_back(const std::filesystem::path& file) const;

  const study::Study& study_;
  bool is_part_;
  Range whole_;
  std::vector<Column> columns_;
  std::vector<Digest> digests_;  // of the columns, as they were added
  metrics::Summary summary_;
  std::uint64_t added_ = 0;  // scenarios
  std::unique_ptr<Target> target_;
};

}  // namespace hilspace::results
