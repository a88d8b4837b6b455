#pragma once
// Schedule: which scenarios are computed when. Blocks of about a second of work become parts, so that little
// is lost when a run is killed and parts stay few; of a block, threads take batches. Only files and times
// depend on it, never a row.

#include <cstdint>
#include <vector>

#include "results/format/identity.hpp"

namespace hilspace::sweep {

class Schedule {
 public:
  /// No block is larger, however quick its scenarios are.
  static constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kLargestBatch = 1024;

  /// Of these scenarios, in order. `seconds` is a guess of what one takes a thread; 0: too little to matter.
  Schedule(std::vector<results::Range> missing, int threads, double seconds = 0.0);

  /// The next batch and the block it belongs to, all of whose batches come one after the other. Empty ranges
  /// when everything is shared out.
  struct Batch {
    results::Range block;
    results::Range range;
  };
  Batch next();

  /// What a batch took one thread.
  void learn(std::uint64_t scenarios, double seconds);

 private:
  std::uint64_t block_size() const;
  std::uint64_t batch_size() const;

  std::vector<results::Range> gaps_;  // what is not in a block yet, the last one first
  std::uint64_t threads_;
  std::uint64_t left_ = 0;  // scenarios not in a batch yet
  results::Range block_;
  std::uint64_t begin_ = 0;  // what is not in a batch yet of that block
  double seconds_ = 0.0;     // of a thread, per scenario; 0: nothing is known yet
};

}  // namespace hilspace::sweep
