#pragma once
// Sweep: runs all scenarios of a study in parallel, in parts that survive any interruption, into one result.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "results/format/identity.hpp"
#include "study/study.hpp"
#include "sweep/ownership/shard.hpp"
#include "sweep/progress.hpp"

namespace hilspace::sweep {

struct RunOptions {
  std::filesystem::path output;
  std::optional<Shard> shard{};  // computes a part of the result, to be merged
  int threads = 0;               // 0: all
  bool fresh = false;            // start over, whatever exists
  bool extend = false;           // the output is a result with fewer samples, whose scenarios are reused
  /// Called a few times a second, one call at a time, from any thread. It must not open results or parts: a
  /// run keeps HDF5 to itself.
  std::function<void(const Progress&)> progress{};
  const std::atomic<bool>* stop = nullptr;  // raised by a signal
};

enum class Completion {
  complete,
  interrupted,       // the parts are kept; the same call resumes
  already_complete,  // the output existed
};

struct Report {
  Completion completion = Completion::complete;
  results::Range range;        // of scenarios
  bool is_part = false;        // of a shard, to be merged
  std::uint64_t computed = 0;  // in this session
  double seconds = 0.0;
  int threads = 0;
  metrics::Summary summary;           // of a complete run, earlier sessions included
  std::vector<std::string> warnings;  // of a complete run
};

/// Throws InputError when the output or its parts belong to another study, revision or shard (and not
/// `fresh`), or cannot be extended, RunError when a file cannot be written.
Report run(const study::Study& study, const RunOptions& options);

/// Upper bound of a run's memory in bytes. It does not grow beyond about ten thousand scenarios.
std::uint64_t memory(const study::Study& study, int threads);

}  // namespace hilspace::sweep
