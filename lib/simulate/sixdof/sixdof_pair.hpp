#pragma once
// Both models of a scenario in six degrees of freedom: side by side until their first impacts are over, then each to its
// end.

#include <array>
#include <atomic>

#include "metrics/catalogue.hpp"
#include "models/sixdof_setup.hpp"
#include "simulate/sixdof.hpp"
#include "simulate/sixdof/sixdof_recorder.hpp"

namespace hilspace::simulate::sixdof {

/// What looks on: the steps of every run before they are accepted, and its end as a step of 0.
struct Observers {
  std::array<SixDofWork, 2>* work = nullptr;
  SixDofRecorder* recorder = nullptr;

  void operator()(std::size_t which, const AnyRun& run, double time, double h, double share) const {
    if (recorder != nullptr) recorder->add(which, run, time, h, share);
    if (work != nullptr && h == 0.0) (*work)[which] = run.work();
  }
};

metrics::Row run_pair(const models::SixDofSetup& setup, const Observers& watch,
                      const std::atomic<bool>& stop);

}  // namespace hilspace::simulate::sixdof
