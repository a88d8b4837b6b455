#pragma once
// Schedule: the order in which scenarios are computed. Blocks of about a second of work become parts, so that
// a killed run loses little and parts stay few; threads take batches of a block. Only files and times depend
// on it, never a row.

#include <cstdint>
#include <vector>

#include "results/format/identity.hpp"

namespace hilspace::sweep {

class Schedule {
 public:
  /// Upper limit of a block, however fast its scenarios are.
  static constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kLargestBatch = 1024;

  /// For these scenarios, in order. `seconds` is an estimate of one scenario's time on a thread; 0:
  /// negligible.
  Schedule(std::vector<results::Range> missing, int threads, double seconds = 0.0);

  /// The next batch and its block; all batches of a block follow one another. Empty ranges when everything is
  /// assigned.
  struct Batch {
    results::Range block;
    results::Range range;
  };
  Batch next();

  /// Reports the time that a batch took one thread.
  void learn(std::uint64_t scenarios, double seconds);

 private:
  std::uint64_t block_size() const;
  std::uint64_t batch_size() const;

  std::vector<results::Range> gaps_;  // not yet in a block, the last one first
  std::uint64_t threads_;
  std::uint64_t left_ = 0;  // scenarios not yet in a batch
  results::Range block_;
  std::uint64_t begin_ = 0;  // start of the block's scenarios not yet in a batch
  double seconds_ = 0.0;     // per scenario and thread; 0: unknown
};

}  // namespace hilspace::sweep
