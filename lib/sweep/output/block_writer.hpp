#pragma once
// BlockWriter: the writing thread, beside the workers.

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "sweep/execution/workers.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/output/part_store.hpp"

namespace hilspace::sweep {

/// Writes each full block to a part, for safety, and to the output, which is nearly complete when the last
/// block arrives.
class BlockWriter {
 public:
  /// `recorded` is called once all rows are in parts.
  BlockWriter(PartStore& store, const OutputFile& output, Blocks& blocks, std::string start_time,
              std::function<void()> recorded, const std::atomic<bool>& stop);
  ~BlockWriter();

  /// Waits until all full blocks are written, and the output too if it has all its rows. Returns the
  /// properties common to all rows; nothing if `stop` was raised. Throws RunError when a file could not be
  /// written.
  std::optional<metrics::Summary> finish();
  /// Scenarios written.
  std::uint64_t scenarios() const { return scenarios_; }

 private:
  void record();

  PartStore& store_;
  const OutputFile& output_;
  Blocks& blocks_;
  std::string start_time_;
  std::function<void()> recorded_;
  const std::atomic<bool>& stop_;
  std::uint64_t scenarios_ = 0;
  std::optional<metrics::Summary> summary_;
  std::exception_ptr failure_;
  std::thread thread_;  // the last one: it uses the others
};

}  // namespace hilspace::sweep
