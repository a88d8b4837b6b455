#pragma once
// Axial recorder: converts the steps of an axial pair into a Trace. Both models share its time grid.

#include <atomic>
#include <cstddef>

#include "models/axial.hpp"
#include "models/trace.hpp"

namespace hilspace::simulate {

/// Upper bound of the length of a time history, which must fit into memory.
inline constexpr std::size_t kMostSamples = 10'000'000;
/// Throws RunError when a trace recorded every `interval` s would exceed it.
void check_samples(std::size_t samples, double interval);

class AxialRecorder {
 public:
  /// Records at the start of every step and at the end, with both sides of a jump between two steps; or every
  /// `interval` s when that is > 0. Stops recording once `stop` is raised.
  AxialRecorder(double interval, const std::atomic<bool>& stop);

  void add(double time, double h, const models::Views<double>& docking, const models::Views<double>& hil);
  models::Trace take();

 private:
  std::size_t samples() const { return trace_.groups.front().time.size(); }
  void record(double time, const models::Observation<double>& docking,
              const models::Observation<double>& hil);

  double interval_;
  const std::atomic<bool>& stop_;
  models::Trace trace_;
  double end_ = 0.0;
  models::Observation<double> last_docking_{}, last_hil_{};
};

}  // namespace hilspace::simulate
