#pragma once
// OutputFile: the single output of a run or a merge: a result for a whole study, a part for a shard.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/ownership/shard.hpp"

namespace hilspace::sweep {

class OutputFile {
 public:
  /// Throws InputError when there are fewer scenarios than shards.
  OutputFile(const study::Study& study, std::filesystem::path file,
             std::optional<Shard> shard = std::nullopt);

  const std::filesystem::path& file() const { return place_.file(); }
  /// The scenarios stored in it.
  results::Range range() const { return range_; }

  /// Records the file that exists now, for is_complete() to assess: only that file may be replaced, not a
  /// later one. The constructor does this too.
  void look() { place_ = results::Place(file()); }
  /// Whether the file exists and holds the scenarios; with `fresh`, false if it may be replaced. Throws
  /// RunError when a file exists that no run may replace, InputError when replacing it requires `fresh`.
  bool is_complete(bool fresh) const;
  /// Reads the complete output. Throws RunError when it is damaged; ends early when `stop` is raised.
  void verify(const std::atomic<bool>& stop) const;

  /// `tell(number, count)` is called before each time history, counted from 1.
  void on_trace(std::function<void(std::uint64_t number, std::uint64_t count)> tell) {
    on_trace_ = std::move(tell);
  }

  /// Starts assembling the file, in a folder beside it.
  results::Assembly begin(const std::filesystem::path& folder) const;
  /// Finishes it once it holds everything; returns the properties common to all rows. Nothing, and no file,
  /// if `stop` was raised meanwhile.
  std::optional<metrics::Summary> end(results::Assembly& assembly, const std::string& start_time,
                                      const std::atomic<bool>& stop) const;

  /// All of these steps, from parts that cover the range.
  std::optional<metrics::Summary> write(std::span<const results::PartInfo> parts,
                                        const std::string& start_time, const std::atomic<bool>& stop,
                                        results::Numbers numbers = results::Numbers::copied) const;

  /// What is implausible of the study and of its results, which have these properties: looked for once, for the file and
  /// for who asks afterwards.
  const std::vector<std::string>& warnings(const metrics::Summary& summary) const;

 private:
  /// Description of the study or revision of a file with that identity, and its difference from this one.
  std::string other_origin(const results::Identity& found) const;
  results::TraceOf trace_of(const std::atomic<bool>& stop) const;
  results::RunFacts facts(const std::string& start_time) const;

  const study::Study& study_;
  results::Place place_;
  bool is_part_;
  results::Range range_;
  std::function<void(std::uint64_t, std::uint64_t)> on_trace_{};
  mutable std::optional<std::vector<std::string>> warnings_{};
};

}  // namespace hilspace::sweep
