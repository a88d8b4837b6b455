#pragma once
// A trace recorded live: like that of `simulate -o` (trace_file.hpp), with the single group `rig`, and
// readable at any time, even after its writer was killed.
//
//   /recorded, /cycles, ...     scalars: values at the end, or so far
//   /rig/time, /rig/force, ...  channels that grow together
//   /rig/timing/bin, ...        histograms
//
// HDF5's single writer, multiple readers (SWMR): flushed data stay readable. `recorded` is written after the
// channels and counts the complete samples of each; readers rely on it (result_file.hpp), so all channels
// have equal length whenever the writer was killed. Failed writes throw RunError, at the latest at the next
// flush.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/study.hpp"

namespace hilspace::results {

/// Description of one stored quantity.
struct Recorded {
  std::string name;
  std::string units;
  std::string long_name;
  std::span<const std::string_view> flags{};  // names of 0, 1, ...; empty: a number
};

struct RecordingSetup {
  const study::Study& study;
  std::uint64_t scenario_index = 0;
  std::string origin;                                      // event at time 0: "time since ..."
  std::vector<std::pair<std::string, std::string>> notes;  // attributes
  std::vector<Recorded> channels;                          // besides `time`
  std::vector<Recorded> numbers;
  std::vector<double> bins;          // upper bounds, s
  std::vector<Recorded> histograms;  // of times
};

/// Replaces a file of that name. All calls come from one thread; meanwhile other threads wait to open files.
class Recording {
 public:
  Recording(const std::filesystem::path& file, const RecordingSetup& setup);
  ~Recording();

  /// Appends samples: the times, and the channels in their order, each of the same length.
  void append(std::span<const double> time, std::span<const std::vector<double>> channels);
  /// Sets a number or a histogram, by its index in the setup.
  void set_number(std::size_t place, double value);
  void set_histogram(std::size_t place, std::span<const double> counts);
  /// Flushes: the data so far survive a kill.
  void flush();
  /// Flushes, and syncs the file to the disk.
  void finish();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace hilspace::results
