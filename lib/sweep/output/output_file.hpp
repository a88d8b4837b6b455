#pragma once
// OutputFile: the one file that a run or a merge leaves. A whole study leaves a result, a shard a part of one.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

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
  /// The scenarios that go into it.
  results::Range range() const { return range_; }

  /// Remembers what stands there now, to be judged by is_complete(): that may be replaced, and nothing that
  /// comes later. The first look is when this is made.
  void look() { place_ = results::Place(file()); }
  /// Whether the file is there and holds them; `fresh`: false where it may be replaced. Throws RunError when
  /// something is there that no run may replace, InputError when it takes `fresh` to replace it.
  bool is_complete(bool fresh) const;
  /// Reads what is complete. Throws RunError where it is damaged; ends early when `stop` is raised.
  void verify(const std::atomic<bool>& stop) const;

  /// `tell(number, count)` is called before each time history, counted from 1.
  void on_trace(std::function<void(std::uint64_t number, std::uint64_t count)> tell) {
    on_trace_ = std::move(tell);
  }

  /// Begins to put the file together, in a folder beside it.
  results::Assembly begin(const std::filesystem::path& folder) const;
  /// Ends it once it holds everything; what all rows have in common. Nothing, and no file, when `stop` was
  /// raised meanwhile.
  std::optional<metrics::Summary> end(results::Assembly& assembly, const std::string& start_time,
                                      const std::atomic<bool>& stop) const;

  /// All of that from parts that cover the range.
  std::optional<metrics::Summary> write(std::span<const results::PartInfo> parts,
                                        const std::string& start_time, const std::atomic<bool>& stop,
                                        results::Numbers numbers = results::Numbers::copied) const;

 private:
  /// What a file of that identity is the result of, and how that differs from here.
  std::string other_origin(const results::Identity& found) const;
  results::TraceOf trace_of(const std::atomic<bool>& stop) const;
  results::RunFacts facts(const std::string& start_time) const;

  const study::Study& study_;
  results::Place place_;
  bool is_part_;
  results::Range range_;
  std::function<void(std::uint64_t, std::uint64_t)> on_trace_{};
};

}  // namespace hilspace::sweep
