#pragma once
// Recorder: a thread that takes the loop's records out of the ring and writes them into a recording
// (results/records/recording.hpp), flushed several times a second. The loop never waits for it.
//
// In the file, beside the channels: how the run ended, the trip, counters, histograms of lateness and work;
// as attributes the limits, the calibration and whatever notes are given.

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
  std::vector<std::pair<std::string, std::string>> notes;  // attributes; names as HDF5 likes them
};

class Recorder {
 public:
  /// Returns when the file is there. Throws RunError when it cannot be written.
  Recorder(const RecorderSetup& setup, const LoopSetup& loop, Ring<Record>& ring);
  /// Without finish(): what was recorded stays, with the mark of a recording that was broken off.
  ~Recorder();

  /// Whether records can no longer be written; for LoopSetup::unrecorded.
  const std::atomic<bool>& failed() const { return failed_; }
  /// Writes what is left in the ring, and how it ended. Throws RunError.
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

/// Seconds that other machines took from this one so far (/proc/stat), over all processors; 0 if unknown.
double steal_time();

}  // namespace hilspace::rig
