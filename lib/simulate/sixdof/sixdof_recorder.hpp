#pragma once
// SixDofRecorder: converts the steps of both models into a Trace, each with its own times and list of
// impacts.

#include <array>
#include <atomic>
#include <vector>

#include "metrics/docking_tally.hpp"
#include "models/trace.hpp"
#include "simulate/sixdof/sixdof_any_run.hpp"

namespace hilspace::simulate {

class SixDofRecorder {
 public:
  /// Stops recording once `stop` is raised.
  SixDofRecorder(double interval, const std::atomic<bool>& stop, bool contacts = false);

  /// Called before a step is accepted: `share` of the attempted step, from `time` lasting `h`. h = 0 at the
  /// end of the run.
  void add(std::size_t which, const AnyRun& run, double time, double h, double share);

  models::Trace take();

 private:
  struct Model {
    std::vector<double> time;
    std::vector<std::vector<double>> channels, link_channels;
    std::vector<metrics::Impact> impacts;
    int begun = 0;
    std::vector<models::ContactRecord> contacts;
  };
  void record(Model& model, double time, const SixDofSample& sample);
  static void note(Model& model, const metrics::DockingTally& tally);

  double interval_;
  const std::atomic<bool>& stop_;
  bool contacts_;
  std::array<Model, 2> models_;
};

}  // namespace hilspace::simulate
