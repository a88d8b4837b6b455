#pragma once
// Progress on standard error: a bar on a terminal, a line every few seconds otherwise.

#include <chrono>
#include <cstdint>
#include <functional>

#include "sweep/sweep.hpp"

namespace hilspace::app {

class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  std::function<void(const sweep::Progress&)> callback();
  /// Progress of reading a file or analysing it, or of runs without a result. Silent during the first second.
  void read(std::uint64_t done, std::uint64_t total) { share("read", done, total); }
  void run(std::uint64_t done, std::uint64_t total) { share("of the runs", done, total); }
  /// Ends the bar's line; removes it after reading.
  void finish();

 private:
  void show(const sweep::Progress& progress);
  void share(const char* what, std::uint64_t done, std::uint64_t total);

  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  bool reads_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace hilspace::app
