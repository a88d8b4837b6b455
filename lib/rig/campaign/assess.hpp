#pragma once
// What a run on the rig showed, held against the docking model and against the twin, and audited.
//
// Twin and rig are measured alike (measures.hpp); the twin is the mean of an ensemble (twin_ensemble.hpp).
// What a single run says of the fidelity is as uncertain as one run of the ensemble; what all repetitions
// say: statistics.hpp.

#include <array>
#include <filesystem>
#include <memory>

#include "metrics/compare_traces.hpp"
#include "metrics/fidelity.hpp"
#include "models/trace.hpp"
#include "rig/campaign/campaign_file.hpp"
#include "rig/campaign/twin_ensemble.hpp"
#include "sweep/work/scenario.hpp"

namespace hilspace::rig {

/// One measure as all three have it.
struct Held {
  double docking, twin, rig;
  metrics::Fidelity fidelity;  // its percentage NaN where one run cannot tell the rig from the docking model
};

struct Assessment {
  Measured rig;
  std::array<Held, kMeasures.size()> held;
  metrics::Momentum momentum;  // of the rig's record
  models::Trace trace;         // docking, hil (the twin's model) and rig, from the approach on
  std::shared_ptr<const TwinEnsemble> twin;
};

/// The scenario as the campaign's twin has it, with the controller and actuator of its rig file.
sweep::Scenario twin_of(const Campaign& campaign, std::uint64_t index);

/// `recording` is one of run_on_rig() of the twin's scenario. Throws RunError.
Assessment assess(const std::shared_ptr<const TwinEnsemble>& twin, const std::filesystem::path& recording);

}  // namespace hilspace::rig
