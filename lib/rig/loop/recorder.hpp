#pragma once
// Recorder: a thread that drains the loop's ring of records into a recording (results/records/recording.hpp), flushed
// several times per second. The loop never waits for it.
//
// The file also holds how the run ended, the trip, counters, histograms of lateness and work, and, as
// attributes, the limits, the calibration and any notes given.

#include <atomic>
#include <exception>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rig/loop/loop.hpp"
#include "study/study.hpp"

namespace hilspace::rig {

struct RecorderSetup {
  std::filesystem::path file;
  const study::Study& study;
  std::uint64_t scenario_index = 0;
  std::vector<std::pair<std::string, std::string>> notes;  // attributes; names valid in HDF5
};

class Recorder {
 public:
  /// Returns once the file exists. Throws RunError when it cannot be written.
  Recorder(const RecorderSetup& setup, const LoopSetup& loop, Ring<Record>& ring);
  /// Without finish(): keeps the records so far and marks the recording as interrupted.
  ~Recorder();

  /// Set when records can no longer be written; for LoopSetup::unrecorded.
  const std::atomic<bool>& failed() const { return failed_; }
  /// Writes the remaining records and how the run ended. Throws RunError.
  void finish(const LoopReport& report, double steal);

 private:
  void work(const RecorderSetup& setup, const LoopSetup& loop);

  Ring<Record>& ring_;
  std::promise<void> ready_;
  std::atomic<bool> failed_{false}, finishing_{false}, abandoned_{false};
  LoopReport report_;
  double steal_ = 0.0;
  std::exception_ptr error_;
  std::thread thread_;
};

/// Steal time of this machine so far, s, summed over all processors (/proc/stat); 0 if unknown.
double steal_time();

}  // namespace hilspace::rig
