#pragma once
// Assessment of a run on the rig: comparison with the docking model and the twin, and an audit.
//
// Twin and rig are measured alike (measures.hpp); the twin is the mean of an ensemble (twin_ensemble.hpp).
// The fidelity of a single run is as uncertain as one run of the ensemble; for all repetitions together see
// statistics.hpp.

#include <array>
#include <filesystem>
#include <memory>

#include "metrics/compare_traces.hpp"
#include "metrics/fidelity.hpp"
#include "models/trace.hpp"
#include "rig/comparison/twin_ensemble.hpp"
#include "rig/files/campaign_file.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::rig {

/// One measure of docking model, twin and rig.
struct Held {
  double docking, twin, rig;
  metrics::Fidelity fidelity;  // percentage NaN where one run does not distinguish rig and docking model
};

struct Assessment {
  Measured rig;
  std::array<Held, kMeasures.size()> held;
  metrics::Momentum momentum;  // of the rig's record
  models::Trace trace;         // docking, hil (the twin's model) and rig, from the approach on
  std::shared_ptr<const TwinEnsemble> twin;
};

/// The scenario with the campaign's twin, and the controller and actuator of its rig file.
sweep::Scenario twin_of(const Campaign& campaign, std::uint64_t index);

/// `recording`: of run_on_rig() with the twin's scenario. Throws RunError.
Assessment assess(const std::shared_ptr<const TwinEnsemble>& twin, const std::filesystem::path& recording);

}  // namespace hilspace::rig
