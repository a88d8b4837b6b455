#pragma once
// Progress on standard error: a bar on a terminal, a line every few seconds otherwise.

#include <chrono>
#include <functional>

#include "sweep/sweep.hpp"

namespace hilspace::app {

class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  std::function<void(const sweep::Progress&)> callback();
  /// Ends the bar's line.
  void finish();

 private:
  void show(const sweep::Progress& progress);

  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace hilspace::app
