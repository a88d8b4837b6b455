#pragma once
// A trace that is recorded while it happens: like that of `simulate -o` (trace_file.hpp), with the one group
// `rig`, and readable at any time, also when its writer was killed.
//
//   /recorded, /cycles, ...     scalars: what is known at the end, or so far
//   /rig/time, /rig/force, ...  channels that grow together
//   /rig/timing/bin, ...        histograms
//
// HDF5's single writer, multiple readers (SWMR): what has been flushed stays readable. `recorded` is written
// after the channels and says how many samples of each are whole; readers go by it (result_file.hpp), so all
// channels are of one length whenever the writer was killed. Failed writes throw RunError, at the latest when
// the recording is flushed.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/study.hpp"

namespace hilspace::results {

/// What is stored of one quantity.
struct Recorded {
  std::string name;
  std::string units;
  std::string long_name;
  std::span<const std::string_view> flags{};  // names of 0, 1, ...; empty: a number
};

struct RecordingSetup {
  const study::Study& study;
  std::uint64_t scenario_index = 0;
  std::string origin;                                      // what happens at time 0: "time since ..."
  std::vector<std::pair<std::string, std::string>> notes;  // attributes
  std::vector<Recorded> channels;                          // besides `time`
  std::vector<Recorded> numbers;
  std::vector<double> bins;          // upper bounds, s
  std::vector<Recorded> histograms;  // of times
};

/// Replaces what has that name. All calls come from one thread; meanwhile other threads wait to open files.
class Recording {
 public:
  Recording(const std::filesystem::path& file, const RecordingSetup& setup);
  ~Recording();

  /// The next samples: the times, and the channels in their order, each as long.
  void append(std::span<const double> time, std::span<const std::vector<double>> channels);
  /// A number or a histogram, by its place in the setup.
  void set_number(std::size_t place, double value);
  void set_histogram(std::size_t place, std::span<const double> counts);
  /// What came so far is safe from a kill.
  void flush();
  /// Flushes, and brings it to the disk.
  void finish();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace hilspace::results
