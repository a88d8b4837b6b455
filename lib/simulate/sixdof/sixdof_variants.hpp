#pragma once
// The variants of a run, by instruments, and what looks on. Each is compiled in a source of its own.

#include <array>
#include <atomic>

#include "metrics/docking_metrics.hpp"
#include "models/sixdof_setup.hpp"
#include "simulate/sixdof.hpp"
#include "simulate/sixdof/sixdof_recorder.hpp"

namespace hilspace::simulate::sixdof {

/// What looks on: the steps of every run before they are accepted, and its end as a step of 0.
struct Observers {
  std::array<SixDofWork, 2>* work = nullptr;
  SixDofRecorder* recorder = nullptr;

  template <class Run>
  void operator()(std::size_t which, const Run& run, double time, double h, double share) const {
    if (recorder != nullptr) recorder->add(which, run, time, h, share);
    if (work != nullptr && h == 0.0) (*work)[which] = run.work();
  }
};

/// With low-passes and quantizers.
metrics::Row run_plain(const models::SixDofSetup& setup, const Observers& watch,
                       const std::atomic<bool>& stop);
/// With chains of any stages but transfer functions, and compensators.
metrics::Row run_general(const models::SixDofSetup& setup, const Observers& watch,
                         const std::atomic<bool>& stop);
/// The same with transfer functions.
metrics::Row run_filtered(const models::SixDofSetup& setup, const Observers& watch,
                          const std::atomic<bool>& stop);

}  // namespace hilspace::simulate::sixdof
